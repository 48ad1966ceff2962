import { ROLES } from '@almanac/runtime';
import { TEST_ROLE_SECRET, type TestDatabase, testDatabase } from '@almanac/testing';
import { Client } from 'pg';
import { migrate } from './migrate';

let home: TestDatabase;
let admin: Client;
beforeAll(async () => {
  home = await testDatabase();
  admin = new Client({ connectionString: home.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await home.drop();
});

const migrateHome = () => migrate({ DATABASE_URL: home.url, ROLE_SECRET: TEST_ROLE_SECRET });
const tables = async () =>
  (await admin.query("SELECT relname FROM pg_class WHERE relnamespace = 'billing'::regnamespace ORDER BY 1")).rows;

describe('migrate', () => {
  test('makes the schema from nothing, also when two run at once, and changes nothing afterwards', async () => {
    await admin.query('DROP SCHEMA billing CASCADE');
    await Promise.all([migrateHome(), migrateHome()]);
    const made = await tables();
    expect(made.length).toBeGreaterThan(20);
    await migrateHome();
    expect(await tables()).toEqual(made);
  });

  test('makes months ahead, and the default partition catches what they do not', async () => {
    const { rows } = await admin.query(`SELECT count(*)::int AS n FROM pg_inherits
      WHERE inhparent IN ('billing.charges'::regclass, 'billing.entries'::regclass)`);
    // Last month, this one and three ahead, and the default; twice.
    expect(rows[0].n).toBe(12);
    expect((await admin.query('SELECT billing.make_partitions(4)')).rows).toEqual([{ make_partitions: 2 }]);
    await admin.query(`INSERT INTO billing.entries VALUES
      (billing.uuid_at(now() + interval '6 months'), 'adjust', gen_random_uuid(), 't', 'company', 1, now())`);
    expect((await admin.query('SELECT count(*)::int AS n FROM billing.entries_other')).rows).toEqual([{ n: 1 }]);
    // A month that the default partition has rows of stays there; the others are made all the same.
    expect((await admin.query('SELECT billing.make_partitions(7)')).rows).toEqual([{ make_partitions: 5 }]);
  });

  test('gives the app a role that can add entries and reverse charges, and nothing else with them', async () => {
    const app = new Client({ connectionString: home.as(ROLES.billing) });
    await app.connect();
    const refused = { code: '42501' };
    for (const sql of [
      'UPDATE billing.entries SET amount = 1',
      'DELETE FROM billing.entries',
      'DELETE FROM billing.charges',
      'UPDATE billing.charges SET credits = 1',
      'DELETE FROM billing.owners',
      'TRUNCATE billing.charges',
      'DROP TABLE billing.entries',
      'CREATE TABLE billing.mine ()',
      'SELECT * FROM billing.migrations',
    ])
      await expect(app.query(sql)).rejects.toMatchObject(refused);
    await app.query('SELECT billing.make_partitions()');
    await app.query('SELECT * FROM billing.invariants()');
    await app.end();
  });
});
