import { MappingError } from './mapping';
import { securities } from './skip';
import { mappingOf, readBytes } from './source.fixture';
import { TRANSFORM_NAMES, transformed, Unfit } from './transform';

const asOf = new Date('2026-02-03T00:00:00Z');
const done = (value: unknown, ...steps: (string | Record<string, unknown>)[]) =>
  steps.reduce<unknown>((now, step) => transformed(now, step, { asOf }), value);
const unfit = (reason: RegExp | string) => expect.objectContaining({ reason: expect.stringMatching(reason) });

describe('a step', () => {
  test.each<[string, unknown, (string | Record<string, unknown>)[], unknown]>([
    ['text', 7, ['text'], '7'],
    ['trim', ' a ', ['trim'], 'a'],
    ['lower', 'AB', ['lower'], 'ab'],
    ['upper', 'ab', ['upper'], 'AB'],
    ['integer', '2,024.0', ['integer'], 2024],
    ['integer of a number', 7, ['integer'], 7],
    ['number', '-1.5e2', ['number'], -150],
    ['boolean', 'Yes', ['boolean'], true],
    ['date of a day', '2024-02-29', ['date'], '2024-02-29T00:00:00.000Z'],
    ['date of a year', '2024', ['date'], '2024-01-01T00:00:00.000Z'],
    ['date of a moment', '2024-01-31T23:00:00-02:00', ['date'], '2024-02-01T01:00:00.000Z'],
    ['date by a form', '1.2.2024', [{ date: 'DD.MM.YYYY' }], '2024-02-01T00:00:00.000Z'],
    ['year', '2013 (1888)', ['year'], '2013'],
    ['split', 'a; b;;', [{ split: ';' }], ['a', 'b']],
    ['list of JSON', '["a","b"]', ['list'], ['a', 'b']],
    ['list of Python', `['a', "b's", 'c\\'d']`, ['list'], ['a', "b's", "c'd"]],
    ['list of nothing', '[]', ['list'], []],
    ['first', ['a', 'b'], ['first'], 'a'],
    ['last', ['a', 'b'], ['last'], 'b'],
    ['before', 'a - b - c', [{ before: ' - ' }], 'a'],
    ['before without the mark', 'a', [{ before: ' - ' }], 'a'],
    ['beforeLast', 'a - b - c', [{ beforeLast: ' - ' }], 'a - b'],
    ['after', 'a, b, c', [{ after: ',' }], 'b, c'],
    ['after without the mark', 'a', [{ after: ',' }], undefined],
    ['afterLast', 'a, b, c', [{ afterLast: ',' }], 'c'],
    ['const', 'x', [{ const: 7 }], 7],
    ['map', 'A', [{ map: { A: 'b' } }], 'b'],
    ['map of all others', 'C', [{ map: { A: 'b', '*': 'other' } }], 'other'],
    ['replace', 'a.b.c', [{ replace: { '.': '-' } }], 'a-b-c'],
    ['unless', 'none', [{ unless: ['none', 'n/a'] }], undefined],
    ['prefix', 'a', [{ prefix: 'x-' }], 'x-a'],
    ['suffix', 'a', [{ suffix: '!' }], 'a!'],
    ['slug', ' Émile Zöla & Co. ', ['slug'], 'emile-zola-co'],
    ['url', 'HTTPS://Acme.com/a/', ['url'], 'Acme.com/a'],
    ['url of nothing', 'https://', ['url'], undefined],
    ['url of a place', 'http://de.acme.com/in/x', [{ url: ['acme.com/in'] }], 'de.acme.com/in/x'],
    ['country', 'gb', ['country'], 'United Kingdom'],
    ['country in full', 'France', ['country'], 'France'],
    ['usState', 'D.C.', ['usState'], 'District of Columbia'],
    ['usState of another place', 'Ireland', ['usState'], undefined],
    ['usOrCountry', 'Ohio', ['usOrCountry'], 'United States'],
    ['givenName', 'Ada B. van der Elst Jr.', ['givenName'], 'Ada'],
    ['familyName', 'Ada B. van der Elst, Jr.', ['familyName'], 'van der Elst'],
    ['history', '7', ['integer', 'history'], { '2026-02-03': 7 }],
    ['items one by one', 'a;B', [{ split: ';' }, 'upper', { prefix: '-' }], ['-A', '-B']],
  ])('%s', (_, value, steps, expected) => {
    expect(done(value, ...steps)).toEqual(expected);
  });

  test.each<[unknown, string | Record<string, unknown>, RegExp]>([
    ['many', 'integer', /not a number/],
    ['1.5', 'integer', /not a whole number/],
    ['99999999999999999999', 'integer', /not a whole number/],
    ['maybe', 'boolean', /not yes or no/],
    ['2023-02-30', 'date', /not a day/],
    ['31/31/2024', { date: 'DD/MM/YYYY' }, /written as DD\/MM\/YYYY/],
    ['soon', 'year', /no year/],
    ['a, b', 'list', /not a list/],
    ['[a, b]', 'list', /not a list/],
    ['C', { map: { A: 1 } }, /none of A/],
    ['Acme Limited', 'url', /not a web address/],
    ['notacme.com/x', { url: 'acme.com' }, /not on acme.com/],
    ['acme.com/inside', { url: 'acme.com/in' }, /not on/],
    ['XY', 'country', /no country code/],
  ])('refuses %j by %j', (value, step, reason) => {
    expect(done(value, step)).toBeInstanceOf(Unfit);
    expect(done(value, step)).toEqual(unfit(reason));
  });
});

const mapped = async (mapping: string, text: string) =>
  readBytes(text, mappingOf(`source: t\nkind: company\nformat: csv\n${mapping}`));

test('fields come from columns, the first that is not empty, from joined columns, and from constants', async () => {
  const read = await mapped(
    `key: { join: [a, b], with: '/' }
constants: { status: operating, stockExchange: X }
fields:
  name: { from: [c, b] }
  URLs.website: a
  industryList: { list: [a, c, b] }
  officeLocations: { list: [{ record: { address: { record: { city: b } }, headquarter: { const: true } } }] }
identifiers:
  dataAID: b
  dataBID: { from: a, do: [{ split: '|' }] }
`,
    'a,b,c\n x|y , B ,\n,C,\n',
  );
  expect(read.records.map(({ key }) => key)).toEqual(['x|y/B', 'C']);
  expect(read.records[0].record).toEqual({
    status: 'operating',
    stockExchange: 'X',
    name: 'B',
    URLs: { website: 'x|y' },
    industryList: ['x|y', 'B'],
    officeLocations: [{ address: { city: 'B' }, headquarter: true }],
    identifiers: { dataAID: ['B'], dataBID: ['x', 'y'] },
  });
});

test('a value that a step refuses is left out, told with its line, and counted', async () => {
  const read = await mapped(
    'key: id\nfields:\n  name: id\n  headcount: { from: n, do: [integer] }\n',
    'id,n\n1,5\n2,five\n',
  );
  expect(read.records.map(({ record }) => record)).toEqual([{ name: '1', headcount: 5 }, { name: '2' }]);
  expect(read.reports).toEqual([
    { line: 3, path: 'headcount', reason: 'is not a number', value: 'five', rejected: false },
  ]);
  expect(read.counts.droppedFields).toEqual({ headcount: 1 });
});

test('a record in a list to which no column gives anything is left out', async () => {
  const read = await mapped(
    `fields:
  name: id
  techStackList: { list: [{ record: { productName: n, productCategories: { const: [x] } } }] }
  alternateNames: { each: { from: n, do: [{ split: ';' }] }, as: { was: $item, place: $number } }
`,
    'id,n\n1,\n2,a;b\n',
  );
  expect(read.records.map(({ record }) => record)).toEqual([
    { name: '1' },
    {
      name: '2',
      techStackList: [{ productName: 'a;b', productCategories: ['x'] }],
      alternateNames: [
        { was: 'a', place: 1 },
        { was: 'b', place: 2 },
      ],
    },
  ]);
});

test('rows of one key are one record: the first speaks, later ones fill gaps and add identifiers', async () => {
  const read = await mapped(
    'key: id\nunite: true\nfields: { name: n, tagline: t, URLs.website: w }\nidentifiers: { stockSymbol: s }\n',
    'id,n,t,w,s\n1,A,,a.com,X\n2,B,,,Y\n1,C,t,c.com,Z\n1,,,,X\n',
  );
  expect(read.records.map(({ record }) => record)).toEqual([
    { name: 'A', tagline: 't', URLs: { website: 'a.com' }, identifiers: { stockSymbol: ['X', 'Z'] } },
    { name: 'B', identifiers: { stockSymbol: ['Y'] } },
  ]);
  expect(read.counts).toMatchObject({ rows: 4, united: 2 });
});

test('rows are skipped by rule, by value and by their beginning, and counted by what they are', async () => {
  const read = await mapped(
    `skip:
  - { name: end, column: id, startsWith: 'File' }
  - { column: n, is: ['', none] }
  - { column: n, rule: securities }
fields: { name: n }
`,
    'id,n\n1,Acme - Common Stock\n2,none\n3,Acme - Warrant\n4,Acme ETF\nFile 1,x\n5,\n',
  );
  expect(read.records.map(({ record }) => record.name)).toEqual(['Acme - Common Stock']);
  expect(read.counts.skipped).toEqual({ n: 2, warrant: 1, ETF: 1, end: 1 });
});

test.each([
  ['Acme Inc. - Common Stock', undefined],
  ['Acme Inc. Common Stock', undefined],
  ['Acme Partners L.P. - Common Units Representing Limited Partnership Interests', undefined],
  ['Bright Rights Inc. - Common Stock', undefined],
  ['Acme Note Systems - American Depositary Shares, each representing one share', undefined],
  ['Acme Municipal ETF', 'ETF'],
  ['ExampleShares UltraPro Short', 'ETF'],
  ['Acme Covered Call ETNs due 2033', 'ETF'],
  ['Acme Corp. - 9.125% Senior Notes Due 2030', 'note'],
  ['Acme Corp. - Junior Subordinated Debentures due 2058', 'note'],
  ['Acme Corp. - Redeemable Warrants', 'warrant'],
  ['Acme Corp. - Unit, each consisting of one share and one-half of one warrant', 'unit'],
  ['Acme Corp. - Right', 'right'],
  ['NASDAQ TEST STOCK', 'test'],
])('the rule for securities: %s is %s', (name, what) => {
  expect(securities(name)).toBe(what);
});

test.each([
  ['fields: [a]', /^test\.yaml: source is required \(and \d+ more\)/],
  ['source: t\nkind: planet\nfields: {}', /kind must be one of company, person/],
  ['source: t\nkind: company\nfeilds: {}', /feilds is not known here.* Did you mean fields\?/],
  ['source: t\nkind: company', /fields is required, unless keep is true/],
  ['source: t\nkind: company\nfields: { name: 7 }', /fields\.name must be a column or have one of from, join/],
  [
    'source: t\nkind: company\nfields: { name: { from: a, do: [intger] } }',
    /fields\.name\.do\[0\] is intger, which is no step: text/,
  ],
  ['source: t\nkind: company\nfields: { name: { from: a, do: trim } }', /fields\.name\.do must be a list of steps/],
  ['source: t\nkind: company\nfields: { name: { from: a, do: [split] } }', /do\[0\] needs a value: split/],
  ['source: t\nkind: company\nfields: { name: { from: a, do: [{ lower: 1 }] } }', /\(lower\) takes no value/],
  ['source: t\nkind: company\nfields: { name: { from: a, to: b } }', /fields\.name\.to is not known beside from/],
  ['source: t\nkind: company\nfields: { x: { each: a, as: { y: {} } } }', /fields\.x\.as\.y must be a column/],
  ['source: t\nkind: company\nfields: { x: { list: a } }', /fields\.x\.list must be a list/],
  ['source: t\nkind: company\nunite: true\nfields: {}', /unite needs a key/],
  ['source: t\nkind: company\nasOf: soon\nfields: {}', /asOf must be a day/],
  ['source: t\nkind: company\nfields: {}\nskip: [{ column: a }]', /skip\[0\] must have one of rule, is and startsWith/],
  [
    'source: t\nkind: company\nfields: {}\nskip: [{ column: a, rule: planets }]',
    /skip\[0\]\.rule must be one of securities/,
  ],
  ['source: t\nsource: u', /^test\.yaml, line 2, is no YAML/],
  ['source: [', /^test\.yaml, line 1, is no YAML/],
])('a wrong mapping file names the place: %j', (text, sentence) => {
  expect(() => mappingOf(text)).toThrow(MappingError);
  expect(() => mappingOf(text)).toThrow(sentence);
});

test('every step is documented', () => {
  const page = require('node:fs').readFileSync(`${__dirname}/../../../../docs/import.md`, 'utf8') as string;
  expect(TRANSFORM_NAMES.filter((name) => !new RegExp(`^\\|.*\`${name}[:\`]`, 'm').test(page))).toEqual([]);
});
