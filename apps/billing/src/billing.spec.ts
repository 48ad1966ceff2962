import { randomUUID } from 'node:crypto';
import { type Bus, connectBus } from '@almanac/bus';
import {
  balanceGet,
  CONTRACTS,
  chargeOpen,
  chargeReverse,
  customerCreate,
  customerList,
  grantCreate,
  grantList,
  KEY_REVOKED_SUBJECT,
  keyCreate,
  keyList,
  keyRevoke,
  keyVerify,
  ownerBeat,
  problemsOf,
  serviceOf,
  teamCreate,
  teamList,
} from '@almanac/contracts';
import { createLog, keyHash, parseKey, ROLES, type Running } from '@almanac/runtime';
import type { RunningNats } from '@almanac/runtime/servers';
import { TEST_PEPPER, type TestDatabase, testDatabase, testNats, until } from '@almanac/testing';
import { Client } from 'pg';
import { operationID } from './ledger/ledger.fixture';
import { startBilling } from './start';

let home: TestDatabase;
let nats: RunningNats;
let app: Running;
let bus: Bus;
let admin: Client;
beforeAll(async () => {
  [home, nats] = await Promise.all([testDatabase(), testNats()]);
  app = await startBilling(
    {
      DATABASE_URL: home.as(ROLES.billing),
      NATS_URL: nats.url,
      KEY_PEPPER: TEST_PEPPER,
      REPEAT_WINDOW_HOURS: 24,
      OWNER_DEAD_SECONDS: 2,
      DATABASE_POOL_SIZE: 4,
    },
    createLog('billing', 'silent'),
  );
  bus = await connectBus({ url: nats.url, name: 'billing spec' });
  admin = new Client({ connectionString: home.url });
  await admin.connect();
});
afterAll(async () => {
  await bus.close();
  await app.close();
  await admin.end();
  await nats.stop();
  await home.drop();
});

const acme = () => bus.call(customerCreate, { name: 'Acme', rateLimits: { enrich: 7 } });
const verify = (token: string) => bus.call(keyVerify, { hash: keyHash(TEST_PEPPER, token) });
const meta = (team: string, customer?: number) => ({ requestID: 'r', team, customer });
const delivery = (owner: string, team: string, ownerSeq: number, entity = 'a') => ({
  owner,
  ownerSeq,
  settledThrough: 0,
  operationID: operationID(),
  attempt: 1,
  operation: 'company.enrich',
  team,
  lines: [{ kind: 'company' as const, entity }],
});
const gateway = async () => {
  const owner = randomUUID();
  await bus.call(ownerBeat, { owner, kind: 'gateway', settledThrough: 0 });
  return owner;
};

test('every subject of billing is served', async () => {
  const own = CONTRACTS.filter((contract) => serviceOf(contract) === 'billing');
  expect(own.length).toBeGreaterThan(15);
  for (const contract of own) {
    const error = await bus.call(contract, { nonsense: true } as never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_request' });
  }
});

describe('customers and teams', () => {
  test('are created, listed, and answer as their contracts say', async () => {
    const created = await acme();
    const second = await bus.call(teamCreate, { customerID: created.customer.id, name: 'Second' });
    expect(problemsOf(customerCreate.output, created)).toEqual([]);
    expect(problemsOf(teamCreate.output, second)).toEqual([]);
    expect(created.customer.defaultTeamID).toBe(created.team.id);
    const { teams } = await bus.call(teamList, { customerID: created.customer.id });
    expect(teams).toEqual([created.team, second]);
    expect((await bus.call(customerList, {})).customers).toContainEqual(created.customer);
    const numbers = await Promise.all([acme(), acme()]);
    expect(new Set(numbers.map(({ customer }) => customer.number)).size).toBe(2);
  });

  test('of a customer that does not exist are not made', async () => {
    const made = bus.call(teamCreate, { customerID: 'nobody', name: 'x' });
    await expect(made).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('keys', () => {
  test('of a customer speak for its default team, of a team for that team', async () => {
    const { customer, team } = await acme();
    const second = await bus.call(teamCreate, { customerID: customer.id, name: 'Second' });
    const whole = await bus.call(keyCreate, { customerID: customer.id, name: 'k', scopes: ['read'], env: 'demo' });
    const one = await bus.call(keyCreate, { teamID: second.id, name: 'k', scopes: ['search', 'read'] });
    expect(await verify(whole.token)).toEqual({
      keyID: whole.key.id,
      customerID: customer.id,
      customerNumber: customer.number,
      teamID: team.id,
      scopes: ['read'],
      rateLimits: { enrich: 7 },
    });
    expect(await verify(one.token)).toMatchObject({ teamID: second.id, scopes: ['search', 'read'] });
    expect(parseKey(whole.token)).toEqual({ env: 'demo', hint: whole.key.hint });
    expect(parseKey(one.token)?.env).toBe('live');
    const { keys } = await bus.call(keyList, { customerID: customer.id });
    expect(keys).toEqual([whole.key, one.key]);
    expect((await bus.call(keyList, { teamID: second.id })).keys).toEqual([one.key]);
  });

  test('are stored as a keyed hash only', async () => {
    const { customer } = await acme();
    const { token, key } = await bus.call(keyCreate, { customerID: customer.id, name: 'k', scopes: ['read'] });
    const { rows } = await admin.query('SELECT k::text AS text FROM billing.keys k WHERE id = $1', [key.id]);
    expect(rows[0].text).not.toContain(token.slice(9, -6));
    expect(rows[0].text).toContain(keyHash(TEST_PEPPER, token));
  });

  test('that are unknown, expired or revoked are unauthorized', async () => {
    const { customer } = await acme();
    const make = () => bus.call(keyCreate, { customerID: customer.id, name: 'k', scopes: ['read'] });
    const [expired, revoked] = [await make(), await make()];
    await admin.query('UPDATE billing.keys SET expires_at = now() WHERE id = $1', [expired.key.id]);
    await bus.call(keyRevoke, { id: revoked.key.id });
    for (const token of [expired.token, revoked.token, `${expired.token}x`])
      await expect(verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('that are revoked are made known to every gateway, each time', async () => {
    const { customer } = await acme();
    const { token, key } = await bus.call(keyCreate, { customerID: customer.id, name: 'k', scopes: ['read'] });
    const heard: unknown[] = [];
    bus.listen(KEY_REVOKED_SUBJECT, (value) => heard.push(value));
    await bus.connection.flush();
    const revoked = await bus.call(keyRevoke, { id: key.id });
    expect(revoked.revokedAt).toBeDefined();
    expect(await bus.call(keyRevoke, { id: key.id })).toEqual(revoked);
    const told = { hash: keyHash(TEST_PEPPER, token) };
    await until('two broadcasts', () => heard.length === 2);
    expect(heard).toEqual([told, told]);
  });

  test('need somebody who exists, and a team of that customer', async () => {
    const [one, other] = [await acme(), await acme()];
    const make = (whose: object) => bus.call(keyCreate, { name: 'k', scopes: ['read'], ...whose });
    await expect(make({})).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(make({ customerID: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(make({ teamID: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    const mixed = make({ customerID: one.customer.id, teamID: other.team.id });
    await expect(mixed).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('credits', () => {
  test('travel from a grant through a charge to the balance', async () => {
    const { customer, team } = await acme();
    await bus.call(grantCreate, { team: team.id, kind: 'company', amount: 5 });
    const owner = await gateway();
    const result = await bus.call(chargeOpen, delivery(owner, team.id, 1));
    expect(result).toEqual({ lines: [{ outcome: 'charged', credits: 1 }], credits: 1, remaining: { company: 4 } });
    const balance = await bus.call(balanceGet, {}, meta(team.id, customer.number));
    expect(problemsOf(balanceGet.output, balance)).toEqual([]);
    expect(balance).toMatchObject({
      team: { id: team.id },
      credits: { company: { balance: 4 }, person: { balance: 0 } },
    });
    expect(await bus.call(chargeReverse, { owner, ownerSeqs: [1] })).toEqual({ reversed: 1 });
    expect((await bus.call(grantList, { team: team.id })).grants).toMatchObject([{ amount: 5, remaining: 5 }]);
  });

  test('of another customer are nobody’s business', async () => {
    const [one, other] = [await acme(), await acme()];
    const asked = (team: string) => bus.call(balanceGet, { team }, meta(one.team.id, one.customer.number));
    const [theirs, nobodys] = await Promise.allSettled([asked(other.team.id), asked('nobody')]);
    expect(theirs).toEqual(nobodys);
    expect(theirs).toMatchObject({ status: 'rejected', reason: { code: 'team_not_found' } });
    const second = await bus.call(teamCreate, { customerID: one.customer.id, name: 'Second' });
    expect(await asked(second.id)).toMatchObject({ team: { id: second.id } });
    const unsaid = bus.call(balanceGet, {});
    await expect(unsaid).rejects.toMatchObject({ code: 'team_not_found' });
    const grants = bus.call(grantList, { team: 'nobody' });
    await expect(grants).rejects.toMatchObject({ code: 'not_found' });
  });

  test('cost what the price list says, within a second of its change', async () => {
    const { team } = await acme();
    // Plenty: each poll below is a charge.
    await bus.call(grantCreate, { team: team.id, kind: 'company', amount: 1_000_000 });
    const owner = await gateway();
    let seq = 0;
    const cost = async () => {
      const { lines } = await bus.call(chargeOpen, delivery(owner, team.id, ++seq, `e${seq}`));
      return lines[0];
    };
    await admin.query("INSERT INTO billing.prices (operation, kind, credits) VALUES ('company.enrich', 'company', 3)");
    await until('the new price', async () => (await cost()).credits === 3);
    await admin.query('UPDATE billing.prices SET credits = 0');
    await until('the new price', async () => (await cost()).outcome === 'free');
    await admin.query('DELETE FROM billing.prices');
    await until('the price of the contract', async () => (await cost()).credits === 1);
  });
});

test('a gateway that falls silent is counted out, and what it left open comes back', async () => {
  const { team } = await acme();
  await bus.call(grantCreate, { team: team.id, kind: 'company', amount: 5 });
  const owner = await gateway();
  await bus.call(chargeOpen, delivery(owner, team.id, 1));
  await until('the reversal', async () => {
    const { grants } = await bus.call(grantList, { team: team.id });
    return grants[0].remaining === 5;
  });
  const beat = bus.call(ownerBeat, { owner, kind: 'gateway', settledThrough: 1 });
  await expect(beat).rejects.toMatchObject({ code: 'owner_dead' });
});
