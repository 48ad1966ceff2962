import { generate } from '../generate';
import { type TestCatalog, testCatalog } from '../load/catalog.fixture';
import { type Merge, type MergeError, type MergePair, merge, mergeAll } from '.';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
});
afterEach(() => catalog.empty());
afterAll(() => catalog.close());

const into = (from: string, root: string, kind: 'company' | 'person' = 'company') =>
  merge({ databaseUrl: catalog.url, kind, from, into: root });
const problem = (merging: Promise<unknown>) =>
  merging.then(
    () => 'merged',
    (error: MergeError) => error.problem ?? error,
  );
const body = async (kind: 'company' | 'person', id: string) => {
  const [row] = await catalog.rows<{ body: string }>(`SELECT body FROM catalog.${kind} WHERE id = $1`, [id]);
  return row && (JSON.parse(row.body.replaceAll('\u0001', '')) as Record<string, unknown>);
};
const identifiers = async (id: string) =>
  (
    await catalog.rows<{ name: string }>(
      `SELECT kind || '=' || value AS name FROM catalog.identifier WHERE entity_id = $1 ORDER BY 1`,
      [id],
    )
  ).map((row) => row.name);
const gone = () => catalog.rows('SELECT id, successor FROM catalog.gone ORDER BY id');
const version = async () =>
  (await catalog.rows<{ seq: string; identifiers: string }>('SELECT seq, identifiers FROM catalog.version'))[0];
const abc = [
  { id: 'a', name: 'A' },
  { id: 'b', name: 'B' },
  { id: 'c', name: 'C' },
] as const;

describe('merging', () => {
  test('moves fields, identifiers and source keys to the root, each with its claim', async () => {
    await catalog.load('company', [{ _key: 'k1', id: 'a', CIKNumber: '1', name: 'Acme', locality: 'Paris' }], {
      source: 'filings',
    });
    await catalog.load(
      'company',
      [{ _key: 'k2', id: 'b', proID: 'acme', name: 'ACME', tagline: 't', URLs: { website: 'acme.com' } }],
      { source: 'directory', asOf: new Date('2025-06-01') },
    );
    const before = await version();
    const merged = await into('b', 'a');
    expect(merged).toMatchObject({
      outcome: 'merged',
      from: 'b',
      into: 'a',
      identifiers: 3,
      sourceKeys: 1,
      clashes: [],
    });
    expect(await body('company', 'a')).toMatchObject({
      id: 'a',
      name: 'Acme',
      locality: 'Paris',
      tagline: 't',
      URLs: { website: 'acme.com' },
    });
    expect(await body('company', 'b')).toBeUndefined();
    expect(await identifiers('a')).toEqual(['CIKNumber=1', 'proID=acme', 'website=acme.com', 'websiteDomain=acme.com']);
    expect(await identifiers('b')).toEqual([]);
    expect(await catalog.rows('SELECT source, key, entity_id AS id FROM catalog.source_key ORDER BY key')).toEqual([
      { source: 'filings', key: 'k1', id: 'a' },
      { source: 'directory', key: 'k2', id: 'a' },
    ]);
    expect(await gone()).toEqual([{ id: 'b', successor: 'a' }]);
    const after = await version();
    expect(Number(after.seq)).toBe(merged.seq);
    expect(Number(after.seq)).toBeGreaterThan(Number(before.seq));
    expect(Number(after.identifiers)).toBe(Number(before.identifiers) + 1);
  });

  test('keeps both values of what can stand once, and says so', async () => {
    await catalog.load('company', [
      { id: 'a', CIKNumber: '1', proID: 'acme', URLs: { website: 'acme.com', pro: 'pro.example/company/acme' } },
      { id: 'b', CIKNumber: '2', URLs: { website: 'acme.org', pro: 'pro.example/company/77' } },
    ]);
    const both = [...(await identifiers('a')), ...(await identifiers('b'))].sort();
    expect((await into('b', 'a')).clashes).toEqual([
      { path: 'CIKNumber', kept: '1', further: '2' },
      { path: 'URLs.website', kept: 'acme.com', further: 'acme.org' },
    ]);
    expect(await identifiers('a')).toEqual(both);
    expect(await body('company', 'a')).toMatchObject({ CIKNumber: '1', URLs: { website: 'acme.com' } });
    // A record that states only what gave way still finds the root.
    expect(await catalog.load('company', [{ CIKNumber: '2', tagline: 't' }], { source: 's2' })).toMatchObject({
      updated: 1,
    });
    expect(await identifiers('a')).toEqual(both.filter((name) => name !== 'CIKNumber=1'));
  });

  test('leaves with a third entity what the united fields would say anew', async () => {
    await catalog.load('company', [
      { id: 'a', stockSymbol: 'ACME' },
      { id: 'b', stockExchange: 'NYSE' },
      { id: 'c', stockSymbol: 'ACME', stockExchange: 'NYSE' },
    ]);
    expect((await into('b', 'a')).taken).toEqual([{ kind: 'stockSymbol', value: 'NYSE:ACME', holder: 'c' }]);
    expect(await identifiers('c')).toEqual(['stockSymbol=NYSE:ACME']);
  });

  test('twice changes nothing: no row, no place in the change sequence', async () => {
    await catalog.load('company', abc);
    await into('b', 'a');
    const before = [await catalog.content(), await version()];
    expect(await into('b', 'a')).toMatchObject({ outcome: 'unchanged', merged: 0, unchanged: 1 });
    expect([await catalog.content(), await version()]).toEqual(before);
  });

  test('of a root rewrites what led to it, with a new place in the change sequence', async () => {
    await catalog.load('company', abc);
    await into('b', 'a');
    const [{ seq }] = await catalog.rows<{ seq: string }>(`SELECT seq FROM catalog.gone WHERE id = 'b'`);
    await into('a', 'c');
    expect(await gone()).toEqual([
      { id: 'a', successor: 'c' },
      { id: 'b', successor: 'c' },
    ]);
    const [after] = await catalog.rows<{ seq: string }>(`SELECT seq FROM catalog.gone WHERE id = 'b'`);
    expect(Number(after.seq)).toBeGreaterThan(Number(seq));
    // Into an id that is gone is into its successor.
    await catalog.load('company', [{ id: 'd' }]);
    expect(await into('d', 'b')).toMatchObject({ into: 'c' });
  });

  test.each([
    ['an entity into itself', 'a', 'a', 'itself'],
    ['an entity into itself by an identifier', 'a', 'proID:acme', 'itself'],
    ['a root into what was merged into it', 'a', 'gone', 'cycle'],
    ['what was merged elsewhere', 'gone', 'b', 'merged_elsewhere'],
    ['an unknown id', 'nobody', 'a', 'unknown'],
    ['into an unknown id', 'a', 'nobody', 'unknown'],
    ['an unknown identifier', 'proID:nobody', 'a', 'unknown'],
    ['an unknown kind of identifier', 'nothing:x', 'a', 'unknown'],
    ['what is no text for a database', 'a\0', 'b', 'unknown'],
    ['an erased id', 'erased', 'a', 'erased'],
    ['an id of the other kind', 'p', 'a', 'other_kind'],
    ['a website of two', 'website:acme.com', 'b', 'ambiguous'],
  ])('refuses %s, and writes nothing', async (_, from, root, expected) => {
    const URLs = { website: 'acme.com' };
    await catalog.load('company', [{ id: 'a', proID: 'acme', URLs }, { id: 'b' }, { id: 'c', URLs }, { id: 'gone' }]);
    await catalog.load('person', [{ id: 'p', firstName: 'Ada', lastName: 'L', fullName: 'Ada L' }]);
    await catalog.rows(`INSERT INTO catalog.gone (kind, id, seq, reason) VALUES ('company', 'erased', 1, 'erased')`);
    await into('gone', 'a');
    const before = [await catalog.content(), await version()];
    expect(await problem(into(from, root))).toBe(expected);
    expect([await catalog.content(), await version()]).toEqual(before);
  });
});

describe('after a merge', () => {
  test('records under the merged id, its key and its identifiers update the root', async () => {
    await catalog.load('company', [{ _key: 'k1', name: 'A' }], { source: 's1' });
    await catalog.load('company', [{ _key: 'k2', id: 'b', name: 'B', wikidataID: 'Q7' }], { source: 's2' });
    const [{ id: root }] = await catalog.rows<{ id: string }>(`SELECT id FROM catalog.company WHERE id <> 'b'`);
    await into('b', root);
    const later = (record: object, source: string) =>
      catalog.load('company', [record], { source, asOf: new Date('2026-05-01') });
    await later({ id: 'b', tagline: 'by id' }, 's3');
    await later({ _key: 'k2', description: 'by key' }, 's2');
    await later({ wikidataID: 'Q7', legalName: 'by identifier' }, 's4');
    await later({ _key: 'k1', locality: 'by the root’s key' }, 's1');
    expect(await catalog.rows('SELECT id FROM catalog.company')).toEqual([{ id: root }]);
    expect(await body('company', root)).toMatchObject({
      tagline: 'by id',
      description: 'by key',
      legalName: 'by identifier',
      locality: 'by the root’s key',
    });
  });

  test('people who refer to the merged company refer to the root, those loaded later too', async () => {
    await catalog.load('company', abc);
    const ada = (id: string, ...companies: string[]) => ({
      id,
      firstName: 'Ada',
      lastName: 'L',
      fullName: 'Ada L',
      experienceList: companies.map((companyID) => ({ companyID, positionList: [] })),
    });
    await catalog.load('person', [ada('p1', 'b', 'c'), ada('p2', 'c')]);
    expect(await into('b', 'a')).toMatchObject({ referring: 1 });
    const refs = () => catalog.rows('SELECT id, refs FROM catalog.person ORDER BY id');
    const expected = [
      { id: 'p1', refs: ['a', 'c'] },
      { id: 'p2', refs: ['c'] },
    ];
    expect(await refs()).toEqual(expected);
    expect(await body('person', 'p1')).toMatchObject({ experienceList: [{ companyID: 'a' }, { companyID: 'c' }] });
    await catalog.load('person', [ada('p1', 'b', 'c'), ada('p3', 'b')], { asOf: new Date('2026-05-01') });
    expect(await refs()).toEqual([...expected, { id: 'p3', refs: ['a'] }]);
    // Nobody but the root moves when they are merged on.
    expect(await into('a', 'c')).toMatchObject({ referring: 2 });
    expect(await refs()).toEqual([
      { id: 'p1', refs: ['c', 'c'] },
      { id: 'p2', refs: ['c'] },
      { id: 'p3', refs: ['c'] },
    ]);
  });

  test('people merge too', async () => {
    const ada = { firstName: 'Ada', lastName: 'L', fullName: 'Ada L' };
    await catalog.load('person', [
      { id: 'p1', ...ada, proEntityID: 'X1', identifiers: { email: ['ada@a.com'] } },
      { id: 'p2', ...ada, proEntityID: 'X2', identifiers: { email: ['ada@b.com'], proEntityID: ['X3'] } },
    ]);
    const { clashes } = await into('p2', 'p1', 'person');
    expect(clashes).toEqual([{ path: 'proEntityID', kept: 'X1', further: 'X2' }]);
    expect(await identifiers('p1')).toEqual([
      'email=ada@a.com',
      'email=ada@b.com',
      'proEntityId=X1',
      'proEntityId=X2',
      'proEntityId=X3',
    ]);
  });
});

describe('many pairs', () => {
  const all = async (pairs: MergePair[]) => {
    const told: (string | undefined)[] = [];
    const onMerge = (_: MergePair, one: Merge | MergeError) => told.push('outcome' in one ? one.outcome : one.problem);
    return { ...(await mergeAll({ databaseUrl: catalog.url, kind: 'company', pairs, onMerge })), told };
  };

  test('bad ones are told of, the rest merged; again it comes to the same', async () => {
    await catalog.load('company', [...abc, { id: 'd', CIKNumber: '4' }, { id: 'e', proID: 'e' }]);
    const pairs = [
      { from: 'a', into: 'b' },
      { from: 'b', into: 'a' },
      { from: 'nobody', into: 'b' },
      { from: 'b', into: 'c' },
      { from: 'CIKNumber:0004', into: 'proID:E' },
    ];
    const first = await all(pairs);
    expect(first.told).toEqual(['merged', 'cycle', 'unknown', 'merged', 'merged']);
    expect(first).toMatchObject({ read: 5, merged: 3, unchanged: 0, refused: 2 });
    expect(await gone()).toEqual([
      { id: 'a', successor: 'c' },
      { id: 'b', successor: 'c' },
      { id: 'd', successor: 'e' },
    ]);
    const content = await catalog.content();
    const again = await all(pairs);
    expect(again).toMatchObject({ merged: 0, refused: 1, unchanged: 4, seq: first.seq });
    expect(await catalog.content()).toEqual(content);
  });

  test('of a whole catalog leave nothing behind that names what is gone', async () => {
    const records = [...generate({ companies: 60, people: 120, seed: 5, kinds: ['company', 'person'] })];
    for (const kind of ['company', 'person'] as const)
      await catalog.load(
        kind,
        records.filter((one) => one.kind === kind).map((one) => one.record),
      );
    const ids = (await catalog.rows<{ id: string }>('SELECT id FROM catalog.company ORDER BY id')).map(({ id }) => id);
    const before = await catalog.rows(
      `SELECT DISTINCT kind, value FROM catalog.identifier WHERE entity_kind = 'company'`,
    );
    const pairs = ids.slice(1).map((id, index) => ({ from: id, into: ids[index] }));
    expect(await all(pairs)).toMatchObject({ merged: ids.length - 1, refused: 0 });
    const after = await catalog.rows(`SELECT kind, value FROM catalog.identifier WHERE entity_kind = 'company'`);
    expect(after).toEqual(expect.arrayContaining(before));
    const refs = await catalog.rows<{ id: string }>('SELECT DISTINCT unnest(refs) AS id FROM catalog.person');
    expect(refs).toEqual([{ id: ids[0] }]);
    expect(await catalog.rows('SELECT FROM catalog.dirty')).toHaveLength(0);
  });
});
