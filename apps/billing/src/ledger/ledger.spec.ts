import { type TestDatabase, testDatabase } from '@almanac/testing';
import { createGrant } from './grant';
import { checkInvariants } from './invariants';
import { LedgerFixture, operationID, outcomes } from './ledger.fixture';

let home: TestDatabase;
let on: LedgerFixture;
beforeAll(async () => {
  home = await testDatabase();
  on = new LedgerFixture(home);
});
afterEach(async () => {
  await on.rows('DROP TRIGGER IF EXISTS poison ON billing.charges_other');
  expect(await checkInvariants(on.database)).toEqual([]);
});
afterAll(async () => {
  await on.close();
  await home.drop();
});

const entities = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `e${from + index}`);

describe('a charge', () => {
  test('takes its price from the team, once, and says what is left', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const result = await on.ledger().charge(owner.delivery(team, ['a', 'b', 'a']));
    expect(result).toEqual({
      lines: [
        { outcome: 'charged', credits: 1 },
        { outcome: 'charged', credits: 1 },
        { outcome: 'already', credits: 0 },
      ],
      credits: 2,
      remaining: { company: 3 },
    });
    expect(await on.spendable(team)).toBe(3);
    expect(await on.states(team)).toEqual(['open', 'open']);
  });

  test('asked again with the same ids answers the same and takes nothing more', async () => {
    const team = await on.team({ company: 5 });
    const delivery = (await on.owner()).delivery(team, ['a', 'b']);
    const ledger = on.ledger();
    const first = await ledger.charge(delivery);
    expect(await ledger.charge(delivery)).toEqual(first);
    expect(await Promise.all([ledger.charge(delivery), on.ledger().charge(delivery)])).toEqual([first, first]);
    expect(await on.spendable(team)).toBe(3);
  });

  test('that is refused stays refused for its attempt, though credits came; the next attempt is judged anew', async () => {
    const team = await on.team({ company: 1 });
    const owner = await on.owner();
    const ledger = on.ledger();
    const delivery = owner.delivery(team, ['a', 'b']);
    const refused = await ledger.charge(delivery);
    expect(refused).toMatchObject({ credits: 0, needed: 2, available: 1, kind: 'company' });
    await createGrant(on.database, { team, kind: 'company', amount: 10 });
    expect({ ...(await ledger.charge(delivery)), remaining: {} }).toEqual({ ...refused, remaining: {} });
    const { operationID } = delivery;
    const next = await ledger.charge(owner.delivery(team, ['a', 'b'], { operationID, attempt: 2 }));
    expect(next).toMatchObject({ credits: 2, remaining: { company: 9 } });
  });

  test('of 200 clients at once on a balance of 100 is delivered exactly 100 times', async () => {
    const team = await on.team({ company: 100 });
    const owner = await on.owner();
    const replicas = [on.ledger(), on.ledger(), on.ledger()];
    const results = await Promise.all(
      entities(200).map((entity, index) => replicas[index % 3].charge(owner.delivery(team, entity))),
    );
    expect(results.filter((result) => outcomes(result) === 'charged')).toHaveLength(100);
    expect(await on.spendable(team)).toBe(0);
  });

  test('draws on grants by priority, then expiry, then age', async () => {
    const team = await on.team();
    const grant = async (amount: number, more: { priority?: number; expiresAt?: string }) =>
      (await createGrant(on.database, { team, kind: 'company', amount, ...more })).id;
    const last = await grant(2, { priority: 200 });
    const third = await grant(2, {});
    const fourth = await grant(2, {});
    const second = await grant(2, { expiresAt: '2999-01-01T00:00:00.000Z' });
    const first = await grant(2, { priority: 1 });
    await on.ledger().charge((await on.owner()).delivery(team, entities(7)));
    const left = await on.rows<{ id: string; remaining: number }>(
      'SELECT id, remaining FROM billing.grants WHERE team_id = $1',
      [team],
    );
    const remaining = new Map(left.map(({ id, remaining }) => [id, remaining]));
    expect([first, second, third, fourth, last].map((id) => remaining.get(id))).toEqual([0, 0, 0, 1, 2]);
  });

  test('spends no grant before its time, nor after', async () => {
    const team = await on.team();
    await createGrant(on.database, { team, kind: 'company', amount: 9, effectiveAt: '2999-01-01T00:00:00.000Z' });
    const { id } = await createGrant(on.database, {
      team,
      kind: 'company',
      amount: 9,
      expiresAt: '2999-01-01T00:00:00.000Z',
    });
    await on.rows("UPDATE billing.grants SET effective_at = now() - interval '2 h', expires_at = now() WHERE id = $1", [
      id,
    ]);
    const result = await on.ledger().charge((await on.owner()).delivery(team, 'a'));
    expect(result).toMatchObject({ credits: 0, available: 0, remaining: { company: 0 } });
  });

  test('of a gateway whose clock is years off is kept all the same', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    for (const now of [Date.UTC(1999, 0), Date.UTC(2199, 0)]) {
      const delivery = owner.delivery(team, 'a', { operationID: operationID(now) });
      expect(outcomes(await on.ledger().charge(delivery))).toBe('charged');
      expect(outcomes(await on.ledger().charge(delivery))).toBe('charged');
    }
    expect(await on.spendable(team)).toBe(3);
  });
});

describe('many at once', () => {
  test('one bad delivery fails alone', async () => {
    await on.rows(`CREATE OR REPLACE FUNCTION billing.poison() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.entity = 'poison' THEN RAISE 'poison'; END IF; RETURN NEW; END $$`);
    const far = () => operationID(Date.UTC(2150, 0));
    await on.rows(
      'CREATE TRIGGER poison BEFORE INSERT ON billing.charges_other FOR EACH ROW EXECUTE FUNCTION billing.poison()',
    );
    const team = await on.team({ company: 100 });
    const owner = await on.owner();
    const ledger = on.ledger();
    const asked = entities(20).map((entity, index) => (index === 13 ? 'poison' : entity));
    const answers = await Promise.allSettled(
      asked.map((entity) => ledger.charge(owner.delivery(team, entity, { operationID: far() }))),
    );
    expect(answers.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([13]);
    expect(await on.spendable(team)).toBe(81);
  });

  test('an unknown team or operation, or a dead owner, is told to that delivery only', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger();
    const stranger = '00000000-0000-4000-8000-000000000000';
    const answers = await Promise.allSettled([
      ledger.charge(owner.delivery(team, 'a')),
      ledger.charge(owner.delivery('nobody', 'b')),
      ledger.charge(owner.delivery(team, 'c', { operation: 'nothing' })),
      ledger.charge({ ...owner.delivery(team, 'd'), owner: stranger }),
      ledger.charge(owner.delivery(team, 'e')),
    ]);
    const codes = answers.map((answer) => (answer.status === 'fulfilled' ? 'ok' : answer.reason.code));
    expect(codes).toEqual(['ok', 'not_found', 'not_found', 'owner_dead', 'ok']);
    expect(await on.spendable(team)).toBe(3);
  });

  test('many teams from several replicas and gateways never wait for each other in a circle', async () => {
    const teams = await Promise.all(Array.from({ length: 6 }, () => on.team({ company: 50, person: 50 })));
    const owners = await Promise.all([on.owner(), on.owner(), on.owner()]);
    const replicas = [on.ledger(), on.ledger(), on.ledger()];
    const lines = (['person', 'company'] as const).map((kind) => ({ kind, entity: 'x' }));
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        const delivery = owners[index % 3].delivery(teams[(index * 7) % 6], 'x', {
          lines: index % 2 ? lines : lines.toReversed(),
        });
        return replicas[(index * 5) % 3].charge(delivery);
      }),
    );
    expect(results.filter(({ credits }) => credits > 0)).toHaveLength(300);
  });

  test('the database is never asked for more than the queue holds', async () => {
    const team = await on.team({ company: 20_000 });
    const owner = await on.owner();
    const ledger = on.ledger();
    const answers = await Promise.allSettled(
      entities(10_050).map((entity) => ledger.charge(owner.delivery(team, entity))),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map((answer) => answer.reason.code)).toEqual(Array(50).fill('service_unavailable'));
    expect(await on.spendable(team)).toBe(10_000);
  });
});

describe('the repeat window', () => {
  const within = { repeatHours: 24 };

  test('makes the same look-up of a team free, of two at once too', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger(within);
    const both = await Promise.all([
      ledger.charge(owner.delivery(team, 'a')),
      ledger.charge(owner.delivery(team, 'a')),
    ]);
    expect(both.map(outcomes)).toEqual(['charged', 'repeat']);
    expect(outcomes(await on.ledger(within).charge(owner.delivery(team, 'a')))).toBe('repeat');
    expect(await on.spendable(team)).toBe(4);
  });

  test('is of one team, one operation and one entity, and ends', async () => {
    const [team, other] = [await on.team({ company: 5 }), await on.team({ company: 5 })];
    const owner = await on.owner();
    const ledger = on.ledger(within);
    on.prices.set('company.legal', 1);
    await ledger.charge(owner.delivery(team, 'a'));
    expect(outcomes(await ledger.charge(owner.delivery(other, 'a')))).toBe('charged');
    expect(outcomes(await ledger.charge(owner.delivery(team, 'b')))).toBe('charged');
    expect(outcomes(await ledger.charge(owner.delivery(team, 'a', { operation: 'company.legal' })))).toBe('charged');
    await on.rows('UPDATE billing.repeats SET expires_at = now() WHERE team_id = $1', [team]);
    expect(outcomes(await ledger.charge(owner.delivery(team, 'a')))).toBe('charged');
    expect(outcomes(await ledger.charge(owner.delivery(team, 'a')))).toBe('repeat');
  });

  test('ends with the reversal of the charge that opened it', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger(within);
    const first = owner.delivery(team, 'a');
    await ledger.charge(first);
    await ledger.reverse({ owner: owner.id, ownerSeqs: [first.ownerSeq] });
    expect(outcomes(await ledger.charge(owner.delivery(team, 'a')))).toBe('charged');
  });

  test('off: every delivery is charged', async () => {
    const team = await on.team({ company: 5 });
    const owner = await on.owner();
    const ledger = on.ledger();
    await ledger.charge(owner.delivery(team, 'a'));
    expect(outcomes(await ledger.charge(owner.delivery(team, 'a')))).toBe('charged');
    expect(await on.rows('SELECT 1 FROM billing.repeats WHERE team_id = $1', [team])).toEqual([]);
  });
});
