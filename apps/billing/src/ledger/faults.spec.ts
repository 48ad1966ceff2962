import { AlmanacError } from '@almanac/contracts';
import { type TestDatabase, testDatabase } from '@almanac/testing';
import { checkInvariants } from './invariants';
import type { ChargeResult, Delivery } from './judge';
import type { Ledger } from './ledger';
import { LedgerFixture, outcomes } from './ledger.fixture';

let home: TestDatabase;
let on: LedgerFixture;
beforeAll(async () => {
  home = await testDatabase();
  on = new LedgerFixture(home);
});
afterAll(async () => {
  await on.close();
  await home.drop();
});

const TRIES_MAX = 100;

/** As gateways do: what is not known to have been charged is asked again with the same ids. */
async function asking(ledger: Ledger, delivery: Delivery): Promise<ChargeResult> {
  for (let tries = 1; ; tries++) {
    try {
      return await ledger.charge(delivery);
    } catch (error) {
      const unknown = error instanceof AlmanacError && error.code === 'service_unavailable';
      if (!unknown || tries >= TRIES_MAX) throw error;
    }
  }
}

const cutConnections = () =>
  on.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = 'almanac_billing'`);

test('connections cut again and again lose no acknowledged charge and double none', async () => {
  const team = await on.team({ company: 1_000 });
  const owner = await on.owner();
  const replicas = [on.ledger(), on.ledger()];
  let cut = 0;
  const results: ChargeResult[] = [];
  for (let round = 0; round < 30; round++) {
    const deliveries = Array.from({ length: 20 }, (_, index) => owner.delivery(team, `e${round}-${index}`));
    // A fifth of the messages comes twice.
    const doubles = deliveries.filter((_, index) => index % 5 === 0);
    const asked = [...deliveries, ...doubles].map((delivery, index) => asking(replicas[index % 2], delivery));
    // Wherever the transactions of this round are by now.
    cut += (await cutConnections()).length;
    const answers = await Promise.all(asked);
    results.push(...answers.slice(0, deliveries.length));
  }
  expect(cut).toBeGreaterThan(15);
  expect(results.map(outcomes)).toEqual(Array(600).fill('charged'));
  expect(await on.spendable(team)).toBe(400);
  expect(await checkInvariants(on.database)).toEqual([]);
});

test('a database out of reach is told at once, as what may be tried again', async () => {
  const away = new LedgerFixture({ url: 'postgres://x@127.0.0.1:1/x', as: () => 'postgres://x@127.0.0.1:1/x' });
  const delivery = (await on.owner()).delivery('t', 'a');
  const code = { code: 'service_unavailable', retryAfterSeconds: 1 };
  await expect(away.ledger().charge(delivery)).rejects.toMatchObject(code);
  await expect(away.database.rows({ text: 'SELECT 1' })).rejects.toMatchObject(code);
  await away.close();
});

test('a balance that somebody holds locked delays only until the database gives up', async () => {
  const team = await on.team({ company: 5 });
  const other = await on.team({ company: 5 });
  const owner = await on.owner();
  const ledger = on.ledger();
  const delivery = owner.delivery(team, 'a');
  await on.database.transaction(async (asked) => {
    await asked.rows({ text: 'SELECT 1 FROM billing.balances WHERE team_id = $1 FOR UPDATE', values: [team] });
    await expect(ledger.charge(delivery)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(outcomes(await ledger.charge(owner.delivery(other, 'b')))).toBe('charged');
  });
  expect(outcomes(await ledger.charge(delivery))).toBe('charged');
  expect(await on.spendable(team)).toBe(4);
});
