import { Client } from 'pg';
import { Entities1764000000001, roleStatements } from './1-entities';

export interface MigrateOptions {
  /** A user that may create roles and schemas. */
  databaseUrl: string;
  /** The secret that the roles' passwords follow from (`rolePassword`). */
  roleSecret: string;
}

/** Held by whoever migrates any schema of Almanac, so that two starts at once don't meet; roles belong to all schemas. */
const MIGRATE_LOCK = 0x616c6d;

/** Brings the schema `catalog` and its roles up to date. Safe to run again, and by two at once. */
export async function migrateCatalog({ databaseUrl, roleSecret }: MigrateOptions): Promise<void> {
  const guard = new Client({ connectionString: databaseUrl });
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATE_LOCK]);
    for (const statement of roleStatements(roleSecret)) await guard.query(statement);
    await guard.query('CREATE SCHEMA IF NOT EXISTS catalog');
    await runMigrations(databaseUrl);
  } finally {
    await guard.end();
  }
}

async function runMigrations(databaseUrl: string): Promise<void> {
  // Half a second to load: only who migrates pays it.
  const { DataSource } = await import('typeorm');
  const source = new DataSource({
    type: 'postgres',
    url: databaseUrl,
    schema: 'catalog',
    migrations: [Entities1764000000001],
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'all',
  });
  await source.initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
}
