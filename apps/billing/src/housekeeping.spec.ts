import { createLog } from '@almanac/runtime';
import { type TestDatabase, testDatabase, until } from '@almanac/testing';
import { Housekeeping, type Task, tasksOf } from './housekeeping';
import { LastUsed } from './key/last-used';
import { DEAD_SECONDS, LedgerFixture } from './ledger/ledger.fixture';
import { PriceList } from './ledger/prices';

const log = createLog('billing', 'silent');
let home: TestDatabase;
let on: LedgerFixture;
let tasks: Task[];
let lastUsed: LastUsed;
beforeAll(async () => {
  home = await testDatabase();
  on = new LedgerFixture(home);
  lastUsed = new LastUsed(on.database);
  const prices = new PriceList(on.database);
  tasks = tasksOf({ database: on.database, deadSeconds: DEAD_SECONDS, prices, lastUsed, log });
});
afterAll(async () => {
  await on.close();
  await home.drop();
});
const run = (name: string) => tasks.find((task) => task.name === name)?.run();

describe('the chores', () => {
  test('can all be done by the role of the app', async () => {
    for (const task of tasks) await task.run();
    expect(tasks.length).toBeGreaterThan(4);
  });

  test('forget what is over, and only that', async () => {
    const [gone, alive] = [await on.owner(), await on.owner()];
    await alive.beat(5);
    await gone.beat(0, true);
    await on.rows(`INSERT INTO billing.repeats VALUES
      ('t', 'company', 'o', 'old', gen_random_uuid(), now() - interval '1 second'),
      ('t', 'company', 'o', 'new', gen_random_uuid(), now() + interval '1 hour')`);
    await on.rows(`INSERT INTO billing.idempotency
      SELECT 't', key, gen_random_uuid(), '', 1, 'running', '${alive.id}', gen_random_uuid(), now() + due
      FROM (VALUES ('old', interval '-1 second'), ('new', interval '1 hour')) AS v(key, due)`);
    await on.rows(`INSERT INTO billing.refusals
      SELECT billing.uuid_at(now() - age), 'company', 1, 0, now() - age
      FROM (VALUES (interval '73 hours'), (interval '71 hours')) AS v(age)`);
    await on.rows(`INSERT INTO billing.reversals VALUES
      ('${gone.id}', 1, now() - interval '73 hours'), ('${gone.id}', 2, now() - interval '71 hours'),
      ('${alive.id}', 5, now() - interval '73 hours'), ('${alive.id}', 6, now() - interval '73 hours')`);
    await run('purge');
    expect(await on.rows('SELECT entity FROM billing.repeats')).toEqual([{ entity: 'new' }]);
    expect(await on.rows('SELECT key FROM billing.idempotency')).toEqual([{ key: 'new' }]);
    expect(await on.rows('SELECT count(*)::int4 AS n FROM billing.refusals')).toEqual([{ n: 1 }]);
    const kept = await on.rows('SELECT owner, owner_seq FROM billing.reversals ORDER BY owner_seq');
    // Above the watermark of a living owner the row is all that keeps a late charge out.
    expect(kept).toEqual([
      { owner: gone.id, owner_seq: 2 },
      { owner: alive.id, owner_seq: 6 },
    ]);
  });

  test('write when a key was last used, and never an earlier time over a later', async () => {
    await on.team();
    await on.rows(`INSERT INTO billing.keys (id, hash, hint, customer_id, name, scopes)
      SELECT 'k', 'h', 'hint', id, 'k', '{read}' FROM billing.customers LIMIT 1`);
    const used = async () =>
      (await on.rows<{ at: string }>("SELECT last_used_at AS at FROM billing.keys WHERE id = 'k'"))[0].at;
    lastUsed.note('k', new Date('2026-01-02T00:00:00.000Z'));
    await run('last use of keys');
    expect(await used()).toBe('2026-01-02T00:00:00.000Z');
    lastUsed.note('k', new Date('2026-01-01T00:00:00.000Z'));
    await run('last use of keys');
    expect(await used()).toBe('2026-01-02T00:00:00.000Z');
  });
});

describe('housekeeping', () => {
  test('goes on after a task failed, and ends when the last run has', async () => {
    let runs = 0;
    let running = false;
    const task = {
      name: 'test',
      everyMs: 1,
      run: async () => {
        running = true;
        await new Promise(setImmediate);
        running = false;
        if (++runs === 1) throw new Error('once');
      },
    };
    const housekeeping = new Housekeeping([task], log);
    await until('a third run', () => runs >= 3);
    await housekeeping.close();
    expect(running).toBe(false);
  });
});
