import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@almanac/testing';
import { DEAD_SECONDS, LedgerFixture, type OwnerFixture, operationID } from '../ledger/ledger.fixture';
import { beginKey } from './idempotency';
import { freeKey } from './idempotency.sql';

let home: TestDatabase;
let on: LedgerFixture;
let owner: OwnerFixture;
beforeAll(async () => {
  home = await testDatabase();
  on = new LedgerFixture(home);
});
beforeEach(async () => {
  await on.listened();
  owner = await on.owner();
});
afterAll(async () => {
  await on.close();
  await home.drop();
});

const request = (text = 'a') => text.repeat(64);
/** A call under a key of its own; `more` makes it another call. */
const call = (key: string, more: { owner?: string; fingerprint?: string; team?: string } = {}) => ({
  owner: owner.id,
  team: 't',
  key,
  fingerprint: request(),
  operationID: operationID(),
  ...more,
});
const fresh = () => randomUUID();
const begin = (claim: ReturnType<typeof call>) => beginKey(on.database, DEAD_SECONDS, claim);
const end = (claim: Parameters<typeof freeKey>[0]) => on.database.rows(freeKey(claim));

describe('an idempotency key', () => {
  test('stands for the operation of its first call; each further call is the next attempt', async () => {
    const key = fresh();
    const first = call(key);
    expect(await begin(first)).toEqual({ operationID: first.operationID, attempt: 1 });
    await end({ team: 't', key, operationID: first.operationID, attempt: 1 });
    expect(await begin(call(key))).toEqual({ operationID: first.operationID, attempt: 2 });
    await end({ team: 't', key, operationID: first.operationID, attempt: 2 });
    expect(await begin(call(key))).toEqual({ operationID: first.operationID, attempt: 3 });
  });

  test('is in progress while its call runs', async () => {
    const key = fresh();
    await begin(call(key));
    const refusal = { code: 'idempotency_in_progress', retryAfterSeconds: 1 };
    await expect(begin(call(key))).rejects.toMatchObject(refusal);
  });

  test('lets one of many calls at once through', async () => {
    const key = fresh();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => begin(call(key))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is refused to another request, running or not', async () => {
    const key = fresh();
    const { operationID, attempt } = await begin(call(key));
    const other = call(key, { fingerprint: request('b') });
    await expect(begin(other)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await end({ team: 't', key, operationID, attempt });
    await expect(begin(other)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  test('belongs to its team', async () => {
    const key = fresh();
    await begin(call(key));
    expect(await begin(call(key, { team: 'u', fingerprint: request('b') }))).toMatchObject({ attempt: 1 });
  });

  test('claimed twice by one message that came twice is one claim, also after its end', async () => {
    const key = fresh();
    await end({ team: 't', key, ...(await begin(call(key))) });
    const message = call(key);
    const claim = await begin(message);
    expect(claim.attempt).toBe(2);
    expect(await begin(message)).toEqual(claim);
    await end({ team: 't', key, ...claim });
    expect(await begin(message)).toEqual(claim);
    // The late copy must not have made it run again.
    expect(await begin(call(key))).toMatchObject({ attempt: 3 });
  });

  test('is not freed by the end of an earlier attempt', async () => {
    const key = fresh();
    const first = await begin(call(key));
    await end({ team: 't', key, ...first });
    await begin(call(key));
    await end({ team: 't', key, ...first });
    await expect(begin(call(key))).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  });

  test('of a dead gateway is free', async () => {
    const key = fresh();
    const first = await begin(call(key));
    await owner.silent();
    const next = await on.owner();
    expect(await begin(call(key, { owner: next.id }))).toEqual({ ...first, attempt: 2 });
  });

  test('cannot be claimed by an owner that is not alive', async () => {
    const unknown = begin(call(fresh(), { owner: randomUUID() }));
    await expect(unknown).rejects.toMatchObject({ code: 'owner_dead' });
    await owner.silent();
    await expect(begin(call(fresh()))).rejects.toMatchObject({ code: 'owner_dead' });
  });

  test('is forgotten after 24 hours: another request may use it, under a new operation', async () => {
    const key = fresh();
    await begin(call(key));
    const [{ hours }] = await on.rows<{ hours: number }>(
      'SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS hours FROM billing.idempotency WHERE key = $1',
      [key],
    );
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    await on.rows('UPDATE billing.idempotency SET expires_at = now() WHERE key = $1', [key]);
    const other = call(key, { fingerprint: request('b') });
    expect(await begin(other)).toEqual({ operationID: other.operationID, attempt: 1 });
  });
});
