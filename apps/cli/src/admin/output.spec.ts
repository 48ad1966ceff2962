import { moment, wholeNumber } from './arguments';
import { minute, table } from './output';
import { secretsFile } from './secrets';

test('a table lines up words to the left and numbers to the right', () => {
  const rows = [
    ['team_1', 'Research', 10000],
    ['team_22', undefined, 5],
  ];
  expect(table(['TEAM', 'NAME', 'LEFT'], rows)).toBe(
    ['TEAM     NAME        LEFT', 'team_1   Research  10,000', 'team_22  –              5'].join('\n'),
  );
});

test.each([
  ['1000', 1000],
  ['10,000', 10_000],
  ['10_000', 10_000],
])('%s is a whole number', (text, expected) => expect(wholeNumber(text)).toBe(expected));

test.each(['', '-1', '1.5', '1e3', 'ten', '9'.repeat(16)])('"%s" is none', (text) => {
  expect(() => wholeNumber(text)).toThrow(/whole number/);
});

test.each([
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T12:30:00+02:00', '2027-01-31T10:30:00.000Z'],
])('%s is a moment', (text, expected) => expect(moment(text)).toBe(expected));

test.each(['tomorrow', '2027-13-01', '2027-01-31T12:30', '31.1.2027'])('%s is none', (text) => {
  expect(() => moment(text)).toThrow(/day such as/);
});

test('minutes for people', () => expect(minute('2026-11-20T12:32:11.934Z')).toBe('2026-11-20 12:32'));

test('each run of `secrets` is fresh, and each app’s URL carries its own role', () => {
  const lines = secretsFile('db:5432/almanac').split('\n');
  expect(lines.map((line) => line.split('=')[0])).toEqual([
    'POSTGRES_PASSWORD',
    'ROLE_SECRET',
    'KEY_PEPPER',
    'DATABASE_URL',
    'BILLING_DATABASE_URL',
    'ENRICHMENT_DATABASE_URL',
  ]);
  expect(lines[4]).toMatch(/^BILLING_DATABASE_URL=postgres:\/\/almanac_billing:[0-9a-f]{64}@db:5432\/almanac$/);
  expect(secretsFile('db:5432/almanac')).not.toBe(lines.join('\n'));
});
