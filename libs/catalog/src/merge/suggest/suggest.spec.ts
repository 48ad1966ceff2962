import fc from 'fast-check';
import { type TestCatalog, testCatalog } from '../../load/catalog.fixture';
import { type SuggestOptions, suggestMerges } from '..';
import { companyWords, likeness } from './name';
import { type Bare, scoreOf, traitsOf } from './score';

test.each([
  ['Airbnb, Inc.', 'airbnb'],
  ['AIRBNB', 'airbnb'],
  ['The Ærø Bank, S.A.', 'aero bank'],
  ['Müller & Söhne GmbH & Co. KG', 'muller and sohne gmbh and'],
  ['L’Oréal SA', 'loreal'],
  ['Straße', 'strasse'],
  ['Company', 'company'],
  ['3M Co', '3m'],
  ['株式会社 東京', '株式会社 東京'],
  ['!?', ''],
])('%s folds to "%s"', (name, words) => expect(companyWords(name).join(' ')).toBe(words));

test('likeness is between 0 and 1, the same both ways, and 1 for the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const value = likeness(a, b);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(likeness(b, a)).toBe(value);
      if (a) expect(likeness(a, a)).toBe(1);
    }),
  );
});

const paris = { locality: 'Paris', region: 'Île-de-France', country: 'France' };
const site = (website: string): Bare => ({ URLs: { website } });
describe('the score', () => {
  test.each<[string, Bare, Bare, number, string]>([
    ['all agrees', { ...paris, ...site('www.a.com') }, { ...paris, ...site('shop.a.com') }, 1, 'same site (a.com)'],
    ['nothing else is known', {}, paris, 0.667, 'place not known of both'],
    ['the same place, no site', paris, { locality: 'PARIS' }, 0.8, 'same place (paris)'],
    ['the same region', { region: 'Bavaria' }, { region: 'bavaria' }, 0.74, 'same region'],
    ['another city of the country', paris, { locality: 'Lyon', country: 'France' }, 0.65, 'different places of one'],
    [
      'a city of the same name elsewhere',
      paris,
      { locality: 'Paris', country: 'United States' },
      0.6,
      'different countries',
    ],
    ['another site', { ...paris, ...site('a.com') }, { ...paris, ...site('b.com') }, 0.7, 'different sites'],
    ['neighbours on a platform', site('linktr.ee/a'), site('linktr.ee/b'), 0.567, 'different sites'],
  ])('of one name where %s', (_, one, two, score, reason) => {
    const [a, b] = [
      traitsOf('company', 'a', { name: 'Acme', ...one }),
      traitsOf('company', 'b', { name: 'ACME Inc', ...two }),
    ];
    expect(scoreOf(a, b)).toEqual({ score, reason: expect.stringContaining(reason) });
    expect(scoreOf(b, a).score).toBe(score);
  });

  test('is lower where one source knows both', () => {
    const of = (id: string, source: string) => traitsOf('company', id, { name: 'Acme', ...paris }, [[source, id]]);
    expect(scoreOf(of('a', 's1'), of('b', 's2')).score).toBe(0.8);
    expect(scoreOf(of('a', 's1'), of('b', 's1'))).toMatchObject({
      score: 0.48,
      reason: expect.stringContaining('but s1 tells'),
    });
  });
});

describe('suggestions', () => {
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await testCatalog();
  });
  afterEach(() => catalog.empty());
  afterAll(() => catalog.close());
  const suggest = (options: Partial<SuggestOptions> = {}) =>
    suggestMerges({ databaseUrl: catalog.url, kind: 'company', ...options });
  const pairsOf = async (options?: Partial<SuggestOptions>) =>
    (await suggest(options)).suggestions.map(({ from, into, score }) => [from, into, score]);

  test('are the likely pairs, best first, into the one that more sources know; nothing is merged', async () => {
    await catalog.load('company', [
      { id: 'a', name: 'Acme, Inc.', ...paris },
      { id: 'c', name: 'Zebra', ...paris, URLs: { website: 'zebra.io' } },
      { id: 'e', name: 'Alone', ...paris },
    ]);
    await catalog.load(
      'company',
      [
        { id: 'b', name: 'ACME', locality: 'Paris', country: 'France', proID: 'acme' },
        { id: 'd', name: 'Zebra Robotics', locality: 'Paris', URLs: { website: 'www.zebra.io/en' } },
        { id: 'f', name: 'Acme', locality: 'Tokyo', country: 'Japan' },
      ],
      { source: 's2' },
    );
    await catalog.load('company', [{ proID: 'acme', _key: '9' }], { source: 's3' });
    const before = await catalog.content();
    expect(await pairsOf()).toEqual([
      ['a', 'b', 0.8],
      ['d', 'c', 0.75],
      ['f', 'a', 0.6],
    ]);
    expect(await pairsOf({ minScore: 0.76 })).toEqual([['a', 'b', 0.8]]);
    expect(await pairsOf({ limit: 1, minScore: 0 })).toEqual([['a', 'b', 0.8]]);
    expect(await catalog.content()).toEqual(before);
  });

  test('of people go by name and location', async () => {
    const ada = { firstName: 'Ada', lastName: 'Lovelace', location: 'London' };
    await catalog.load('person', [{ id: 'p', ...ada, fullName: 'Ada Lovelace' }]);
    await catalog.load('person', [{ id: 'q', ...ada, fullName: 'Àda  LOVELACE' }], { source: 's2' });
    expect(await pairsOf({ kind: 'person' })).toEqual([['q', 'p', 0.8]]);
  });

  test('cost work that grows with the entities, not with their square', async () => {
    const companies = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `c${index}`,
        name: index % 2 ? `Same${index >> 2}` : 'Crowded',
        locality: 'Paris',
        country: 'France',
      }));
    await catalog.load('company', companies(400));
    const small = await suggest();
    await catalog.load('company', companies(800));
    const large = await suggest();
    expect([small.entities, large.entities]).toEqual([400, 800]);
    expect([small.crowded, large.crowded]).toEqual([2, 2]);
    expect(large.compared).toBeGreaterThan(0);
    expect(large.compared).toBeLessThanOrEqual(2 * small.compared);
  });
});
