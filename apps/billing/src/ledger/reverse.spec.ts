import { type TestDatabase, testDatabase } from '@almanac/testing';
import { createGrant, expire } from './grant';
import { checkInvariants } from './invariants';
import { LedgerFixture, outcomes } from './ledger.fixture';

let home: TestDatabase;
let on: LedgerFixture;
beforeAll(async () => {
  home = await testDatabase();
  on = new LedgerFixture(home);
});
afterEach(async () => expect(await checkInvariants(on.database)).toEqual([]));
afterAll(async () => {
  await on.close();
  await home.drop();
});

describe('a reversal', () => {
  test('gives every line back to the grants it came from, once', async () => {
    const team = await on.team({ company: 2 });
    await createGrant(on.database, { team, kind: 'company', amount: 5 });
    const owner = await on.owner();
    const ledger = on.ledger();
    const delivery = owner.delivery(team, ['a', 'b', 'c']);
    await ledger.charge(delivery);
    const seqs = { owner: owner.id, ownerSeqs: [delivery.ownerSeq] };
    expect(await ledger.reverse(seqs)).toBe(3);
    expect(await ledger.reverse(seqs)).toBe(0);
    expect(await on.states(team)).toEqual(['reversed', 'reversed', 'reversed']);
    const grants = await on.rows('SELECT amount - remaining AS spent FROM billing.grants WHERE team_id = $1', [team]);
    expect(grants).toEqual([{ spent: 0 }, { spent: 0 }]);
    expect(await on.rows('SELECT credits, calls FROM billing.usage WHERE team_id = $1', [team])).toEqual([
      { credits: 0, calls: 0 },
    ]);
  });

  test('lets the next attempt be charged, and never the same one again', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger();
    const { operationID, ownerSeq } = await charged(owner.delivery(team, 'a'));
    await ledger.reverse({ owner: owner.id, ownerSeqs: [ownerSeq] });
    await expect(ledger.charge(owner.delivery(team, 'a', { operationID }))).rejects.toMatchObject({ code: 'conflict' });
    const next = await ledger.charge(owner.delivery(team, 'a', { operationID, attempt: 2 }));
    expect(outcomes(next)).toBe('charged');
    expect(await on.spendable(team)).toBe(4);
  });

  test('that comes before its charge keeps it from ever posting', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger();
    const late = owner.delivery(team, 'a');
    expect(await ledger.reverse({ owner: owner.id, ownerSeqs: [late.ownerSeq] })).toBe(0);
    await expect(ledger.charge(late)).rejects.toMatchObject({ code: 'conflict' });
    expect(await on.spendable(team)).toBe(5);
  });

  test('and its charge at the same moment: one of them wins, and nothing stays charged', async () => {
    const team = await on.team({ company: 100 });
    const owner = await on.owner();
    const replicas = [on.ledger(), on.ledger()];
    const deliveries = Array.from({ length: 40 }, (_, index) => owner.delivery(team, `e${index}`));
    await Promise.all([
      ...deliveries.map((delivery) => replicas[0].charge(delivery).catch(() => undefined)),
      ...deliveries.map(({ ownerSeq }) => replicas[1].reverse({ owner: owner.id, ownerSeqs: [ownerSeq] })),
    ]);
    expect(await on.spendable(team)).toBe(100);
  });

  test('of a settled delivery is a conflict, and then none of the call is reversed', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger();
    const [first, second] = [await charged(owner.delivery(team, 'a')), await charged(owner.delivery(team, 'b'))];
    await owner.beat(first.ownerSeq);
    const both = { owner: owner.id, ownerSeqs: [first.ownerSeq, second.ownerSeq] };
    await expect(ledger.reverse(both)).rejects.toMatchObject({ code: 'conflict' });
    expect(await on.states(team)).toEqual(['settled', 'open']);
  });

  test('acknowledged, then passed by the watermark, stays a reversal when asked again', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const { ownerSeq } = await charged(owner.delivery(team, 'a'));
    const seqs = { owner: owner.id, ownerSeqs: [ownerSeq] };
    await on.ledger().reverse(seqs);
    await owner.beat(ownerSeq + 5);
    expect(await on.ledger().reverse(seqs)).toBe(0);
    expect(await on.states(team)).toEqual(['reversed']);
  });

  test('by another owner, or a dead one, changes nothing', async () => {
    const team = await on.team({ company: 5 });
    const [owner, other] = [await on.owner(), await on.owner()];
    const { ownerSeq } = await charged(owner.delivery(team, 'a'));
    expect(await on.ledger().reverse({ owner: other.id, ownerSeqs: [ownerSeq] })).toBe(0);
    await other.beat(0, true);
    const ended = on.ledger().reverse({ owner: other.id, ownerSeqs: [ownerSeq] });
    await expect(ended).rejects.toMatchObject({ code: 'owner_dead' });
    expect(await on.states(team)).toEqual(['open']);
  });

  test('into a grant that has expired meanwhile is written off with it', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const { ownerSeq } = await charged(owner.delivery(team, 'a'));
    await on.rows(
      "UPDATE billing.grants SET effective_at = now() - interval '2 h', expires_at = now() WHERE team_id = $1",
      [team],
    );
    await expire(on.database);
    expect(await on.spendable(team)).toBe(0);
    await on.ledger().reverse({ owner: owner.id, ownerSeqs: [ownerSeq] });
    expect(await on.spendable(team)).toBe(1);
    const refused = await on.ledger().charge(owner.delivery(team, 'b'));
    expect(refused).toMatchObject({ credits: 0, available: 0 });
    await expire(on.database);
    expect(await on.spendable(team)).toBe(0);
  });

  async function charged(delivery: ReturnType<Awaited<ReturnType<LedgerFixture['owner']>>['delivery']>) {
    expect(outcomes(await on.ledger().charge(delivery))).toBe('charged');
    return delivery;
  }
});

describe('settling', () => {
  test('is a fact of the watermark, which never goes back', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger();
    for (const entity of ['a', 'b', 'c']) await ledger.charge(owner.delivery(team, entity));
    expect(await on.states(team)).toEqual(['open', 'open', 'open']);
    await owner.beat(2);
    await owner.beat(1);
    expect(await on.states(team)).toEqual(['settled', 'settled', 'open']);
    await ledger.charge(owner.delivery(team, 'd', { settledThrough: 3 }));
    expect(await on.states(team)).toEqual(['settled', 'settled', 'settled', 'open']);
  });

  test('closes its numbers: a message that comes after is not charged', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const late = owner.delivery(team, 'a');
    await owner.beat(late.ownerSeq);
    await expect(on.ledger().charge(late)).rejects.toMatchObject({ code: 'conflict' });
    expect(await on.spendable(team)).toBe(5);
  });

  test('leaves a charge that is asked about again as it was told', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const delivery = owner.delivery(team, 'a');
    const first = await on.ledger().charge(delivery);
    await owner.beat(delivery.ownerSeq);
    expect(await on.ledger().charge(delivery)).toEqual(first);
  });
});
