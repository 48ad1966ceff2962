/** The apps as processes that are kept up, and the file that tells of them. */
import { existsSync } from 'node:fs';
import { Fault } from '../fault';
import { startApp } from './app-process';
import { APPS, type App, appEnv, appFile, type Surroundings } from './apps';
import { type Folder, writeReady } from './folder';
import type { Say } from './say';
import { type Supervised, supervise, type Unit } from './supervise';
import type { Teardown } from './teardown';

type AppSupervised = Supervised<Unit & { facts: Record<string, unknown> }>;

export interface Running {
  folder: Folder;
  /** Aborted once everything stops: nothing is told any more. */
  closing: AbortSignal;
  apps: Map<App, AppSupervised>;
  pids(): Record<string, number>;
  facts?: { gateway: string; nats: string; postgres: string; token: string };
}

/** Writes ready.json, again whenever something came back under another pid. */
export function announce({ folder, closing, facts, pids }: Running): void {
  if (facts && !closing.aborted) writeReady(folder, { ...facts, pids: { launcher: process.pid, ...pids() } });
}

export const pidsOf = (units: Record<string, Supervised<Unit> | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(units).flatMap(([name, unit]) => (unit ? [[name, unit.current().pid]] : [])));

export interface AppsStart {
  say: Say;
  teardown: Teardown;
  env: Record<string, string | undefined>;
  around: Surroundings;
  running: Running;
}

/** The gateway follows billing, which it tells of itself before it serves; the others start at once. */
export function startApps({ say, teardown, env, around, running }: AppsStart): Record<App, Promise<AppSupervised>> {
  let port = around.port;
  const one = (name: App) =>
    teardown.add(name === 'gateway' ? 'gateway' : 'apps', async () => {
      const supervised = await supervise({
        name,
        say: say.line,
        onUp: () => announce(running),
        start: async () => {
          const appEnvironment = appEnv(name, { ...around, port }, env);
          const onLine = (line: string) => say.from(name, line);
          const unit = await startApp({
            name,
            file: appFile(name),
            env: appEnvironment,
            onLine,
            signal: teardown.signal,
          });
          // A port that was free to choose is kept: people hold the URL.
          if (name === 'gateway') port = Number(unit.facts.port);
          return unit;
        },
      });
      running.apps.set(name, supervised);
      return supervised;
    });
  for (const name of APPS)
    if (!existsSync(appFile(name))) throw new Fault(`${appFile(name)} is missing: run npm ci, and start again.`);
  const billing = one('billing');
  return { billing, enrichment: one('enrichment'), gateway: billing.then(() => one('gateway')) };
}
