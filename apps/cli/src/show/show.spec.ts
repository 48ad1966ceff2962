import type { Provenance } from '@almanac/catalog';
import { type Merging, merging } from '../merge/merge.fixture';

let world: Merging;
beforeAll(async () => {
  world = await merging();
  await world.imported('company', 'filings', [{ id: 'a', name: 'Acme Corp', CIKNumber: '1', legalName: 'Acme' }]);
  await world.imported(
    'company',
    'directory',
    [
      {
        id: 'b',
        tagline: `Rockets\n${'and '.repeat(30)}`,
        URLs: { website: 'acme.com' },
        identifiers: { dataAID: ['7'] },
        headcountHistorical: { '2025-01-01': 10, '2026-01-01': 15 },
      },
    ],
    '2026-02-01',
  );
  await world.imported('company', 'registry', [{ id: 'a', legalName: null }], '2026-03-01');
  await world.imported('person', 'crm', [{ id: 'p', firstName: 'Ada', lastName: 'L', fullName: 'Ada L' }]);
  await world.run(['merge', 'company', 'b', 'a']);
});
afterAll(() => world.close());

const shown = async (name: string) =>
  JSON.parse((await world.run(['show', 'company', name, '--json'])).out) as Provenance;

test('each field comes with its source and date; what is derived or taken back is told apart', async () => {
  const { fields } = await shown('a');
  expect(fields).toEqual(
    expect.arrayContaining([
      { field: 'name', value: 'Acme Corp', source: 'filings', asOf: '2026-01-01T00:00:00.000Z' },
      { field: 'URLs.website', value: 'acme.com', source: 'directory', asOf: '2026-02-01T00:00:00.000Z' },
      { field: 'identifiers.dataAID', value: '7', source: 'directory', asOf: '2026-02-01T00:00:00.000Z' },
      { field: 'legalName', value: null, source: 'registry', asOf: '2026-03-01T00:00:00.000Z' },
      { field: 'yearlyHeadcountChange', value: 5 },
    ]),
  );
  expect(fields.filter(({ field }) => field === 'legalName')).toHaveLength(1);
});

test('identifiers, keys, merged ids and the place in the change sequence come with it', async () => {
  expect(await shown('a')).toMatchObject({
    kind: 'company',
    id: 'a',
    askedBy: 'id',
    seq: expect.any(Number),
    identifiers: [
      { kind: 'CIKNumber', value: '1' },
      { kind: 'dataAID', value: '7' },
      { kind: 'website', value: 'acme.com' },
      { kind: 'websiteDomain', value: 'acme.com' },
    ],
    sourceKeys: [
      { source: 'filings', key: 'a' },
      { source: 'registry', key: 'a' },
      { source: 'directory', key: 'b' },
    ],
    mergedIDs: ['b'],
  });
  expect(await shown('website:acme.com')).toMatchObject({ id: 'a', askedBy: 'identifier' });
});

test('the readable form keeps to a line for each field, and says that an id was merged', async () => {
  const { out, code } = await world.run(['show', 'company', 'b']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^b was merged into a, its successor:\ncompany a: Acme Corp\nchanged .* in the change sequence\n/,
  );
  expect(out).toMatch(/^tagline +Rockets and (and )+and… +directory +2026-02-01$/m);
  expect(out).toMatch(/^legalName +\(taken back\) +registry +2026-03-01$/m);
  expect(out).toMatch(/^yearlyHeadcountChange +5 +derived +–$/m);
  expect(out).toMatch(/^merged ids: +b$/m);
});

test.each([
  [['show', 'company', 'nobody'], 1, 'There is no company nobody.\n'],
  [['show', 'company', 'p'], 1, 'p is a person, not a company.\n'],
  [['show', 'planet', 'p'], 2, 'error: planet is no kind of entity: company or person\n'],
])('%j ends with %i and a sentence', async (args, code, err) => {
  expect(await world.run(args)).toEqual({ code, out: '', err });
});

test('people are shown too', async () => {
  const { out } = await world.run(['show', 'person', 'p']);
  expect(out).toMatch(/^person p: Ada L\n/);
  expect(out).toMatch(/^fullName +Ada L +crm +2026-01-01$/m);
});
