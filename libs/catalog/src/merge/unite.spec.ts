import fc from 'fast-check';
import { DEFAULT_PRO_HOSTS, identifiersOf } from '../identifier';
import { claimOf, type Facts, mergeFacts, type Statement } from '../load/facts';
import { nameOf } from '../load/identity';
import { unite } from './unite';

const rules = { kind: 'company', priority: ['s0'], proHosts: DEFAULT_PRO_HOSTS } as const;
const word = fc.constantFrom('a', 'b', 'c', 'd');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const lists = fc.uniqueArray(word, { minLength: 1 });
const record = fc
  .record({
    name: optional(fc.option(word)),
    tagline: optional(word),
    CIKNumber: optional(fc.constantFrom('1', '2', '3')),
    proID: optional(word),
    stockSymbol: optional(word),
    stockExchange: optional(word),
    URLs: optional(
      fc.record(
        {
          website: fc.constantFrom('a.com', 'b.co.uk', 'x.c.org'),
          pro: word.map((slug) => `pro.example/company/${slug}`),
          dataA: word.map((slug) => `data.example/${slug}`),
        },
        { requiredKeys: [] },
      ),
    ),
    headcountHistorical: optional(fc.dictionary(fc.constantFrom('2025-01-01', '2026-01-01'), fc.nat(9))),
    identifiers: optional(
      fc.record({ proID: lists, CIKNumber: fc.constant(['4']), website: fc.constant(['d.com']) }, { requiredKeys: [] }),
    ),
  })
  .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
/** Statements whose dates all differ: then it cannot matter which of two entities they were loaded into. */
const statements = fc
  .uniqueArray(fc.nat(27), { minLength: 2, maxLength: 6 })
  .chain((days) =>
    fc.tuple(
      ...days.map((day) =>
        fc.record({
          source: fc.constantFrom('s0', 's1', 's2'),
          asOf: fc.constant(`2026-01-${String(day + 1).padStart(2, '0')}T00:00:00.000Z`),
          values: record,
        }),
      ),
    ),
  )
  .map((all) => all as Statement[]);
const halves = fc.tuple(statements, fc.nat(3)).map(([all, at]) => {
  const cut = 1 + (at % (all.length - 1));
  return [all.slice(0, cut), all.slice(cut)] as const;
});
const loaded = (all: readonly Statement[]): Facts =>
  structuredClone(all).reduce<Facts | undefined>(
    (facts, one) => mergeFacts(facts, one, rules.priority),
    undefined,
  ) as Facts;
const namesOf = (facts: Facts) => identifiersOf('company', facts.values, DEFAULT_PRO_HOSTS).map(nameOf);
/** Without identifiers, which add up; of a history the days, since it has one claim for all of them. */
const plain = ({ values: { identifiers, headcountHistorical, ...values } }: Facts) =>
  headcountHistorical ? { ...values, headcountHistorical: Object.keys(headcountHistorical).sort() } : values;
const claims = (facts: Facts) =>
  Object.fromEntries(Object.keys(plain(facts)).map((field) => [field, claimOf(facts, field)]));

test('two entities united have the fields and claims that one would have that was told everything', () => {
  fc.assert(
    fc.property(halves, ([ours, theirs]) => {
      const { facts } = unite(loaded(ours), loaded(theirs), rules);
      const whole = loaded([...theirs, ...ours]);
      expect(plain(facts)).toEqual(plain(whole));
      const { URLs: _, ...found } = claims(facts);
      const { URLs: __, ...expected } = claims(whole);
      expect(found).toEqual(expected);
      for (const part of Object.keys((facts.values.URLs as object | null) ?? {}))
        expect(claimOf(facts, `URLs.${part}`)).toEqual(claimOf(whole, `URLs.${part}`));
    }),
  );
});

test('no identifier is lost, whatever gave way', () => {
  fc.assert(
    fc.property(halves, ([ours, theirs]) => {
      const [root, other] = [loaded(ours), loaded(theirs)];
      const { facts, identifiers, clashes } = unite(root, other, rules);
      const now = new Set(identifiers.map(nameOf));
      expect([...namesOf(root), ...namesOf(other)].filter((name) => !now.has(name))).toEqual([]);
      expect(new Set(namesOf(facts))).toEqual(now);
      for (const { path, kept, further } of clashes) expect([path, kept === further]).toEqual([path, false]);
    }),
  );
});

test('what is stored is what a load would store: telling the same again changes nothing', () => {
  fc.assert(
    fc.property(halves, ([ours, theirs]) => {
      const { facts } = unite(loaded(ours), loaded(theirs), rules);
      const newest = [...ours, ...theirs]
        .filter(({ source }) => source === 's0')
        .sort((a, b) => (a.asOf < b.asOf ? 1 : -1))[0];
      if (!newest) return;
      const { identifiers: _, ...values } = newest.values;
      const again = mergeFacts(facts, { ...newest, values });
      expect(plain(again)).toEqual(plain(facts));
    }),
  );
});

test('where neither is better the root wins', () => {
  const said = (source: string, values: Record<string, unknown>) =>
    mergeFacts(undefined, { source, asOf: '2026-01-01T00:00:00.000Z', key: source, values });
  const [root, other] = [said('s1', { name: 'Root' }), said('s2', { name: 'Other', tagline: 't' })];
  const { facts } = unite(root, other, rules);
  expect(facts.values).toEqual({ name: 'Root', tagline: 't' });
  expect(facts.keys).toEqual([
    ['s1', 's1'],
    ['s2', 's2'],
  ]);
  expect(unite(root, other, { ...rules, priority: ['s2'] }).facts.values).toEqual({ name: 'Other', tagline: 't' });
});
