import 'reflect-metadata';
import { ConfigError, createLog, createRoleSql, ROLES, readConfig } from '@almanac/runtime';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { MigrateConfig } from './config';
import { grantsSql, MIGRATIONS } from './migration';

/** Of a session, so that a second migration at once waits instead of colliding. */
const LOCK = `hashtext('almanac.billing.migrate')`;
/** Roles belong to the whole cluster: migrations of two of its databases may write one at the same moment. */
const ROLE_TRIES_MAX = 10;

/** Brings the schema `billing` of a database to its newest state. Running it again, or twice at once, changes nothing. */
export async function migrate(config: MigrateConfig): Promise<void> {
  const client = new Client({ connectionString: config.DATABASE_URL });
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    await createRole(client, config.ROLE_SECRET);
    await client.query('CREATE SCHEMA IF NOT EXISTS billing');
    await runMigrations(config.DATABASE_URL);
    await client.query(grantsSql());
    await client.query('SELECT billing.make_partitions()');
  } finally {
    await client.end();
  }
}

async function createRole(client: Client, secret: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(createRoleSql(ROLES.billing, secret));
      return;
    } catch (error) {
      const concurrent = error instanceof Error && /concurrently updated/.test(error.message);
      if (!concurrent || tries >= ROLE_TRIES_MAX) throw error;
    }
  }
}

async function runMigrations(url: string): Promise<void> {
  const source = new DataSource({
    type: 'postgres',
    url,
    schema: 'billing',
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'all',
    installExtensions: false,
  });
  await source.initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
}

async function main(): Promise<void> {
  const log = createLog('billing-migrate');
  try {
    await migrate(readConfig(MigrateConfig));
  } catch (error) {
    if (error instanceof ConfigError) log.fatal(error.message);
    else log.fatal({ err: error }, `The schema billing could not be migrated: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

if (require.main === module) void main();
