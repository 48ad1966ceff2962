import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Importing, importing } from './import.fixture';
import { MAPPINGS_DIR, mappingOf, shippedMappings } from './mappings';

let world: Importing;
beforeEach(async () => {
  world = await importing();
});
afterEach(() => world.close());

const fixture = (name: string) => join(MAPPINGS_DIR, 'fixtures', name);
const named = async (name: string) => world.bodies('company', `body::json ->> 'name' = $1`, [name]);

test('every shipped mapping reads, and every fixture has its mapping', () => {
  expect(shippedMappings()).toEqual(['astronauts', 'congress', 'judges', 'nasdaq', 'sec', 'sp500', 'yc']);
  for (const name of shippedMappings()) {
    const kinds = ['company', 'person'].filter((kind) => {
      try {
        return mappingOf(name, kind);
      } catch {
        return false;
      }
    });
    expect(kinds).toHaveLength(1);
  }
  expect(readdirSync(fixture('')).every((file) => existsSync(fixture(file)))).toBe(true);
});

test('yc: two dates unite; a shared URL or site merges nothing; what is no URL is dropped', async () => {
  const files = [fixture('yc-2024-05-11.csv'), fixture('yc-2023-02-27.csv')];
  const first = await world.json(['company', ...files, '--mapping', 'yc']);
  expect(first).toMatchObject({ code: 0, read: 40, created: 20, rejected: 0, takenIdentifiers: 0, sharedWebsites: 1 });
  expect(first.droppedFields).toEqual({ 'URLs.pro': 2, 'URLs.dataA': 2, 'URLs.website': 2 });
  const [lantern] = await named('Birch Lantern');
  expect(lantern).toMatchObject({
    description: 'Birch Lantern makes work simpler',
    status: 'operating',
    locality: 'London',
    country: 'United Kingdom',
    founded: '2011-01-01T00:00:00.000Z',
    headcount: 6,
    headcountHistorical: { '2023-02-27': 2, '2024-05-11': 6 },
    URLs: {
      website: 'www.birch-lantern.example',
      pro: 'www.linkedin.com/company/birch-lantern',
      dataA: 'www.crunchbase.com/organization/birch-lantern',
    },
  });
  expect((await named('Amber Kettle'))[0]).toMatchObject({ industryList: ['B2B', "Founder's Tools"] });
  expect(await named('Iris Mill')).toHaveLength(2);
  const shared = await world.bodies('company', `body LIKE '%organization/glass-otter"%'`);
  expect(shared).toHaveLength(2);
  const again = await world.json(['company', ...files, '--mapping', 'yc']);
  expect(again).toMatchObject({ code: 0, unchanged: 40, changed: 0, created: 0, seq: first.seq });
});

describe('sec, sp500 and nasdaq', () => {
  const load = (name: string, file: string) => world.json(['company', fixture(file), '--mapping', name]);
  const sec = () => load('sec', 'sec-company_tickers.json');
  const sp500 = () => load('sp500', 'sp500-constituents.csv');
  const nasdaq = () => load('nasdaq', 'nasdaq-listed.csv');

  test('meet by CIK and symbol; share classes are one company; contradictions stay apart and are named', async () => {
    expect(await sec()).toMatchObject({ read: 20, united: 3, created: 17, droppedFields: {} });
    const index = await sp500();
    expect(index).toMatchObject({ code: 0, read: 20, united: 3, created: 2, changed: 15, takenIdentifiers: 1 });
    expect(await nasdaq()).toMatchObject({ read: 20, loaded: 10, created: 3, takenIdentifiers: 0 });
    const [finch] = await world.bodies('company', `body LIKE '%"7000003"%'`);
    expect(finch).toMatchObject({ name: 'Copper Finch Holdings', stockSymbol: 'CPFA', stockExchange: 'NASDAQ' });
    const symbols = await world.query<{ value: string }>(
      `SELECT value FROM catalog.identifier WHERE kind = 'stockSymbol' AND entity_id = $1 ORDER BY value`,
      [finch.id],
    );
    expect(symbols.map(({ value }) => value)).toEqual(['CPFA', 'CPFB', 'CPFC', 'NASDAQ:CPFA']);
    const hens = await world.bodies('company', `body ILIKE '%quartz hen%'`);
    expect(hens.map(({ CIKNumber, stockSymbol }) => [CIKNumber, stockSymbol]).sort()).toEqual([
      ['7000017', 'QRTZ'],
      ['7999999', undefined],
    ]);
  });

  test('loaded again in any order change nothing', async () => {
    for (const one of [sec, sp500, nasdaq]) await one();
    for (const one of [nasdaq, sec, sp500]) expect(await one()).toMatchObject({ created: 0, changed: 0, rendered: 0 });
  });

  test('the index first and the SEC after it meet as well', async () => {
    await sp500();
    expect(await sec()).toMatchObject({ created: 2, changed: 15, takenIdentifiers: 1 });
  });

  test('headquarters are read as city, state and country', async () => {
    await sp500();
    const places = (await world.bodies('company')).map(({ locality, region, country }) => [locality, region, country]);
    expect(places).toEqual(
      expect.arrayContaining([
        ['Springfield', 'Oregon', 'United States'],
        ['Dublin', undefined, 'Ireland'],
        ['Columbus', 'Ohio', 'United States'],
        ['Falls Church', 'Virginia', 'United States'],
        ['Washington', 'District of Columbia', 'United States'],
        [undefined, undefined, undefined],
      ]),
    );
  });

  test('what is no company of its own is skipped and counted by what it is', async () => {
    expect((await nasdaq()).skipped).toEqual({
      ETF: 2,
      warrant: 1,
      right: 1,
      note: 1,
      unit: 2,
      test: 1,
      'end of file': 1,
      'no symbol': 1,
    });
  });
});

test('judges and congress: people in the API’s shape; a date to come is no past one', async () => {
  const judges = await world.json(['person', fixture('fjc-judges.ndjson'), '--mapping', 'judges']);
  expect(judges).toMatchObject({ code: 0, created: 20, droppedFields: {}, unknownKeys: {} });
  const [judge] = await world.bodies('person', 'id = $1', ['fjc-900001']);
  expect(judge).toMatchObject({
    educationList: [{ degreeName: 'B.A.', endDate: '1971-01-01T00:00:00.000Z', endDatePrecision: 'YEAR' }],
    experienceList: [{ positionList: [{ title: 'Judge', startDate: '2012-03-23T00:00:00.000Z', endDate: null }] }, {}],
  });
  const congress = await world.json(['person', fixture('us-congress.ndjson'), '--mapping', 'congress']);
  expect(congress).toMatchObject({ code: 0, created: 20, filledLists: { certifications: 20, skills: 20 } });
  const [member] = await world.bodies('person', 'id = $1', ['bioguide-X000000']);
  expect(member).toMatchObject({
    location: 'Washington, United States',
    URLs: { contact: 'www.ashdown.example/contact' },
    certifications: [],
    experienceList: [{ endDate: '2031-01-03T00:00:00.000Z' }],
  });
});

test('astronauts: people of a flat table', async () => {
  const summary = await world.json(['person', fixture('nasa-astronauts.csv'), '--mapping', 'astronauts']);
  expect(summary).toMatchObject({ code: 0, created: 20, droppedFields: {} });
  const all = await world.bodies('person');
  const one = (fullName: string) => all.find((person) => person.fullName === fullName);
  expect(one('Eva van der Elmore')).toMatchObject({ firstName: 'Eva', lastName: 'van der Elmore' });
  expect(one('Ada Ashdown Jr.')).toMatchObject({
    firstName: 'Ada',
    lastName: 'Ashdown',
    gender: 'female',
    educationList: [{ name: 'Example University' }, { school: { fullName: 'Example Naval School' } }],
    degreeList: [{ fieldOfStudy: 'Physics' }, { fieldOfStudy: 'Physics' }],
    experienceList: [
      { companyName: 'NASA', positionList: [{ title: 'Astronaut', startDate: '1990-01-01T00:00:00.000Z' }] },
    ],
  });
});
