import { emptySummary, type Rejection } from './options';
import { validate } from './validate';

function checked(kind: 'company' | 'person', record: string | object, key?: string) {
  const summary = emptySummary(kind);
  const reports: Rejection[] = [];
  const valid = validate(kind, { line: 7, record, ...(key === undefined ? {} : { key }) }, summary, (rejection) =>
    reports.push(rejection),
  );
  return {
    valid,
    summary,
    reports,
    places: reports.map(({ path, rejected }) => `${path}${rejected ? ' rejected' : ''}`),
  };
}
const ada = { firstName: 'Ada', lastName: 'Lovelace', fullName: 'Ada Lovelace' };

describe('a record is rejected, with line, reason and place, when', () => {
  test.each([
    ['it is not JSON', '{"id":', undefined, /not JSON/],
    ['it is no object', '[1]', undefined, /not a JSON object/],
    ['it is null', 'null', undefined, /not a JSON object/],
    ['a required scalar is missing', { firstName: 'Ada', lastName: 'L' }, 'fullName', /required/],
    ['a required scalar is null', { ...ada, lastName: null }, 'lastName', /required/],
    ['a required scalar is wrong', { ...ada, firstName: 5 }, 'firstName', /string/],
    ['its id is wrong', { ...ada, id: 5 }, 'id', /string/],
    ['its id is empty', { ...ada, id: ' ' }, 'id', /1 to 500/],
    ['its id holds control characters', { ...ada, id: 'a\nb' }, 'id', /control/],
    ['its id is too long', { ...ada, id: 'x'.repeat(501) }, 'id', /500/],
  ])('%s', (_, record, path, reason) => {
    const { valid, reports } = checked('person', record);
    expect(valid).toBeUndefined();
    expect(reports).toEqual([
      expect.objectContaining({ line: 7, rejected: true, reason: expect.stringMatching(reason) }),
    ]);
    expect(reports[0].path).toBe(path);
  });

  test('its source key is none', () => {
    expect(checked('person', ada, '\u0000').valid).toBeUndefined();
  });
});

test('a good record passes whole, without its id', () => {
  const { valid, reports, summary } = checked(
    'company',
    { id: ' c1 ', name: 'Acme', headcount: 5, founded: '2001-01-01T00:00:00.000Z' },
    ' k1 ',
  );
  expect(valid).toMatchObject({
    line: 7,
    id: 'c1',
    key: 'k1',
    values: { name: 'Acme', headcount: 5, founded: '2001-01-01T00:00:00.000Z' },
  });
  expect(reports).toEqual([]);
  expect(summary.filledLists.techStackList).toBe(1);
});

test('a bad optional field is dropped and reported, and the rest stays', () => {
  const { valid, reports, summary } = checked('company', {
    name: 'Acme',
    headcount: 'many',
    founded: '2001',
    totalFunding: null,
    headcountHistorical: { '2020-01-01': 5, '2020': 3, '2021-01-01': 'x' },
    webViewerCountries: [{ country: 'US', percentage: 0.5 }, { country: 'DE', percentage: 50 }, { percentage: 0.1 }],
    officeLocations: [{ address: { city: 5, country: 'DE' }, headquarter: true }, { address: {} }],
    identifiers: { dataAID: ['a1', 7], nonsense: ['x'] },
  });
  expect(valid?.values).toEqual({
    name: 'Acme',
    totalFunding: null,
    headcountHistorical: { '2020-01-01': 5 },
    webViewerCountries: [{ country: 'US', percentage: 0.5 }],
    officeLocations: [{ address: { country: 'DE' }, headquarter: true }],
    identifiers: { dataAID: ['a1'] },
  });
  expect(reports.every(({ rejected, line }) => !rejected && line === 7)).toBe(true);
  expect(reports.find(({ path }) => path === 'headcount')).toMatchObject({ value: 'many', reason: 'must be integer' });
  expect(summary.droppedFields).toMatchObject({ headcount: 1, founded: 1, 'webViewerCountries[].percentage': 1 });
  expect(summary.unknownKeys).toEqual({ 'identifiers.nonsense': 1 });
});

test('unknown keys are dropped and counted, those with an underscore silently, at any depth', () => {
  const { valid, summary, reports } = checked('company', {
    name: 'Acme',
    nmae: 'x',
    _note: 'x',
    URLs: { website: 'acme.com', homepage: 'x', _x: 1 },
    ['__proto__' + '']: { a: 1 },
    constructor: 'x',
  });
  expect(valid?.values).toEqual({ name: 'Acme', URLs: { website: 'acme.com' } });
  expect(summary.unknownKeys).toEqual({ nmae: 1, 'URLs.homepage': 1, constructor: 1 });
  expect(reports).toEqual([]);
});

test('what Almanac computes itself is ignored and counted', () => {
  const { valid, summary } = checked('company', {
    name: 'Acme',
    revenue: 'x',
    monthlyHeadcountChange: 1,
    lastUpdated: 'x',
  });
  expect(valid?.values).toEqual({ name: 'Acme' });
  expect(summary.ignoredComputed).toEqual({ revenue: 1, monthlyHeadcountChange: 1, lastUpdated: 1 });
});

test('required lists that are missing are counted, in records inside too, and there filled', () => {
  const { valid, summary } = checked('person', { ...ada, skills: ['x'], experienceList: [{ companyName: 'Acme' }] });
  expect(valid?.values.experienceList).toEqual([{ companyName: 'Acme', personID: '', positionList: [] }]);
  expect(summary.filledLists).toMatchObject({ certifications: 1, 'experienceList[].positionList': 1 });
  expect(summary.filledLists).not.toHaveProperty('skills');
  expect(summary.filledLists).not.toHaveProperty('computed_highlightList');
});

test('a company inside an experience gives its id and name only', () => {
  const experience = { personID: 'whoever', positionList: [], company: { id: 'c1', name: 'Acme', headcount: 'x' } };
  const named = { ...experience, companyID: 'c2', companyName: 'Own' };
  const record = { ...ada, experienceList: [experience, named, { positionList: [], company: 'Acme' }] };
  const { valid, reports } = checked('person', record);
  expect(valid?.values.experienceList).toEqual([
    { personID: '', positionList: [], companyID: 'c1', companyName: 'Acme' },
    { personID: '', positionList: [], companyID: 'c2', companyName: 'Own' },
    { personID: '', positionList: [] },
  ]);
  expect(reports).toEqual([]);
  expect(record.experienceList[0]).toBe(experience);
  expect(experience.company.name).toBe('Acme');
});

test('text that Postgres or JSON cannot carry is dropped where it stands', () => {
  const { valid, places } = checked('company', {
    name: 'A\u0000',
    tagline: '\ud800',
    alternateNames: ['ok', 'b\u0000', 'fine'],
  });
  expect(valid?.values).toEqual({ alternateNames: ['ok', 'fine'] });
  expect(places).toEqual(['name', 'tagline', 'alternateNames[1]']);
});

test('a record as deep or as long as a line can be is judged, not fatal', () => {
  const deep = `{"name":"x","tagline":${'['.repeat(1e6)}"\\u0000"${']'.repeat(1e6)}}`;
  expect(checked('company', deep).reports.length).toBeGreaterThan(0);
  const long = `{"name":"x","alternateNames":[${'"a",'.repeat(300_000)}7,"\\u0000"]}`;
  expect(checked('company', long).valid?.values.alternateNames).toHaveLength(300_000);
  const wrong = `{"name":"x","alternateNames":[${'7,'.repeat(10_000)}"b"]}`;
  expect(checked('company', wrong).valid?.values).toEqual({ name: 'x' });
  expect(checked('company', wrong).reports.at(-1)).toMatchObject({ path: 'alternateNames', rejected: false });
});

test('nothing that JSON can hold throws', () => {
  for (const value of [[], [[]], {}, { a: [] }, '', 0, true, [null], 1e308]) {
    for (const field of ['URLs', 'identifiers', 'officeLocations', 'headcountHistorical', 'acquiredBy', 'name'])
      checked('company', { name: 'x', [field]: value });
    for (const field of ['experienceList', 'educationList', 'degreeList', 'skills', 'identifiers'])
      checked('person', { ...ada, [field]: value });
  }
});
