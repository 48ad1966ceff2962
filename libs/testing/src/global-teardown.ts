import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningPostgres, removePostgresData } from '@almanac/runtime/servers';
import { readFact, testDir } from './place';
import type { SharedWorld } from './world';

const GONE_MS = 10_000;

/** Ends the shared worlds of every worker, the Postgres, and the run's folder. */
export default async function globalTeardown(): Promise<void> {
  const dir = testDir();
  const worlds = readdirSync(dir).filter((file) => /^worker-.*\.json$/.test(file));
  const pids = worlds.flatMap((file) => readFact<SharedWorld>(file.replace(/\.json$/, ''))?.pids ?? []);
  for (const pid of pids) signal(pid, 'SIGTERM');
  const until = Date.now() + GONE_MS;
  while (pids.some(alive) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const pid of pids.filter(alive)) signal(pid, 'SIGKILL');
  await (globalThis as typeof globalThis & { almanacPostgres?: RunningPostgres }).almanacPostgres?.stop();
  // Root's temporary folder is private, so the data may lie in /var/lib/almanac.
  if (!process.env.ALMANAC_TEST_KEEP) await removePostgresData(join(dir, 'postgres'));
  if (process.env.ALMANAC_TEST_KEEP) console.log(`kept ${dir}`);
  else if (existsSync(dir)) rmSync(dir, { recursive: true, force: true });
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
const alive = (pid: number) => signal(pid, 0);
