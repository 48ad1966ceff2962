/** The charged path under faults: what RELIABILITY.md promises of the flow, with I1–I3 asked of the database after each. */

import { type Balance, chargeOpen, grantCreate } from '@almanac/contracts';
import {
  expectRefused,
  type GeneratedCompany,
  proveCount,
  proved,
  startWorld,
  type TestCustomer,
  templateRecords,
  testBus,
  testCustomer,
  until,
  type World,
} from '@almanac/testing';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Client } from 'pg';
import type { Static } from 'typebox';

/** Not below billing's own gap of 5 s: a billing that was away for less counts as having listened. */
const OWNER_DEAD_SECONDS = 5;
let world: World;
let database: Client;
let nats: NatsConnection;
let ids: string[];

beforeAll(async () => {
  // No repeat window: whatever is free here is free because of an idempotency key.
  world = await startWorld({ billing: { REPEAT_WINDOW_HOURS: '0', OWNER_DEAD_SECONDS: String(OWNER_DEAD_SECONDS) } });
  database = new Client({ connectionString: world.databaseUrl });
  await database.connect();
  nats = await connect({ servers: world.natsUrl });
  ids = ([...templateRecords('company')] as GeneratedCompany[]).map((company) => company.id);
}, 60_000);
afterAll(async () => {
  await database?.end();
  await nats?.close();
  await world?.stop();
});
afterEach(async () => {
  const { rows } = await database.query('SELECT * FROM billing.invariants()');
  expect(rows).toEqual([]);
});

const balanceOf = async ({ client }: TestCustomer): Promise<number> =>
  (await client.balance()).data.credits.company.balance;
const settled = (customer: TestCustomer, balance: number, within = 10_000) =>
  until(`a balance of ${balance}`, async () => (await balanceOf(customer).catch(() => -1)) === balance, within);

/** Resolves when the gateway has asked for a charge; call before the request. */
async function chargeSeen(): Promise<{ seen: Promise<void> }> {
  let seen: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    seen = resolve;
  });
  const subscription = nats.subscribe(chargeOpen.subject, {
    max: 1,
    callback: () => seen(),
  });
  await nats.flush();
  expect(subscription.isClosed()).toBe(false);
  return { seen: promise };
}
const openCharges = async (customer: TestCustomer): Promise<number> =>
  Number(
    (
      await database.query(`SELECT count(*) FROM billing.charges WHERE team_id = $1 AND state = 'open'`, [
        customer.teamID,
      ])
    ).rows[0].count,
  );

describe('Idempotency-Key', () => {
  it('charges one request once, however often it is sent', async () => {
    const customer = await testCustomer(world, { credits: { company: 10 } });
    const [id] = ids;
    const used: (number | undefined)[] = [];
    for (let i = 0; i < 4; i++)
      used.push((await customer.client.companyEnrich({ id }, { idempotencyKey: 'order-1' })).creditsUsed);
    expect(used).toEqual([1, 0, 0, 0]);
    expect(await balanceOf(customer)).toBe(9);
    expect((await customer.client.companyEnrich({ id }, { idempotencyKey: 'order-2' })).creditsUsed).toBe(1);
    expect((await customer.client.companyEnrich({ id })).creditsUsed).toBe(1);
    expect(await balanceOf(customer)).toBe(7);
  });

  it('refuses another request under the same key, and keeps teams apart', async () => {
    const [customer, other] = [await testCustomer(world), await testCustomer(world)];
    await customer.client.companyEnrich({ id: ids[0] }, { idempotencyKey: 'k' });
    await expectRefused(customer.client.companyEnrich({ id: ids[1] }, { idempotencyKey: 'k' }), 'idempotency_conflict');
    await expectRefused(customer.client.personEnrich({ id: ids[0] }, { idempotencyKey: 'k' }), 'idempotency_conflict');
    expect((await other.client.companyEnrich({ id: ids[1] }, { idempotencyKey: 'k' })).creditsUsed).toBe(1);
  });

  it('sent many times at once is charged once; the others wait or are told', async () => {
    const customer = await testCustomer(world, { credits: { company: 10 } });
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () => customer.client.companyEnrich({ id: ids[2] }, { idempotencyKey: 'rush' })),
    );
    const told = calls.flatMap((call) =>
      call.status === 'rejected' ? [(call.reason as { code: string; headers: Headers }).code] : [],
    );
    expect(new Set(told)).toEqual(new Set(told.length ? ['idempotency_in_progress'] : []));
    expect(calls.some((call) => call.status === 'fulfilled')).toBe(true);
    expect(await balanceOf(customer)).toBe(9);
  });

  it('a refused call leaves the key free', async () => {
    const customer = await testCustomer(world, { credits: {} });
    await expectRefused(
      customer.client.companyEnrich({ id: ids[0] }, { idempotencyKey: 'later' }),
      'insufficient_credits',
    );
    const bus = await testBus(world);
    await bus.call(grantCreate, { team: customer.teamID, kind: 'company', amount: 3 });
    await bus.close();
    expect((await customer.client.companyEnrich({ id: ids[0] }, { idempotencyKey: 'later' })).creditsUsed).toBe(1);
    expect(await balanceOf(customer)).toBe(2);
  });
});

describe('a balance', () => {
  it('of 10 pays exactly 10 of 60 calls at once', async () => {
    const customer = await testCustomer(world, { credits: { company: 10 } });
    const calls = await Promise.allSettled(ids.slice(0, 60).map((id) => customer.client.companyEnrich({ id })));
    expect(calls.filter((call) => call.status === 'fulfilled')).toHaveLength(10);
    const refused = calls.flatMap((call) =>
      call.status === 'rejected' ? [(call.reason as { code: string }).code] : [],
    );
    expect(new Set(refused)).toEqual(new Set(['insufficient_credits']));
    expect(await balanceOf(customer)).toBe(0);
  });

  it('read over NATS is what HTTP says', async () => {
    const customer = await testCustomer(world, { credits: { company: 7 } });
    const { data } = await customer.client.balance();
    expect((data as Static<typeof Balance>).credits.company.balance).toBe(7);
  });
});

describe('faults between charge and delivery', () => {
  it('a client gone before its bytes were written pays nothing', async () => {
    const customer = await testCustomer(world, { credits: { company: 5 } });
    await settled(customer, 5);
    const { seen } = await chargeSeen();
    world.apps.billing.signal('SIGSTOP');
    const controller = new AbortController();
    const call = customer.client
      .companyEnrich({ id: ids[0] }, { signal: controller.signal })
      .catch((error: Error) => error.name);
    await seen;
    controller.abort();
    expect(await call).toBe('AbortError');
    world.apps.billing.signal('SIGCONT');
    await until(
      'the charge and its reversal',
      async () =>
        (
          await database.query(`SELECT 1 FROM billing.charges WHERE team_id = $1 AND state = 'reversed'`, [
            customer.teamID,
          ])
        ).rowCount,
    );
    await settled(customer, 5);
  });

  it('billing killed while it is asked: asked again, delivered once, charged once', async () => {
    const customer = await testCustomer(world, { credits: { company: 5 } });
    await settled(customer, 5);
    const { seen } = await chargeSeen();
    world.apps.billing.signal('SIGSTOP');
    const call = customer.client.companyEnrich({ id: ids[1] });
    await seen;
    world.apps.billing.signal('SIGKILL');
    await world.apps.billing.exited;
    await world.restart('billing');
    expect((await call).creditsUsed).toBe(1);
    await settled(customer, 4);
  });

  it('billing away for good: 503, and what may have posted is given back when it returns', async () => {
    const customer = await testCustomer(world, { credits: { company: 5 } });
    await settled(customer, 5);
    world.apps.billing.signal('SIGSTOP');
    await expectRefused(customer.client.companyEnrich({ id: ids[2] }), 'service_unavailable');
    world.apps.billing.signal('SIGCONT');
    await until(
      'the gateway lives on under an owner that billing knows',
      async () =>
        (await fetch(`${world.gatewayUrl}/health/ready`).catch(() => undefined))?.status === 200 || (await restarted()),
    );
    await settled(customer, 5);
    expect(await openCharges(customer)).toBe(0);
  }, 60_000);

  const kills = proveCount(3, 100);
  it(
    `the gateway killed between charge and delivery costs the team nothing, ${kills} times`,
    async () => {
      const started = performance.now();
      const customer = await testCustomer(world, { credits: { company: 5 } });
      for (let i = 0; i < kills; i++) {
        // The key is verified and cached first: with billing stopped only the charge is still to be asked for.
        await until('the gateway answers', () => balanceOf(customer).catch(() => undefined));
        const { seen } = await chargeSeen();
        world.apps.billing.signal('SIGSTOP');
        const call = customer.client.companyEnrich({ id: ids[i % ids.length] }).then(
          () => 'delivered',
          () => 'lost',
        );
        await seen;
        world.apps.gateway.signal('SIGSTOP');
        world.apps.billing.signal('SIGCONT');
        await until('the charge is committed', async () => (await openCharges(customer)) === 1);
        world.apps.gateway.signal('SIGKILL');
        await world.apps.gateway.exited;
        expect(await call).toBe('lost');
        await until('the dead gateway is swept', async () => (await openCharges(customer)) === 0, 30_000);
        await world.restart('gateway');
      }
      expect(await balanceOf(customer)).toBe(5);
      proved('gateway killed between charge and delivery', kills, started);
    },
    proveCount(120_000, 1_500_000),
  );
});

/** A gateway that was silent for too long ends itself; in a world it is the test that starts it again. */
async function restarted(): Promise<boolean> {
  const gone = await Promise.race([
    world.apps.gateway.exited.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 5)),
  ]);
  if (gone) await world.restart('gateway');
  return gone;
}
