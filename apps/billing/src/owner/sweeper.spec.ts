import { type TestDatabase, testDatabase } from '@almanac/testing';
import { checkInvariants } from '../ledger/invariants';
import { DEAD_SECONDS, LedgerFixture } from '../ledger/ledger.fixture';
import { sweep } from './sweeper';

let home: TestDatabase;
let on: LedgerFixture;
beforeAll(async () => {
  home = await testDatabase();
  on = new LedgerFixture(home);
});
beforeEach(() => on.listened());
afterEach(async () => {
  expect(await checkInvariants(on.database)).toEqual([]);
  await swept();
});
afterAll(async () => {
  await on.close();
  await home.drop();
});

const swept = () => sweep(on.database, DEAD_SECONDS);

describe('a silent owner', () => {
  test('is dead: what it had not settled is reversed, the rest stands', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger();
    for (const entity of ['a', 'b', 'c']) await ledger.charge(owner.delivery(team, entity));
    await owner.beat(1);
    await owner.silent();
    expect(await swept()).toEqual({ dead: [owner.id], reversed: 2 });
    expect(await on.states(team)).toEqual(['settled', 'reversed', 'reversed']);
    expect(await on.spendable(team)).toBe(4);
    expect(await swept()).toEqual({ dead: [], reversed: 0 });
  });

  test('stays dead for ever, though it speaks again', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    await owner.silent();
    await swept();
    const dead = { code: 'owner_dead' };
    await expect(owner.beat()).rejects.toMatchObject(dead);
    await expect(owner.beat(9, true)).rejects.toMatchObject(dead);
    await expect(on.ledger().charge(owner.delivery(team, 'a'))).rejects.toMatchObject(dead);
    await expect(on.ledger().reverse({ owner: owner.id, ownerSeqs: [1] })).rejects.toMatchObject(dead);
  });

  test('is refused before the sweeper came, too', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    await owner.silent();
    await expect(on.ledger().charge(owner.delivery(team, 'a'))).rejects.toMatchObject({ code: 'owner_dead' });
    await expect(owner.beat()).rejects.toMatchObject({ code: 'owner_dead' });
    expect(await on.spendable(team)).toBe(5);
  });

  test('never existed: it must beat before it charges', async () => {
    const team = await on.team({ company: 5 });
    const delivery = { ...(await on.owner()).delivery(team, 'a'), owner: '00000000-0000-4000-8000-000000000000' };
    await expect(on.ledger().charge(delivery)).rejects.toMatchObject({ code: 'owner_dead' });
  });

  test('that nobody could hear is not dead: billing had not listened long enough', async () => {
    const owner = await on.owner();
    await owner.silent();
    // As after an outage of the database: the last pulse is old.
    await on.rows("UPDATE billing.pulse SET beat_at = now() - interval '20 seconds'");
    expect(await swept()).toEqual({ dead: [], reversed: 0 });
    await owner.beat();
  });

  test('is swept by one replica, not by two', async () => {
    const team = await on.team({ company: 50 });
    const owner = await on.owner();
    for (const entity of ['a', 'b', 'c']) await on.ledger().charge(owner.delivery(team, entity));
    await owner.silent();
    const all = await Promise.all([swept(), swept(), swept()]);
    expect(all.reduce((sum, { reversed }) => sum + reversed, 0)).toBe(3);
    expect(await on.spendable(team)).toBe(50);
  });

  test('is swept in parts when it left much, a whole delivery at a time', async () => {
    const team = await on.team({ company: 5_000 });
    const owner = await on.owner();
    const ledger = on.ledger();
    await Promise.all(
      Array.from({ length: 1_200 }, (_, index) => ledger.charge(owner.delivery(team, [`a${index}`, `b${index}`]))),
    );
    await owner.silent();
    expect(await swept()).toMatchObject({ reversed: 2_400 });
    const [usage] = await on.rows('SELECT credits, calls FROM billing.usage WHERE team_id = $1', [team]);
    expect(usage).toEqual({ credits: 0, calls: 0 });
  });
});

describe('an owner that ends', () => {
  test('leaves what it settled, and what it did not is reversed', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    for (const entity of ['a', 'b']) await on.ledger().charge(owner.delivery(team, entity));
    await owner.beat(1, true);
    await owner.beat(1, true);
    expect(await swept()).toEqual({ dead: [], reversed: 1 });
    expect(await on.states(team)).toEqual(['settled', 'reversed']);
    await expect(owner.beat(2)).rejects.toMatchObject({ code: 'owner_dead' });
  });
});
