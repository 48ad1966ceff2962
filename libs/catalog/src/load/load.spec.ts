import { generate } from '../generate';
import { AS_OF, type TestCatalog, testCatalog } from './catalog.fixture';
import { claimOf, type Facts } from './facts';
import { goneHash } from './identity';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
});
afterEach(() => catalog.empty());
afterAll(() => catalog.close());

const generated = (kind: 'company' | 'person', companies = 120, people = 240): object[] =>
  [...generate({ companies, people, seed: 5, kinds: [kind] })]
    .filter((line) => line.kind === kind)
    .map((line) => line.record);
const values = async (kind: 'company' | 'person', id: string) => {
  const [row] = await catalog.rows<{ body: string }>(`SELECT body FROM catalog.${kind} WHERE id = $1`, [id]);
  return row && (JSON.parse(row.body.replaceAll('\u0001', '')) as Record<string, unknown>);
};
const ids = async (kind = 'company') =>
  (await catalog.rows<{ id: string }>(`SELECT id FROM catalog.${kind} ORDER BY id`)).map((row) => row.id);
const identifiers = async (id: string) =>
  (
    await catalog.rows<{ name: string }>(
      `SELECT kind || '=' || value AS name FROM catalog.identifier WHERE entity_id = $1 ORDER BY 1`,
      [id],
    )
  ).map((row) => row.name);
const version = async () =>
  (await catalog.rows<{ seq: string; identifiers: string }>('SELECT seq, identifiers FROM catalog.version'))[0];

describe('loading again', () => {
  test('the same changes nothing: no row, no place in the change sequence, no lastUpdated', async () => {
    const everything = 'SELECT * FROM catalog.company UNION ALL SELECT * FROM catalog.person ORDER BY id';
    for (const kind of ['company', 'person'] as const) {
      const summary = await catalog.load(kind, generated(kind));
      expect(summary).toMatchObject({
        rejected: 0,
        refused: 0,
        unknownKeys: {},
        droppedFields: {},
        takenIdentifiers: 0,
      });
      expect(summary.created).toBe(generated(kind).length);
    }
    const before = { rows: await catalog.rows(everything), version: await version() };
    for (const kind of ['company', 'person'] as const) {
      const again = await catalog.load(kind, generated(kind));
      expect(again).toMatchObject({ created: 0, updated: 0, unchanged: again.read, rendered: 0, changed: 0 });
    }
    expect({ rows: await catalog.rows(everything), version: await version() }).toEqual(before);
  });

  test('with a later date renders again but writes nothing that a reader could notice', async () => {
    await catalog.load('company', generated('company', 20));
    const { seq } = await version();
    const later = await catalog.load('company', generated('company', 20), { asOf: new Date('2026-06-01') });
    expect(later).toMatchObject({ updated: 20, rendered: 20, changed: 0 });
    expect((await version()).seq).toBe(seq);
  });

  test('moves lastUpdated and the sequence of the entity that changed, of no other', async () => {
    const clock = (day: string) => () => new Date(`${day}T00:00:00.000Z`);
    await catalog.load(
      'company',
      [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B' },
      ],
      { clock: clock('2026-01-01') },
    );
    const changed = await catalog.load(
      'company',
      [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'Bee' },
      ],
      { clock: clock('2026-02-01') },
    );
    expect(changed).toMatchObject({ unchanged: 1, updated: 1, changed: 1 });
    expect(await values('company', 'a')).toMatchObject({ lastUpdated: '2026-01-01T00:00:00.000Z' });
    expect(await values('company', 'b')).toMatchObject({ name: 'Bee', lastUpdated: '2026-02-01T00:00:00.000Z' });
    const rows = await catalog.rows<{ id: string }>('SELECT id FROM catalog.company ORDER BY seq');
    expect(rows.map((row) => row.id)).toEqual(['a', 'b']);
    expect(changed.seq).toBe(Number((await version()).seq));
  });

  test('in batches of any size comes to the same', async () => {
    const records = [
      ...generated('company', 60),
      { _key: 'x', proID: 'shared' },
      { _key: 'y', proID: 'shared', name: 'Y' },
      { proID: 'shared', tagline: 't' },
    ];
    await catalog.load('company', records, { batchSize: 1_000 });
    const whole = await catalog.content();
    for (const batchSize of [1, 7]) {
      const other = await testCatalog();
      await other.load('company', records, { batchSize });
      expect(await other.content()).toEqual(whole);
      await other.close();
    }
  });
});

describe('identity', () => {
  test('is the id first, then the key of the source, then the strongest identifiers', async () => {
    await catalog.load('company', [{ id: 'a', _key: 'k', proID: 'acme', CIKNumber: '1' }]);
    await catalog.load('company', [{ id: 'a', proID: 'other' }], { source: 's2' });
    await catalog.load('company', [{ _key: 'k', name: 'by key' }]);
    await catalog.load('company', [{ proID: 'OTHER', tagline: 'by proID' }], { source: 's3' });
    await catalog.load('company', [{ CIKNumber: '0001', NAICSCode: '5' }], { source: 's4' });
    expect(await ids()).toEqual(['a']);
    expect(await values('company', 'a')).toMatchObject({ name: 'by key', tagline: 'by proID', NAICSCode: '5' });
  });

  test('asks no weaker identifier when the record carries a stronger one', async () => {
    await catalog.load('company', [{ id: 'a', CIKNumber: '1', wikidataID: 'Q1' }]);
    const { rejections, takenIdentifiers } = await catalog.load('company', [{ proID: 'new', CIKNumber: '1' }], {
      source: 's2',
    });
    expect(await ids()).toHaveLength(2);
    expect(takenIdentifiers).toBe(1);
    expect(rejections).toEqual([expect.objectContaining({ line: 1, path: 'CIKNumber', rejected: false })]);
    expect(await identifiers('a')).toEqual(['CIKNumber=1', 'wikidataID=Q1']);
  });

  test('two keys of one source are two entities; what they share stays with the first', async () => {
    const summary = await catalog.load('company', [
      { _key: '1', proID: 'acme', name: 'First' },
      { _key: '2', proID: 'acme', name: 'Second', URLs: { website: 'second.com' } },
    ]);
    expect(summary).toMatchObject({ created: 2, takenIdentifiers: 1 });
    const found = await catalog.rows<{ facts: string }>('SELECT facts FROM catalog.company');
    expect(found.filter(({ facts }) => facts.includes('"proID"'))).toHaveLength(1);
    expect(await catalog.load('company', [{ _key: '2', proID: 'acme', name: 'Second' }])).toMatchObject({
      unchanged: 1,
    });
  });

  test('is never a name, a website or a URL: those stay on all who state them, and are counted', async () => {
    const acme = { name: 'Acme', URLs: { website: 'acme.com', pro: 'pro.example/company/acme' } };
    const summary = await catalog.load('company', [
      { _key: '1', ...acme },
      { _key: '2', ...acme },
      { id: 'c', ...acme },
    ]);
    expect(summary).toMatchObject({ created: 3, sharedWebsites: 2, takenIdentifiers: 0 });
    expect(await catalog.load('company', [{ id: 'd', ...acme }])).toMatchObject({ sharedWebsites: 1 });
    expect(await catalog.rows(`SELECT FROM catalog.identifier WHERE kind = 'website'`)).toHaveLength(4);
  });

  test('a new id for a known entity becomes another name of it', async () => {
    await catalog.load('company', [{ id: 'a', proID: 'acme' }]);
    await catalog.load('company', [{ id: 'b', proID: 'acme', name: 'Acme' }], { source: 's2' });
    expect(await ids()).toEqual(['a']);
    expect(await catalog.rows('SELECT id, reason, successor FROM catalog.gone')).toEqual([
      { id: 'b', reason: 'merged', successor: 'a' },
    ]);
    expect(await catalog.load('company', [{ id: 'b', tagline: 't' }], { source: 's2' })).toMatchObject({ updated: 1 });
    expect(await values('company', 'a')).toMatchObject({ name: 'Acme', tagline: 't' });
  });

  test('a record that names itself in no way is rejected', async () => {
    const { rejected, rejections } = await catalog.load('company', [{ name: 'Acme', URLs: { website: 'acme.com' } }]);
    expect(rejected).toBe(1);
    expect(rejections[0]).toMatchObject({ line: 1, rejected: true });
  });

  test('an entity without an id gets one that depends on source and key alone', async () => {
    await catalog.load('company', [
      { _key: '1', name: 'A' },
      { _key: '2', name: 'B' },
    ]);
    const before = await ids();
    const other = await testCatalog();
    await other.load('company', [
      { _key: '2', name: 'X' },
      { _key: '1', name: 'Y', proID: 'y' },
    ]);
    expect(
      (await other.rows<{ id: string }>('SELECT id FROM catalog.company ORDER BY id')).map((row) => row.id),
    ).toEqual(before);
    await other.close();
  });
});

describe('what is stored', () => {
  test('a changed identifier moves, and the entity with it, though no byte of its body changed', async () => {
    await catalog.load('company', [{ id: 'a', identifiers: { dataAID: ['1'] } }]);
    const before = await version();
    const summary = await catalog.load('company', [{ id: 'a', identifiers: { dataAID: ['2'] } }]);
    expect(summary).toMatchObject({ updated: 1, changed: 1 });
    expect(await identifiers('a')).toEqual(['dataAID=2']);
    const after = await version();
    expect(Number(after.seq)).toBeGreaterThan(Number(before.seq));
    expect(Number(after.identifiers)).toBeGreaterThan(Number(before.identifiers));
  });

  test('an identifier given up is free for another entity', async () => {
    await catalog.load('company', [{ id: 'a', proID: 'acme' }]);
    await catalog.load('company', [
      { id: 'a', proID: 'renamed' },
      { id: 'b', proID: 'acme' },
    ]);
    expect([await identifiers('a'), await identifiers('b')]).toEqual([['proID=renamed'], ['proID=acme']]);
  });

  test('who said each field, and when', async () => {
    await catalog.load('company', [{ id: 'a', name: 'A', headcount: 5 }], { source: 'old' });
    await catalog.load('company', [{ id: 'a', headcount: 6 }], { source: 'new', asOf: new Date('2026-03-01') });
    const [row] = await catalog.rows<{ facts: string }>('SELECT facts FROM catalog.company');
    const facts = JSON.parse(row.facts) as Facts;
    expect(facts.values).toMatchObject({ name: 'A', headcount: 6 });
    expect([claimOf(facts, 'name'), claimOf(facts, 'headcount')]).toEqual([
      ['old', AS_OF.toISOString()],
      ['new', '2026-03-01T00:00:00.000Z'],
    ]);
  });
});

describe('what is gone', () => {
  test('an erased id is refused, and so is a record that carries any identifier of it', async () => {
    await catalog.rows(`INSERT INTO catalog.gone (kind, id, seq, reason) VALUES ('person', 'p1', 1, 'erased')`);
    const [{ secret }] = await catalog.rows<{ secret: string }>('SELECT secret FROM catalog.gone_key');
    for (const one of [
      { kind: 'email', value: 'ada@acme.com' },
      { kind: 'key:test', value: 'k1' },
    ])
      await catalog.rows('INSERT INTO catalog.gone_identifier VALUES ($1, $2)', [
        'person',
        goneHash(secret, 'person', one),
      ]);
    const ada = { firstName: 'Ada', lastName: 'L', fullName: 'Ada L' };
    const { refused, created, rejections } = await catalog.load('person', [
      { id: 'p1', ...ada },
      { id: 'p2', ...ada, identifiers: { email: ['Ada@Acme.com'] } },
      { _key: 'k1', ...ada },
      { id: 'p3', ...ada, identifiers: { email: ['other@acme.com'] } },
    ]);
    expect({ refused, created }).toEqual({ refused: 3, created: 1 });
    expect(rejections.map(({ line, rejected }) => [line, rejected])).toEqual(
      [
        [2, true],
        [3, true],
        [1, true],
      ].sort(),
    );
    expect(await ids('person')).toEqual(['p3']);
  });

  test('a record of a merged entity goes to its successor', async () => {
    await catalog.load('company', [{ id: 'new', name: 'New' }]);
    await catalog.rows(
      `INSERT INTO catalog.gone (kind, id, seq, reason, successor) VALUES ('company', 'old', 1, 'merged', 'new')`,
    );
    expect(await catalog.load('company', [{ id: 'old', tagline: 't' }])).toMatchObject({ updated: 1, created: 0 });
    expect(await values('company', 'new')).toMatchObject({ name: 'New', tagline: 't' });
  });
});

test('rejected records do not keep the rest from loading', async () => {
  const { created, rejected, rejections } = await catalog.load('company', [{ id: 'a' }, { id: 5 }, { id: 'b' }]);
  expect({ created, rejected }).toEqual({ created: 2, rejected: 1 });
  expect(rejections).toEqual([expect.objectContaining({ line: 2, path: 'id', rejected: true, value: '5' })]);
});

test('an input that fails leaves what was committed, and the next run completes it', async () => {
  const records = generated('company', 40);
  const failing = async function* () {
    let line = 0;
    for (const record of records) {
      if (line === 25) throw new Error('the pipe broke');
      yield { line: ++line, record };
    }
  };
  await expect(catalog.load('company', [], { records: failing(), batchSize: 10 })).rejects.toThrow('the pipe broke');
  await catalog.load('company', records);
  const other = await testCatalog();
  await other.load('company', records);
  expect(await catalog.content()).toEqual(await other.content());
  await other.close();
});
