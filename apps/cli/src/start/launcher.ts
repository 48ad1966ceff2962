/** The life of `almanac start`, from an empty folder to a running service and back. */
import { rmSync } from 'node:fs';
import { type Bus, connectBus } from '@almanac/bus';
import { commandLine, isAlive, removePostgresData } from '@almanac/runtime/servers';
import { Fault } from '../fault';
import type { Surroundings } from './apps';
import { bannerOf, urlHost } from './banner';
import { readStartConfig, type StartConfig } from './config';
import { demoAccount } from './demo-account';
import { type Fill, fillCatalog } from './demo-data';
import { type Folder, folderAt, secretsOf, takeLock } from './folder';
import { migrateAll } from './migrate';
import { announce, pidsOf, type Running, startApps } from './running';
import { curlLines, sampleOf } from './sample';
import type { Say } from './say';
import { assertPortFree, findNats, findPostgres, placeOf } from './servers';
import { Teardown } from './teardown';

export interface Launch {
  env: Record<string, string | undefined>;
  /** Start over: deletes the data that this launcher keeps. */
  fresh: boolean;
  /** Fill an empty catalog with generated records. */
  demoData: boolean;
  say: Say;
  /** Resolves with the reason when everything should stop. */
  stopRequest: Promise<string>;
}

/** Brings the service up, keeps it up until asked to stop, and stops it in order. Throws a Fault when it cannot come up. */
export async function launch({ stopRequest, ...options }: Launch): Promise<void> {
  const { say } = options;
  const config = readStartConfig(options.env);
  const folder = folderAt(config.ALMANAC_DIR);
  const unlock = await takeLock(folder, isLauncher);
  const teardown = new Teardown();
  try {
    const up = bringUp({ ...options, config, folder, teardown });
    const reason = await Promise.race([up.then(() => stopRequest), stopRequest]);
    say.line(`${reason}: stopping`);
    // What bringUp still does fails once the teardown takes its servers away; nobody asks any more.
    up.catch(() => undefined);
  } finally {
    const stopped = teardown.run();
    rmSync(folder.ready, { force: true });
    for (const error of await stopped) say.line(`while stopping: ${(error as Error).message}`);
    unlock();
  }
  say.line('stopped');
}

/** Another launcher, or a process whose command line nobody may read. */
async function isLauncher(pid: number): Promise<boolean> {
  if (!isAlive(pid) || pid === process.pid) return false;
  return /almanac(\.mjs)? start\b/.test((await commandLine(pid)) ?? 'almanac start');
}

interface Start extends Omit<Launch, 'stopRequest'> {
  config: StartConfig;
  folder: Folder;
  teardown: Teardown;
}

async function bringUp(start: Start): Promise<void> {
  const { config, folder, say, teardown } = start;
  const begun = performance.now();
  // Of a launcher that was killed.
  rmSync(folder.ready, { force: true });
  if (config.PORT) await assertPortFree(config.HOST, config.PORT);
  if (start.fresh) await startOver(config, folder, say);
  const running: Running = { folder, closing: teardown.signal, apps: new Map(), pids: () => ({}) };
  const { around, bus, pidsOfServers } = await openServers(start, () => announce(running));

  const apps = startApps({ say, teardown, env: start.env, around, running });
  const account = apps.billing.then(() => demoAccount(bus, folder.demoKey, around.secrets.KEY_PEPPER));
  const filled = start.demoData && fillCatalog(fillOf(start, around));
  const [gateway, { token }] = await Promise.all([apps.gateway, account, apps.enrichment, filled]);

  const url = `http://${urlHost(config.HOST)}:${gateway.first.facts.port}`;
  const lines = curlLines(url, token, await sampleOf(around.databaseUrl));
  running.pids = () => ({ ...pidsOfServers(), ...pidsOf(Object.fromEntries(running.apps)) });
  running.facts = { gateway: url, nats: around.natsUrl, postgres: around.databaseUrl, token };
  announce(running);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say.plain(bannerOf({ url, token, keyFile: folder.demoKey, seconds, lines }));
}

/** Both servers at once; the tables are brought up to date while NATS may still be fetched. */
async function openServers({ config, folder, env, say, teardown }: Start, onUp: () => void) {
  const secrets = secretsOf(folder, config);
  const options = { folder, say, teardown, onUp };
  const migrated = async (databaseUrl: string) =>
    migrateAll({ databaseUrl, roleSecret: secrets.ROLE_SECRET, env, say, signal: teardown.signal });
  const [postgres, [nats, bus]] = await Promise.all([
    findPostgres(config.DATABASE_URL, options).then(async (found) => {
      await migrated(found.url);
      return found;
    }),
    findNats(config.NATS_URL, options).then(async (found) => [found, await openBus(found.url, teardown)] as const),
  ]);
  const around: Surroundings = {
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    secrets,
    host: config.HOST,
    port: config.PORT,
  };
  return { around, bus, pidsOfServers: () => pidsOf({ postgres: postgres.supervised, nats: nats.supervised }) };
}

const fillOf = ({ config, folder, say, teardown }: Start, { databaseUrl, secrets }: Surroundings): Fill => ({
  databaseUrl,
  roleSecret: secrets.ROLE_SECRET,
  markerFile: folder.filling,
  databaseName: config.DATABASE_URL ? placeOf(config.DATABASE_URL) : 'own',
  say,
  signal: teardown.signal,
});

async function openBus(url: string, teardown: Teardown): Promise<Bus> {
  const opened = await teardown.add('launcher', async () => {
    const bus = await connectBus({ url, name: 'almanac start' });
    return { bus, stop: () => bus.close() };
  });
  return opened.bus;
}

async function startOver(config: StartConfig, folder: Folder, say: Say): Promise<void> {
  if (config.DATABASE_URL)
    throw new Fault(
      '--fresh deletes only a database that Almanac keeps itself: empty the one of DATABASE_URL yourself, or unset DATABASE_URL.',
    );
  await say.step('deleting the data of earlier starts', () => removePostgresData(folder.postgres, say.line));
  for (const file of [folder.secrets, folder.demoKey, folder.ready, folder.nats, folder.filling])
    rmSync(file, { recursive: true, force: true });
}
