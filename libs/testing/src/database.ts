import { randomBytes } from 'node:crypto';
import { type Role, roleUrl } from '@almanac/runtime';
import { Client } from 'pg';
import type { Servers } from './global-setup';
import { readFact, TEST_ROLE_SECRET } from './place';

export interface TestDatabase {
  name: string;
  /** The administrator's URL. */
  url: string;
  /** The URL of one app's role. */
  as(role: Role): string;
  drop(): Promise<void>;
}

export function testServers(): Servers {
  const servers = readFact<Servers>('servers');
  if (!servers)
    throw new Error('The test servers are not running: run the tests from the root with `npm test` or `npx jest`.');
  return servers;
}

/** A database of one's own, migrated and holding the template's records; copied in about 0.1 s. */
export async function testDatabase(): Promise<TestDatabase> {
  const { postgresUrl } = testServers();
  const name = `w_${randomBytes(6).toString('hex')}`;
  await statement(postgresUrl, `CREATE DATABASE ${name} TEMPLATE almanac`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const text = url.toString();
  return {
    name,
    url: text,
    as: (role) => roleUrl(text, role, TEST_ROLE_SECRET),
    drop: () => statement(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Connects to `postgres`, not the template: a template in use cannot be copied. */
async function statement(url: string, sql: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new Client({ connectionString: admin.toString() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
