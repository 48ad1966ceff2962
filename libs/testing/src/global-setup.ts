import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateCatalog } from '@almanac/catalog';
import { type RunningPostgres, resolveNatsServer, startPostgres } from '@almanac/runtime/servers';
import { ROOT, TEST_ROLE_SECRET, writeFact } from './place';
import { loadTemplate } from './template';

export interface Servers {
  postgresUrl: string;
  natsBinary: string;
}

const run = globalThis as typeof globalThis & { almanacPostgres?: RunningPostgres };

/** Starts one Postgres for the run and migrates and fills the template that every world copies. */
export default async function globalSetup(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'almanac-test-'));
  process.env.ALMANAC_TEST_DIR = dir;
  const binDir = join(ROOT, '.almanac/bin');
  mkdirSync(binDir, { recursive: true });
  const [postgres, natsBinary] = await Promise.all([
    // Tests kill processes, never the machine: without fsync a killed Postgres still loses nothing.
    startPostgres({ dataDir: join(dir, 'postgres'), settings: { fsync: 'off', full_page_writes: 'off' } }),
    resolveNatsServer({ binDir, log: (line) => console.log(line) }),
  ]);
  run.almanacPostgres = postgres;
  await migrateCatalog({ databaseUrl: postgres.url, roleSecret: TEST_ROLE_SECRET });
  execFileSync(process.execPath, [join(ROOT, 'apps/billing/dist/migrate.js')], {
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url, ROLE_SECRET: TEST_ROLE_SECRET },
    stdio: 'pipe',
  });
  await loadTemplate(postgres.url);
  writeFact('servers', { postgresUrl: postgres.url, natsBinary } satisfies Servers);
}
