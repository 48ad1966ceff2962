import fc from 'fast-check';
import { decide, type Found } from './decide';

const found = (parameter: string, ids: string[], weak = false): Found => ({
  parameter,
  matchedBy: parameter,
  weak,
  ids,
});

test.each<[string, Found[], object]>([
  ['one known', [found('id', ['a'])], { outcome: 'match', id: 'a', matchedBy: ['id'], ignored: [] }],
  ['nothing known', [found('id', []), found('website', [])], { outcome: 'unknown' }],
  [
    'two that agree',
    [found('id', ['a']), found('proID', ['a'])],
    { outcome: 'match', id: 'a', matchedBy: ['id', 'proID'] },
  ],
  ['two that disagree', [found('id', ['a']), found('proID', ['b'])], { outcome: 'conflict' }],
  [
    'an unknown beside a known',
    [found('id', []), found('proID', ['b'])],
    { outcome: 'match', id: 'b', ignored: ['id'] },
  ],
  ['several on one website', [found('website', ['a', 'b'])], { outcome: 'ambiguous', ids: ['a', 'b'] }],
  ['several, told apart', [found('website', ['a', 'b']), found('proID', ['b'])], { outcome: 'match', id: 'b' }],
  ['several, none of them meant', [found('website', ['a', 'b']), found('proID', ['c'])], { outcome: 'conflict' }],
  ['a domain alone', [found('website', ['a'], true)], { outcome: 'match', id: 'a' }],
  ['a domain of several', [found('website', ['a', 'b'], true)], { outcome: 'ambiguous' }],
  [
    'a domain beside a known identifier',
    [found('website', ['a'], true), found('proID', ['b'])],
    { outcome: 'match', id: 'b', matchedBy: ['proID'], ignored: ['website'] },
  ],
  [
    'a domain beside an unknown one',
    [found('website', ['a'], true), found('proID', [])],
    { outcome: 'match', id: 'a', ignored: ['proID'] },
  ],
])('%s', (_, all, expected) => {
  expect(decide(all)).toMatchObject(expected);
});

test('a match is found by every known identifier, and the order of identifiers does not matter', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
  const all = fc.array(fc.tuple(ids, fc.boolean()), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(all, (given) => {
      const list = given.map(([some, weak], index) => found(`p${index}`, some, weak));
      const decision = decide(list);
      const { outcome } = decide([...list].reverse());
      expect(outcome).toBe(decision.outcome);
      if (decision.outcome !== 'match') return;
      const strong = list.filter((one) => one.ids.length && !one.weak);
      for (const one of strong) expect(one.ids).toContain(decision.id);
      expect(decision.matchedBy.length + decision.ignored.length).toBe(list.length);
    }),
  );
});
