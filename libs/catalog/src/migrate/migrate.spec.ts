import { ROLES, roleUrl } from '@almanac/runtime';
import { TEST_ROLE_SECRET, type TestDatabase, testDatabase } from '@almanac/testing';
import { Client } from 'pg';
import { migrateCatalog } from './migrate';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function as<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const options = () => ({ databaseUrl: database.url, roleSecret: TEST_ROLE_SECRET });

test('is safe to run again, and by several at once on nothing', async () => {
  await as(database.url, (client) => client.query('DROP SCHEMA catalog CASCADE'));
  await Promise.all([1, 2, 3].map(() => migrateCatalog(options())));
  await migrateCatalog(options());
  const { rows } = await as(database.url, (client) => client.query('SELECT name FROM catalog.migration'));
  expect(rows).toHaveLength(1);
});

test('enrichment may read what it serves, and nothing else', async () => {
  await as(roleUrl(database.url, ROLES.enrichment, TEST_ROLE_SECRET), async (client) => {
    for (const table of ['company', 'person', 'identifier', 'gone', 'version'])
      await client.query(`SELECT FROM catalog.${table}`);
    for (const sql of [
      'DELETE FROM catalog.company',
      'UPDATE catalog.version SET seq = 1',
      'SELECT FROM catalog.gone_key',
      'SELECT FROM catalog.source_key',
      "SELECT nextval('catalog.change')",
      'CREATE TABLE catalog.mine (a int)',
    ])
      await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});

test('the loader may write the catalog but not change its tables', async () => {
  await as(roleUrl(database.url, ROLES.loader, TEST_ROLE_SECRET), async (client) => {
    await client.query(`INSERT INTO catalog.dirty VALUES ('company', 'x')`);
    for (const sql of [
      'DROP TABLE catalog.company',
      'CREATE TABLE catalog.mine (a int)',
      'DELETE FROM catalog.version',
    ])
      await expect(client.query(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^42501$/) });
  });
});

test('large texts are stored as they are, not compressed', async () => {
  const { rows } = await as(database.url, (client) =>
    client.query(
      `SELECT attname FROM pg_attribute WHERE attrelid = 'catalog.company'::regclass AND attstorage = 'e' ORDER BY 1`,
    ),
  );
  expect(rows.map(({ attname }) => attname)).toEqual(['bare', 'body', 'facts']);
});
