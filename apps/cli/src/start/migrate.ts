import { migrateCatalog } from '@almanac/catalog';
import { runOnce } from './app-process';
import { appFile, migrationEnv } from './apps';
import type { Say } from './say';

export interface Migration {
  /** The administrator's URL. */
  databaseUrl: string;
  roleSecret: string;
  env: Record<string, string | undefined>;
  say: Say;
  signal: AbortSignal;
}

/** Brings every schema up to date, the catalog's here and billing's by its own program, both at once. */
export const migrateAll = ({ databaseUrl, roleSecret, env, say, signal }: Migration): Promise<unknown> =>
  say.step('bringing the tables up to date', () =>
    Promise.all([
      migrateCatalog({ databaseUrl, roleSecret }),
      runOnce({
        name: 'the migration of billing',
        file: appFile('billing', 'migrate.js'),
        env: migrationEnv(databaseUrl, roleSecret, env),
        onLine: (line) => say.from('billing', line),
        signal,
      }),
    ]),
  );
