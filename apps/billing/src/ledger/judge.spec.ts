import { AlmanacError } from '@almanac/contracts';
import fc from 'fast-check';
import { chargeFamily, chargeID, familyOf } from './charge-id';
import {
  accountOf,
  available,
  type Books,
  type Charge,
  type Delivery,
  deliveryOf,
  drawdown,
  enter,
  type Grant,
  judge,
  type Refusal,
  repeatOf,
} from './judge';

const OWNER = '00000000-0000-4000-8000-00000000000a';
const OPERATION = '01a1f906-829c-734a-86be-41eeb479b041';

const delivery = (lines: string, more: Partial<Delivery> = {}): Delivery => ({
  owner: OWNER,
  ownerSeq: 5,
  settledThrough: 0,
  operationID: OPERATION,
  attempt: 1,
  operation: 'company.enrich',
  team: 't',
  // `a` is a company, `A` a person.
  lines: [...lines].map((entity) => ({ kind: entity < 'a' ? 'person' : 'company', entity })),
  ...more,
});

const idOf = (entity: string, attempt = 1, kind: 'company' | 'person' = 'company') =>
  chargeID(chargeFamily(OPERATION, kind, entity), attempt);
const charge = (entity: string, more: Partial<Charge> & { attempt?: number } = {}): Charge => ({
  id: idOf(entity, more.attempt),
  team: 't',
  operation: 'company.enrich',
  credits: 1,
  reversed: false,
  owner: OWNER,
  ownerSeq: 5,
  ...more,
});

interface Known {
  company?: number[];
  person?: number[];
  charges?: Charge[];
  refusals?: Refusal[];
  repeats?: string;
  price?: number;
  settledThrough?: number;
}
function books({
  company = [],
  person = [],
  charges = [],
  refusals = [],
  repeats = '',
  price = 1,
  settledThrough = 0,
}: Known): Books {
  const families = new Map<string, Charge[]>();
  for (const one of charges) families.set(familyOf(one.id), [...(families.get(familyOf(one.id)) ?? []), one]);
  const grants = (amounts: number[]) => amounts.map((remaining, index): Grant => ({ id: `g${index}`, remaining }));
  return {
    grants: new Map([
      [accountOf('t', 'company'), grants(company)],
      [accountOf('t', 'person'), grants(person)],
    ]),
    charges: families,
    refusals: new Map(refusals.map((refusal) => [refusal.id, refusal])),
    repeats: new Set([...repeats].map((entity) => repeatOf('t', 'company.enrich', 'company', entity))),
    owners: new Map([[OWNER, settledThrough]]),
    reversals: new Set([deliveryOf(OWNER, 99)]),
    priceOf: (operation) => (operation === 'company.enrich' ? price : undefined),
  };
}
const refusal = (entity: string, more: Partial<Refusal> = {}): Refusal => ({
  id: idOf(entity),
  kind: 'company',
  needed: 7,
  available: 3,
  ...more,
});

/** `charged:1 already:0 | company 4`, and what fell short. */
function told(known: Known, asked: Delivery): string {
  const judged = judge(books(known), asked);
  if (judged instanceof AlmanacError) return judged.code;
  const { lines, remaining, needed, available, kind } = judged.result;
  const left = Object.entries(remaining).map(([name, credits]) => `${name} ${credits}`);
  const short = needed === undefined ? '' : ` | ${kind} ${available} of ${needed}`;
  return `${lines.map(({ outcome, credits }) => `${outcome}:${credits}`).join(' ')} | ${left.join(', ')}${short}`;
}

const partial = { partial: true };
const second = { attempt: 2, ownerSeq: 6 };

// biome-ignore format: a table
const CASES: [string, Known, Delivery, string][] = [
  ['a line that the balance pays', { company: [5] }, delivery('a'), 'charged:1 | company 4'],
  ['the last credit', { company: [1] }, delivery('a'), 'charged:1 | company 0'],
  ['no credit', {}, delivery('a'), 'refused:0 | company 0 | company 0 of 1'],
  ['all lines, when they can all be paid', { company: [2] }, delivery('ab'), 'charged:1 charged:1 | company 0'],
  ['all or none', { company: [1] }, delivery('ab'), 'refused:0 refused:0 | company 1 | company 1 of 2'],
  ['partial: in order, what the balance pays', { company: [1] }, delivery('ab', partial), 'charged:1 refused:0 | company 0 | company 1 of 2'],
  ['two kinds, both paid', { company: [1], person: [1] }, delivery('aA'), 'charged:1 charged:1 | company 0, person 0'],
  ['two kinds, the second short: none', { company: [1] }, delivery('aA'), 'refused:0 refused:0 | company 1, person 0 | person 0 of 1'],
  ['partial, two kinds: each by itself', { company: [1] }, delivery('Aa', partial), 'refused:0 charged:1 | person 0, company 0 | person 0 of 1'],
  ['a kind of another balance does not help', { person: [9] }, delivery('a'), 'refused:0 | company 0 | company 0 of 1'],
  ['a price above one', { company: [5], price: 3 }, delivery('a'), 'charged:3 | company 2'],
  ['a price that no single grant pays', { company: [2, 2], price: 3 }, delivery('a'), 'charged:3 | company 1'],
  ['a price of nothing', { price: 0 }, delivery('ab'), 'free:0 free:0 | company 0'],

  ['the same entity twice: billed once', { company: [5] }, delivery('aba'), 'charged:1 charged:1 already:0 | company 3'],
  ['twice, and the balance pays one', { company: [1] }, delivery('aa'), 'charged:1 already:0 | company 0'],
  ['twice, and the balance pays none', {}, delivery('aa'), 'refused:0 refused:0 | company 0 | company 0 of 1'],

  ['asked again: the same answer', { company: [4], charges: [charge('a')] }, delivery('a'), 'charged:1 | company 4'],
  ['asked again, whatever the price is now', { company: [4], charges: [charge('a', { credits: 2 })], price: 9 }, delivery('a'), 'charged:2 | company 4'],
  ['asked again with doubles', { company: [4], charges: [charge('a')] }, delivery('aa'), 'charged:1 already:0 | company 4'],
  ['asked again after it was settled', { company: [4], charges: [charge('a')], settledThrough: 5 }, delivery('a'), 'charged:1 | company 4'],
  ['refused before: still refused, though there is credit now', { company: [9], refusals: [refusal('a')] }, delivery('a'), 'refused:0 | company 9 | company 3 of 7'],
  ['refused before, in part', { company: [9], charges: [charge('a')], refusals: [refusal('b')] }, delivery('ab', partial), 'charged:1 refused:0 | company 9 | company 3 of 7'],

  ['the next attempt while a charge stands', { company: [4], charges: [charge('a')] }, delivery('a', second), 'already:0 | company 4'],
  ['an earlier attempt while a later one stands', { company: [4], charges: [charge('a', { attempt: 2 })] }, delivery('a'), 'already:0 | company 4'],
  ['the next attempt after a reversal', { company: [4], charges: [charge('a', { reversed: true })] }, delivery('a', second), 'charged:1 | company 3'],
  ['the next attempt after a refusal', { company: [4], refusals: [refusal('a')] }, delivery('a', second), 'charged:1 | company 3'],
  ['another delivery of the same attempt', { company: [4], charges: [charge('a', { ownerSeq: 4 })] }, delivery('ab'), 'already:0 charged:1 | company 3'],
  ['the second attempt after both ends', { company: [4], charges: [charge('a', { reversed: true }), charge('a', { attempt: 2 })] }, delivery('a', { ...second, attempt: 3 }), 'already:0 | company 4'],

  ['within the repeat window', { company: [4], repeats: 'a' }, delivery('ab'), 'repeat:0 charged:1 | company 3'],
  ['within the repeat window, without credit', { repeats: 'a' }, delivery('a'), 'repeat:0 | company 0'],
  ['a charge that stands goes before a repeat', { charges: [charge('a')], repeats: 'a' }, delivery('a', second), 'already:0 | company 0'],

  ['an owner that is not alive', { company: [4] }, delivery('a', { owner: OPERATION }), 'owner_dead'],
  ['a delivery that was reversed', { company: [4] }, delivery('a', { ownerSeq: 99 }), 'conflict'],
  ['the same attempt after a reversal', { company: [4], charges: [charge('a', { reversed: true })] }, delivery('a', { ownerSeq: 6 }), 'conflict'],
  ['a number at the watermark', { company: [4], settledThrough: 5 }, delivery('a'), 'conflict'],
  ['a number below the watermark', { company: [4], settledThrough: 6 }, delivery('a'), 'conflict'],
  ['an unknown team', {}, delivery('a', { team: 'u' }), 'not_found'],
  ['an unknown operation', {}, delivery('a', { operation: 'company.guess' }), 'not_found'],
  ['an id that stands for another team', { charges: [charge('a', { team: 'u' })] }, delivery('a'), 'conflict'],
  ['an id that stands for another operation', { charges: [charge('a', { operation: 'company.legal' })] }, delivery('a'), 'conflict'],
];

describe('judge', () => {
  test.each(CASES)('%s', (_, known, asked, expected) => expect(told(known, asked)).toBe(expected));

  test('draws on grants in their order, and says from which', () => {
    const judged = judge(books({ company: [1, 2, 5], price: 2 }), delivery('ab'));
    if (judged instanceof AlmanacError) throw judged;
    expect(judged.postings.map(({ draws }) => draws)).toEqual([
      [
        { grant: 'g0', amount: 1 },
        { grant: 'g1', amount: 1 },
      ],
      [
        { grant: 'g1', amount: 1 },
        { grant: 'g2', amount: 1 },
      ],
    ]);
  });

  test('leaves the books as they were until a judgement is entered', () => {
    const known = books({ company: [1] });
    const before = structuredClone(known.grants);
    const judged = judge(known, delivery('a'));
    expect(known.grants).toEqual(before);
    if (judged instanceof AlmanacError) throw judged;
    enter(known, judged);
    expect(known.grants.get(accountOf('t', 'company'))).toEqual([{ id: 'g0', remaining: 0 }]);
  });

  test('judges the next delivery of a batch after the one before', () => {
    const known = books({ company: [2] });
    const outcomes = [1, 2, 3, 3].map((ownerSeq, index) => {
      // Four operations, the second for what the first delivered, the last a message that came twice.
      const operationID = OPERATION.replace('829c', index === 3 ? '0002' : `000${index}`);
      const judged = judge(
        known,
        delivery(index === 1 ? 'a' : 'abc'[index === 3 ? 2 : index], { ownerSeq, operationID }),
      );
      if (judged instanceof AlmanacError) throw judged;
      enter(known, judged);
      return judged.result.lines[0].outcome;
    });
    expect(outcomes).toEqual(['charged', 'repeat', 'charged', 'charged']);
    expect(available(known.grants.get(accountOf('t', 'company')) as Grant[])).toBe(0);
  });

  test('remembers a refusal as it was told', () => {
    const known = books({ company: [1] });
    const first = judge(known, delivery('aA'));
    if (first instanceof AlmanacError) throw first;
    enter(known, first);
    known.grants.set(accountOf('t', 'person'), [{ id: 'new', remaining: 100 }]);
    const again = judge(known, delivery('aA'));
    if (again instanceof AlmanacError) throw again;
    expect({ ...again.result, remaining: {} }).toEqual({ ...first.result, remaining: {} });
    expect(again.postings).toEqual([]);
    expect(again.refusals).toEqual([]);
  });
});

const anyGrants = fc
  .array(fc.nat({ max: 50 }), { maxLength: 8 })
  .map((amounts) => books({ company: amounts }).grants.get(accountOf('t', 'company')) as Grant[]);

describe('drawdown', () => {
  test('takes exactly the amount, or nothing when there is less', () => {
    fc.assert(
      fc.property(anyGrants, fc.integer({ min: 1, max: 200 }), (grants, amount) => {
        const draws = drawdown(grants, amount);
        if (!draws) return available(grants) < amount;
        return draws.reduce((sum, draw) => sum + draw.amount, 0) === amount;
      }),
    );
  });

  test('never takes more of a grant than it has, nor touches one while an earlier has credits left', () => {
    fc.assert(
      fc.property(anyGrants, fc.integer({ min: 1, max: 200 }), (grants, amount) => {
        const taken = new Map(drawdown(grants, amount)?.map((draw) => [draw.grant, draw.amount]));
        const left = grants.map(({ id, remaining }) => remaining - (taken.get(id) ?? 0));
        const last = grants.findLastIndex(({ id }) => taken.has(id));
        return (
          left.every((credits) => credits >= 0) && left.slice(0, Math.max(0, last)).every((credits) => credits === 0)
        );
      }),
    );
  });

  test('of many deliveries in a row never overspends, whatever they ask for', () => {
    const asks = fc.record({
      lines: fc.stringMatching(/^[a-fA-F]{1,6}$/),
      attempt: fc.integer({ min: 1, max: 3 }),
      partial: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5 }), { maxLength: 4 }), fc.array(asks, { maxLength: 20 }), (amounts, all) => {
        const known = books({ company: amounts, person: amounts });
        const total = 2 * amounts.reduce((sum, amount) => sum + amount, 0);
        let charged = 0;
        for (const [index, { lines, attempt, partial }] of all.entries()) {
          const judged = judge(known, delivery(lines, { attempt, partial, ownerSeq: index + 1 }));
          if (judged instanceof AlmanacError) throw judged;
          enter(known, judged);
          charged += judged.result.credits;
          const fine = judged.result.lines.every(({ outcome, credits }) => credits === (outcome === 'charged' ? 1 : 0));
          if (!fine || judged.result.credits !== judged.postings.length) return false;
        }
        const left = [...known.grants.values()].reduce((sum, grants) => sum + available(grants), 0);
        return left >= 0 && left + charged === total;
      }),
    );
  });
});
