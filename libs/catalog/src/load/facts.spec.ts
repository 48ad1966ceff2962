import fc from 'fast-check';
import { claimOf, type Facts, mergeFacts, presentValues, type Statement, type Values } from './facts';

const said = (values: Values, asOf = '2026-01-01', source = 'a', key?: string): Statement => ({
  source,
  asOf: `${asOf}T00:00:00.000Z`,
  values,
  ...(key === undefined ? {} : { key }),
});
const merged = (...statements: Statement[]): Facts =>
  statements.reduce<Facts | undefined>((facts, statement) => mergeFacts(facts, statement), undefined) as Facts;

test('present replaces, absent keeps, null removes', () => {
  const facts = merged(
    said({ name: 'A', tagline: 't', headcount: 1 }),
    said({ name: 'B', tagline: null }, '2026-02-01'),
  );
  expect(presentValues(facts.values)).toEqual({ name: 'B', headcount: 1 });
});

test('an older statement only fills gaps, and does not bring back what a newer one took away', () => {
  const facts = merged(
    said({ name: 'new', tagline: null }, '2026-02-01'),
    said({ name: 'old', tagline: 't', headcount: 3 }, '2026-01-01'),
  );
  expect(presentValues(facts.values)).toEqual({ name: 'new', headcount: 3 });
  expect(claimOf(facts, 'headcount')).toEqual(['a', '2026-01-01T00:00:00.000Z']);
  expect(claimOf(facts, 'name')).toEqual(['a', '2026-02-01T00:00:00.000Z']);
});

test('a source priority settles conflicts whatever the dates; sources without one are equal', () => {
  const first = mergeFacts(undefined, said({ name: 'strong' }, '2026-01-01', 'registry'));
  const second = said({ name: 'weak', tagline: 't' }, '2026-09-01', 'scraper');
  expect(presentValues(mergeFacts(first, second, ['registry', 'scraper']).values)).toEqual({
    name: 'strong',
    tagline: 't',
  });
  expect(presentValues(mergeFacts(first, second, ['scraper']).values)).toEqual({ name: 'weak', tagline: 't' });
  expect(presentValues(mergeFacts(first, second).values)).toEqual({ name: 'weak', tagline: 't' });
});

test('histories unite by date; where both have one the better claim stands', () => {
  const older = said({ headcountHistorical: { '2025-01-01': 1, '2025-02-01': 2 } }, '2026-01-01');
  const newer = said({ headcountHistorical: { '2025-02-01': 20, '2025-03-01': 30 } }, '2026-02-01');
  const united = { '2025-01-01': 1, '2025-02-01': 20, '2025-03-01': 30 };
  expect(merged(older, newer).values.headcountHistorical).toEqual(united);
  expect(merged(newer, older).values.headcountHistorical).toEqual(united);
});

test('URLs and extra identifiers are facts one by one, with a claim each', () => {
  const facts = merged(
    said({ URLs: { website: 'a.com', pro: 'pro.example/company/a' } }),
    said({ URLs: { website: 'b.com' } }, '2026-02-01', 'b'),
    said({ URLs: { website: 'c.com', contact: 'c.com/contact' } }, '2025-01-01', 'c'),
  );
  expect(facts.values.URLs).toEqual({ website: 'b.com', pro: 'pro.example/company/a', contact: 'c.com/contact' });
  expect(['URLs.website', 'URLs.pro', 'URLs.contact'].map((field) => claimOf(facts, field)[0])).toEqual([
    'b',
    'a',
    'c',
  ]);
});

test('identifiers of one kind add up over sources; a source takes back only its own, by a later word', () => {
  const symbols = (...stockSymbol: string[]): Values => ({ identifiers: { stockSymbol } });
  const of = (...statements: Statement[]) => (merged(...statements).values.identifiers as Values | null)?.stockSymbol;
  const filed = said(symbols('BRK-B', 'BRK-A'), '2026-02-01', 'registry');
  const index = said(symbols('BRK.B'), '2026-01-01', 'index');
  const listing = said(symbols('BRK-A'), '2026-03-01', 'listing');
  const all = ['BRK-B', 'BRK-A', 'BRK.B'];
  expect(of(filed, index, listing)).toEqual(all);
  expect(merged(filed, index, listing, filed, index, listing)).toEqual(merged(filed, index, listing));
  expect(of(filed, index, said(symbols('BRK-B'), '2026-04-01', 'registry'))).toEqual(['BRK-B', 'BRK.B']);
  expect(of(filed, index, said(symbols('OLD'), '2020-01-01', 'registry'))).toEqual(all);
  expect(of(filed, index, said(symbols('BRK'), '2020-01-01', 'other'))).toEqual([...all, 'BRK']);
  expect(claimOf(merged(filed, index), 'identifiers.stockSymbol')[0]).toBe('registry');
  expect(claimOf(merged(filed, index), 'identifiers.stockSymbol=BRK.B')[0]).toBe('index');
  const removed = merged(filed, index, said({ identifiers: null }, '2026-05-01'));
  expect(removed.claims).toEqual([['a', '2026-05-01T00:00:00.000Z']]);
});

test('remembers the keys under which sources know the entity, once each', () => {
  const facts = merged(
    said({}, '2026-01-01', 'a', 'k1'),
    said({}, '2026-01-01', 'b', 'k1'),
    said({}, '2026-01-01', 'a', 'k1'),
  );
  expect(facts.keys).toEqual([
    ['a', 'k1'],
    ['b', 'k1'],
  ]);
});

const field = fc.constantFrom('name', 'tagline', 'headcount', 'skills', 'country');
const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string(), { maxLength: 2 }));
const statement = fc.record({
  source: fc.constantFrom('a', 'b', 'c'),
  asOf: fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01').map((day) => `${day}T00:00:00.000Z`),
  values: fc.oneof(
    fc.dictionary(field, value, { maxKeys: 4 }),
    fc.record({ URLs: fc.dictionary(fc.constantFrom('pro', 'website', 'contact'), fc.string(), { maxKeys: 3 }) }),
    fc.record({
      headcountHistorical: fc.dictionary(fc.constantFrom('2025-01-01', '2025-02-01'), fc.integer(), { maxKeys: 2 }),
    }),
  ),
});
const priority = fc.constantFrom([], ['b'], ['c', 'a']);

test('saying the same again changes nothing, not a byte', () => {
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 6 }), priority, (statements, order) => {
      let facts: Facts | undefined;
      for (const one of statements) {
        facts = mergeFacts(facts, one, order);
        expect(JSON.stringify(mergeFacts(facts, one, order))).toBe(JSON.stringify(facts));
        expect(JSON.stringify(mergeFacts(JSON.parse(JSON.stringify(facts)) as Facts, one, order))).toBe(
          JSON.stringify(facts),
        );
      }
    }),
  );
});

test('statements of different dates give the same values in any order', () => {
  const dated = fc.uniqueArray(statement, { selector: ({ asOf }) => asOf, maxLength: 3, minLength: 1 });
  const orders = dated.chain((statements) =>
    fc.tuple(fc.constant(statements), fc.shuffledSubarray(statements, { minLength: statements.length })),
  );
  fc.assert(
    fc.property(orders, ([statements, shuffled]) => {
      // Histories remember one claim as a whole, so only two statements of one are free of order.
      fc.pre(statements.filter((one) => 'headcountHistorical' in one.values).length < 3);
      expect(merged(...shuffled).values).toEqual(merged(...statements).values);
    }),
  );
});

test('every field has the claim of a statement that said it so', () => {
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 6 }), priority, (statements, order) => {
      const facts = statements.reduce<Facts | undefined>((so, one) => mergeFacts(so, one, order), undefined) as Facts;
      for (const [name, stood] of Object.entries(facts.values)) {
        if (name === 'URLs' || name === 'headcountHistorical') continue;
        const [source, asOf] = claimOf(facts, name);
        const sayings = statements.filter((one) => one.source === source && one.asOf === asOf);
        expect(sayings.map((one) => (one.values as Values)[name])).toContainEqual(stood);
      }
    }),
  );
});

test('identifiers of several sources stand still when all of them say the same again', () => {
  const kinds = fc.dictionary(
    fc.constantFrom('dataAID', 'proID'),
    fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
    { maxKeys: 2 },
  );
  const one = fc.record({ day: fc.constantFrom('2026-01-01', '2026-02-01'), identifiers: kinds });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (words) => {
      const statements = words.map(({ day, identifiers }, index) => said({ identifiers }, day, `source ${index}`));
      expect(merged(...statements, ...statements)).toEqual(merged(...statements));
    }),
  );
});
