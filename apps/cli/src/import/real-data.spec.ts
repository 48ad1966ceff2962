/**
 * The real data sets, which are not in the project: ALMANAC_DATA names their folder, else ../shared/data beside the
 * clone. Where it is absent these tests are skipped and say so.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../root';
import { type Importing, importing } from './import.fixture';

const DATA = resolve(process.env.ALMANAC_DATA ?? join(ROOT, '../shared/data'));
const file = (path: string) => join(DATA, path);
const isThere = existsSync(file('companies/sp500-constituents.csv'));
if (!isThere)
  console.warn(`SKIPPED: the real data sets are not in ${DATA}; set ALMANAC_DATA to their folder to test the imports.`);

(isThere ? describe : describe.skip)('the real data sets', () => {
  let world: Importing;
  beforeAll(async () => {
    world = await importing();
  });
  afterAll(() => world.close());
  const company = (path: string, mapping: string) => world.json(['company', file(path), '--mapping', mapping]);
  const person = (path: string, mapping: string) => world.json(['person', file(path), '--mapping', mapping]);
  const count = async (where: string) =>
    Number((await world.query<{ n: string }>(`SELECT count(*) AS n FROM catalog.company WHERE ${where}`))[0].n);

  test('10,116 SEC rows are 7,877 companies', async () => {
    const summary = await company('companies/sec-company_tickers.json.gz', 'sec');
    expect(summary).toMatchObject({
      code: 0,
      read: 10_116,
      united: 2_239,
      created: 7_877,
      rejected: 0,
      droppedFields: {},
    });
    expect(await count('true')).toBe(7_877);
  });

  test('503 constituents are 500 companies, which meet the SEC’s by CIK; XOM stays apart and is named', async () => {
    const { out, code } = await world.run([
      'company',
      file('companies/sp500-constituents.csv'),
      '--mapping',
      'sp500',
      '--rejects',
      join(world.dir, 'sp500.ndjson'),
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/loaded +500\n/);
    expect(out).toMatch(/stockSymbol "XOM" belongs to company [0-9a-f]{24} already/);
    expect(await count(`body::json ->> 'locality' IS NOT NULL`)).toBe(499);
    expect(await count('true')).toBe(7_877 + 4);
    const exxon = await world.bodies('company', `body LIKE '%"34088"%' OR body LIKE '%"2115436"%'`);
    expect(exxon.map(({ CIKNumber, stockSymbol }) => [CIKNumber, stockSymbol]).sort()).toEqual([
      ['2115436', undefined],
      ['34088', 'XOM'],
    ]);
  });

  test('Nasdaq’s rows join by symbol; all share classes find their company', async () => {
    const summary = await company('companies/nasdaq-listed.csv', 'nasdaq');
    expect(summary).toMatchObject({ code: 0, read: 5_571, rejected: 0, takenIdentifiers: 0 });
    expect(summary.skipped).toMatchObject({ ETF: 1_253, warrant: 376, unit: 249, right: 100, note: 55, test: 8 });
    expect(summary.loaded).toBe(3_528);
    const [alphabet] = await world.bodies('company', `body LIKE '%"CIKNumber":"1652044"%'`);
    expect(alphabet).toMatchObject({
      name: 'Alphabet Inc.',
      stockSymbol: 'GOOGL',
      stockExchange: 'NASDAQ',
      locality: 'Mountain View',
    });
    const found = await world.query<{ value: string }>(
      `SELECT value FROM catalog.identifier WHERE kind = 'stockSymbol' AND entity_id = $1 ORDER BY value`,
      [alphabet.id],
    );
    expect(found.map(({ value }) => value)).toEqual(['GOOG', 'GOOGL', 'NASDAQ:GOOGL']);
  });

  test('4,663 startups load; two dates of the directory unite their histories', async () => {
    const before = await count('true');
    const summary = await company('companies/yc-2024-05-11.csv.gz', 'yc');
    expect(summary).toMatchObject({ code: 0, read: 4_663, created: 4_663, rejected: 0, takenIdentifiers: 0 });
    expect(await count('true')).toBe(before + 4_663);
    const older = await company('companies/yc-2023-02-27.csv.gz', 'yc');
    expect(older).toMatchObject({ code: 0, read: 4_128, created: 18, rejected: 0 });
    for (const [name, companies] of [
      ['FameGame', 1],
      ['Precious', 1],
      ['Lokal', 2],
    ])
      expect(await world.bodies('company', `body::json ->> 'name' = $1`, [name])).toHaveLength(Number(companies));
    const [airbnb] = await world.bodies('company', `body LIKE '%"website":"airbnb.com"%'`);
    expect(airbnb).toMatchObject({ headcountHistorical: { '2023-02-27': 6_132, '2024-05-11': 6_132 } });
  });

  test('2,320 judges, 537 members of Congress and 350 astronauts load, with all that they say', async () => {
    expect(await person('people/fjc-judges.ndjson.gz', 'judges')).toMatchObject({
      code: 0,
      created: 2_320,
      rejected: 0,
      droppedFields: {},
      unknownKeys: {},
    });
    expect(await person('people/us-congress.ndjson.gz', 'congress')).toMatchObject({
      code: 0,
      created: 537,
      rejected: 0,
      filledLists: { certifications: 537 },
      droppedFields: {},
    });
    expect(await person('people/nasa-astronauts.csv', 'astronauts')).toMatchObject({
      code: 0,
      created: 350,
      rejected: 0,
    });
    const [senator] = await world.bodies('person', 'id = $1', ['bioguide-C000127']);
    expect(senator).toMatchObject({ experienceList: [{}, { endDate: '2031-01-03T00:00:00.000Z' }] });
  });

  test('loading all of it again changes nothing', async () => {
    const [{ seq }] = await world.query<{ seq: string }>('SELECT seq FROM catalog.version');
    for (const [path, mapping] of [
      ['companies/yc-2024-05-11.csv.gz', 'yc'],
      ['companies/nasdaq-listed.csv', 'nasdaq'],
      ['companies/sp500-constituents.csv', 'sp500'],
      ['companies/sec-company_tickers.json.gz', 'sec'],
    ])
      expect(await company(path, mapping)).toMatchObject({ created: 0, changed: 0 });
    expect(await person('people/fjc-judges.ndjson.gz', 'judges')).toMatchObject({ created: 0, changed: 0 });
    expect(await world.query('SELECT seq FROM catalog.version')).toEqual([{ seq }]);
  });
});
