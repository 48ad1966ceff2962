import { randomUUID } from 'node:crypto';
import { CREDITS_MAX } from '@almanac/contracts';
import { type TestDatabase, testDatabase } from '@almanac/testing';
import { balancesOf } from './balance.sql';
import { createGrant, expire } from './grant';
import { checkInvariants } from './invariants';
import { LedgerFixture } from './ledger.fixture';

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

const soon = '2999-01-01T00:00:00.000Z';
const kind = 'company' as const;

describe('a grant', () => {
  test('says what was given, absent what was not said', async () => {
    const team = await on.team();
    expect(await createGrant(on.database, { team, kind, amount: 7, expiresAt: soon, note: 'hello' })).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      teamID: team,
      kind,
      amount: 7,
      remaining: 7,
      priority: 100,
      effectiveAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: soon,
      note: 'hello',
    });
  });

  test('with the same id and body is the same grant, asked for at once or later', async () => {
    const team = await on.team();
    const input = { id: randomUUID(), team, kind, amount: 7 };
    const [first, second] = await Promise.all([createGrant(on.database, input), createGrant(on.database, input)]);
    expect(second).toEqual(first);
    await on.ledger().charge((await on.owner()).delivery(team, 'a'));
    expect(await createGrant(on.database, input)).toEqual({ ...first, remaining: 6 });
    expect(await on.spendable(team)).toBe(6);
  });

  test('with the same id and another body is a conflict', async () => {
    const [team, other] = [await on.team(), await on.team()];
    const input = { id: randomUUID(), team, kind, amount: 7 };
    await createGrant(on.database, input);
    for (const changed of [{ amount: 8 }, { team: other }, { kind: 'person' as const }, { note: 'n' }]) {
      const again = createGrant(on.database, { ...input, ...changed });
      await expect(again).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await on.spendable(team)).toBe(7);
  });

  test.each([
    ['that has expired already', { expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['that expires before it starts', { effectiveAt: soon, expiresAt: '2998-01-01T00:00:00.000Z' }],
    ['that expires as it starts', { effectiveAt: soon, expiresAt: soon }],
  ])('%s is refused', async (_, dates) => {
    const team = await on.team();
    const grant = createGrant(on.database, { team, kind, amount: 7, ...dates });
    await expect(grant).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await on.spendable(team)).toBe(0);
  });

  test('past what can be counted exactly is refused', async () => {
    const team = await on.team({ company: 1 });
    await on.rows(
      `WITH g AS (UPDATE billing.grants SET amount = 9007199254740990, remaining = 9007199254740990
         WHERE team_id = $1 RETURNING id),
       e AS (UPDATE billing.entries SET amount = 9007199254740990 FROM g WHERE grant_id = g.id)
       UPDATE billing.balances SET balance = 9007199254740990 WHERE team_id = $1 AND kind = 'company'`,
      [team],
    );
    const grant = createGrant(on.database, { team, kind, amount: CREDITS_MAX });
    await expect(grant).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('to a team that does not exist is not found', async () => {
    const grant = createGrant(on.database, { team: 'nobody', kind, amount: 7 });
    await expect(grant).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that expires leaves the balance by an entry of its own', async () => {
    const team = await on.team({ company: 3 });
    await createGrant(on.database, { team, kind, amount: 7 });
    await on.rows(
      `UPDATE billing.grants SET effective_at = now() - interval '1 h', expires_at = now()
       WHERE team_id = $1 AND amount = 7`,
      [team],
    );
    await Promise.all([expire(on.database), expire(on.database)]);
    expect(await on.spendable(team)).toBe(3);
    const entries = await on.rows('SELECT type, amount FROM billing.entries WHERE team_id = $1 ORDER BY id', [team]);
    expect(entries).toEqual([
      { type: 'grant', amount: 3 },
      { type: 'grant', amount: 7 },
      { type: 'expire', amount: -7 },
    ]);
  });
});

describe('a balance', () => {
  test('is what can be spent now, with what expires next', async () => {
    const team = await on.team({ company: 3 });
    await createGrant(on.database, { team, kind, amount: 7, expiresAt: soon });
    await createGrant(on.database, { team, kind, amount: 1, expiresAt: soon });
    await createGrant(on.database, { team, kind, amount: 5, expiresAt: '2999-02-01T00:00:00.000Z' });
    await createGrant(on.database, { team, kind, amount: 100, effectiveAt: soon });
    const found = await on.database.rows(balancesOf({ callerTeam: team }));
    expect(
      found.map(({ kind, balance, expiringAmount, expiringAt }) => [kind, balance, expiringAmount, expiringAt]),
    ).toEqual(
      expect.arrayContaining([
        ['company', 16, 8, soon],
        ['person', 0, undefined, undefined],
      ]),
    );
  });

  test('of a team of the same customer is told, of another customer not', async () => {
    const [team, stranger] = [await on.team(), await on.team()];
    const [{ number }] = await on.rows<{ number: number }>(
      'SELECT number FROM billing.customers WHERE default_team_id = $1',
      [team],
    );
    const told = async (asked: string) =>
      (await on.database.rows(balancesOf({ team: asked, callerTeam: 'elsewhere', callerCustomer: number }))).length;
    expect(await told(team)).toBe(2);
    expect(await told(stranger)).toBe(0);
    expect(await told('nobody')).toBe(0);
  });
});

describe('the invariants', () => {
  const broken = async (change: string, problem: string) => {
    const team = await on.team({ company: 3 });
    await on.ledger({ repeatHours: 1 }).charge((await on.owner()).delivery(team, ['a', 'b']));
    await on.rows(change, [team]);
    const found = await checkInvariants(on.database);
    // Set right again by taking the team away.
    for (const table of ['entries', 'charges', 'usage', 'repeats', 'grants', 'balances'])
      await on.rows(`DELETE FROM billing.${table} WHERE team_id = $1`, [team]);
    expect(found.map(({ invariant, problem }) => `${invariant} ${problem}`).join('\n')).toMatch(new RegExp(problem));
  };

  // biome-ignore format: a table
  test.each([
    ['a grant that lost credits', 'UPDATE billing.grants SET remaining = 0 WHERE team_id = $1', 'I1 grant .* holds 0, its entries say 1'],
    ['a balance that lost credits', "UPDATE billing.balances SET balance = 0 WHERE team_id = $1 AND kind = 'company'", 'I1 team .* has a company balance of 0, its entries say 1'],
    ['usage that is not what stands', 'UPDATE billing.usage SET credits = 5 WHERE team_id = $1', 'I1 usage of team .* says 5 company credits, its standing charges 2'],
    ['a charge without its entry', "DELETE FROM billing.entries WHERE team_id = $1 AND type = 'charge'", 'I3 charge'],
    ['a charge reversed without its entries', "UPDATE billing.charges SET state = 'reversed', reversed_at = now() WHERE team_id = $1", 'I3 charge .* is reversed: its entries took 1 and returned 0'],
    ['a repeat of a reversed charge', "UPDATE billing.charges SET state = 'reversed', reversed_at = now() WHERE team_id = $1", 'I3 company . is free to repeat'],
    ['a charge that nobody owns', 'UPDATE billing.charges SET owner = gen_random_uuid() WHERE team_id = $1', 'I3 charge .* has no owner'],
    ['two charges for one line', `INSERT INTO billing.charges SELECT (left(id::text, 32) || '0002')::uuid, team_id, kind, entity, operation, key_id, operation_id, 2, credits, state, owner, owner_seq, created_at FROM billing.charges WHERE team_id = $1`, 'I3 2 charges stand for one line'],
  ])('notice %s', (_, change, problem) => broken(change, problem));
});
