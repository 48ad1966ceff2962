import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../root';
import { type Importing, importing } from './import.fixture';

let world: Importing;
beforeEach(async () => {
  world = await importing();
});
afterEach(() => world.close());

const at = (name: string) => join(world.dir, name);
const write = (name: string, content: string | Buffer) => {
  writeFileSync(at(name), content);
  return at(name);
};
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const rejectsOf = (name: string) =>
  readFileSync(at(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const acme = { id: 'a', name: 'Acme', headcount: 5 };
const bolt = { id: 'b', name: 'Bolt' };
const rejects = () => ['--rejects', at('r.ndjson')];

describe('exit codes', () => {
  test('0: all loaded; nothing to tell, no rejects file', async () => {
    const { code, out } = await world.run(['company', write('a.ndjson', lines(acme, bolt)), ...rejects()]);
    expect(code).toBe(0);
    expect(out).toMatch(/^company records of source import/);
    expect(out).toMatch(/read +2\nloaded +2\n {2}new +2\nrejected +0\n/);
    expect(existsSync(at('r.ndjson'))).toBe(false);
  });

  test('3: a record was rejected, and the rest loaded', async () => {
    const { code, out } = await world.run([
      'company',
      write('a.ndjson', `${lines(acme)}nonsense\n${lines(bolt)}`),
      ...rejects(),
    ]);
    expect(code).toBe(3);
    expect(out).toMatch(/loaded +2\n/);
    expect(out).toMatch(/a\.ndjson:2: "nonsense" is not JSON/);
    expect(await world.bodies('company')).toHaveLength(2);
    expect(rejectsOf('r.ndjson')).toEqual([
      { file: 'a.ndjson', line: 2, reason: expect.stringMatching(/^is not JSON/), value: 'nonsense', rejected: true },
    ]);
  });

  test('0 for a dropped value, 3 with --strict', async () => {
    const file = write('a.ndjson', lines({ ...acme, headcount: 'many' }));
    expect((await world.run(['company', file, ...rejects()])).code).toBe(0);
    expect((await world.run(['company', file, ...rejects(), '--strict'])).code).toBe(3);
  });

  test.each([
    [['planet', 'x.ndjson'], /planet is no kind of record/],
    [['fund', 'x.ndjson'], /fund records cannot be imported yet: they come in a later version/],
    [['company'], /missing required argument/],
    [['company', '-', '-'], /stdin \(-\) can be read once only/],
    [['company', 'x.csv', '--as-of', 'soon'], /Give a day/],
    [['person', 'x.csv', '--mapping', 'yc'], /yc\.yaml maps rows to company records/],
  ])('2: %j', async (args, sentence) => {
    const { code, err } = await world.run(args);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });

  test('2: a wrong mapping file, a table without a mapping, a file whose name should tell the date', async () => {
    write('wrong.yaml', 'source: x\nkind: company\nfields: { name: { from: a, do: [lowr] } }\n');
    const table = write('a.csv', 'a\nx\n');
    for (const [args, sentence] of [
      [['--mapping', at('wrong.yaml')], /wrong\.yaml: fields\.name\.do\[0\] is lowr, which is no step/],
      [[], /a\.csv is no NDJSON by its name: give a mapping with --mapping/],
      [['--mapping', 'yc'], /a\.csv does not tell its date by its name.*--as-of/],
    ] as const) {
      const { code, err } = await world.run(['company', table, ...args]);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(sentence) });
    }
  });

  test('faults are sentences: no such file, no such mapping, no database, a rejects file that cannot be written', async () => {
    await expect(world.run(['company', at('none.ndjson')])).rejects.toThrow(/^There is no file .*none\.ndjson\.$/);
    await expect(world.run(['company', world.dir])).rejects.toThrow(/cannot be read \(it is a folder\)/);
    await expect(world.run(['company', 'x.csv', '--mapping', 'ycc'])).rejects.toThrow(
      /no mapping ycc .* shipped are astronauts/,
    );
    const bad = write('bad.ndjson', 'nonsense\n');
    await expect(world.run(['company', bad, '--rejects', at('no/where')])).rejects.toThrow(
      /name another file with --rejects/,
    );
    world.env.ROLE_SECRET = 'another-role-secret-another-role-secret';
    await expect(world.run(['company', bad])).rejects.toThrow(/refuses the loader .* ROLE_SECRET/);
    world.env.DATABASE_URL = 'postgres://127.0.0.1:1/x';
    await expect(world.run(['company', bad])).rejects.toThrow(/does not answer .* DATABASE_URL/);
  });
});

test('the built command answers the same codes, and its examples work', async () => {
  symlinkSync(join(ROOT, 'mappings'), at('mappings'));
  const almanac = async (command: string) => {
    const line = command.replaceAll('almanac ', `${process.execPath} ${join(ROOT, 'apps/cli/bin/almanac.mjs')} `);
    const options = { cwd: world.dir, env: { ...process.env, ...world.env } };
    const done = await promisify(execFile)('bash', ['-o', 'pipefail', '-c', line], options).catch(
      (error: unknown) => error,
    );
    const { code = 0, stdout, stderr } = done as { code?: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  };
  expect(await almanac(`almanac import company - --rejects ${at('r.ndjson')} <<< nonsense`)).toMatchObject({ code: 3 });
  expect(await almanac(`almanac import company ${at('none')}`)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^almanac: There is no file/),
  });
  expect(await almanac('almanac import planet x')).toMatchObject({ code: 2 });
  const help = (await almanac('almanac import --help')).stdout;
  const examples = help
    .split('Examples:\n')[1]
    .trim()
    .split('\n')
    .map((line) => line.trim());
  expect(examples).toHaveLength(4);
  for (const example of examples.filter((line) => /generate|fixtures/.test(line)))
    expect(await almanac(example)).toMatchObject({ code: 0 });
});

test('stdin, gzip by content, and several files', async () => {
  const packed = gzipSync(lines(acme));
  expect(await world.json(['company', '-'], packed)).toMatchObject({ code: 0, created: 1 });
  const summary = await world.json(
    ['company', write('a.ndjson', packed), write('b.ndjson.gz', lines(bolt)), '-'],
    lines({ id: 'c' }),
  );
  expect(summary).toMatchObject({ files: 3, read: 3, unchanged: 0, changed: 1, created: 2 });
});

test('--source, --as-of: an older word only fills gaps', async () => {
  const load = (record: object, source: string, asOf: string) =>
    world.json(['company', '-', '--source', source, '--as-of', asOf], lines(record));
  await load({ id: 'a', name: 'New' }, 'x', '2026-02-01');
  expect(await load({ id: 'a', name: 'Old', tagline: 't' }, 'y', '2026-01-01')).toMatchObject({
    source: 'y',
    changed: 1,
  });
  expect(await world.bodies('company')).toMatchObject([{ name: 'New', tagline: 't' }]);
});

test('a file is as old as it is: loaded again it changes nothing', async () => {
  const file = write('a.ndjson', lines(acme));
  await world.json(['company', file]);
  expect(await world.json(['company', file])).toMatchObject({ unchanged: 1, changed: 0 });
});

test('--dry-run reads, maps and checks, writes nothing and needs no database', async () => {
  const file = write('a.ndjson', lines(acme, { ...bolt, headcount: -1 }, { name: 'nameless' }));
  world.env.DATABASE_URL = '';
  const { code, out } = await world.run(['company', file, '--dry-run', ...rejects()]);
  expect(code).toBe(3);
  expect(out).toMatch(/would load +2\n/);
  expect(out).toMatch(/Nothing was written\. Only a load tells/);
  expect(rejectsOf('r.ndjson').map(({ line, path, rejected }) => [line, path, rejected])).toEqual([
    [2, 'headcount', false],
    [3, undefined, true],
  ]);
  expect(await world.bodies('company')).toEqual([]);
  expect(readdirSync(world.dir).sort()).toEqual(['a.ndjson', 'r.ndjson']);
});

test('values that no record may hold are left out, each with line, place and reason; the rest loads', async () => {
  const wrong = [
    { headcount: 'many' },
    { headcount: -5 },
    { headcountHistorical: { '2024-02-30': 5, '2024-02-28': -5, '2024-02-27': 5 } },
    { founded: '2023-02-30T00:00:00Z' },
    { URLs: { website: 'not a site', pro: 'https://pro.example/company/x', socialA: 'nowhere' } },
    { tagline: 'a\0b' },
    { stockSymbol: '' },
  ];
  const text = lines(...wrong.map((fields, index) => ({ id: `w${index}`, name: `W ${index}`, ...fields })));
  const summary = await world.json(['company', '-'], text);
  expect(summary).toMatchObject({ code: 0, created: 7, rejected: 0 });
  expect(rejectsOf('rejects.ndjson').map(({ line, path }) => `${line} ${path}`)).toEqual([
    '1 headcount',
    '2 headcount',
    '3 headcountHistorical.2024-02-30',
    '3 headcountHistorical.2024-02-28',
    '4 founded',
    '5 URLs.website',
    '5 URLs.socialA',
    '6 tagline',
    '7 stockSymbol',
  ]);
  expect(summary.droppedFields).toMatchObject({ headcount: 2, founded: 1, tagline: 1 });
  const [, , history, , urls] = await world.bodies('company');
  expect(history.headcountHistorical).toEqual({ '2024-02-27': 5 });
  expect(urls.URLs).toEqual({ pro: 'pro.example/company/x' });
});

test('people: invalid e-mails and impossible dates are left out; without a name there is no person', async () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', fullName: 'Ada Lovelace' };
  const summary = await world.json(
    ['person', '-'],
    lines(
      { id: 'a', ...ada, identifiers: { email: ['ada@x.example', 'nobody'] } },
      { id: 'b', ...ada, educationList: [{ id: 'e', personID: 'b', endDate: '2020-13-01T00:00:00Z', name: 'School' }] },
      { id: 'c', firstName: 'No', lastName: 'Name' },
    ),
  );
  expect(summary).toMatchObject({ code: 3, created: 2, rejected: 1, droppedFields: { 'identifiers.email': 1 } });
  expect(rejectsOf('rejects.ndjson').map(({ line, path, rejected }) => [line, path, rejected])).toEqual([
    [1, 'identifiers.email', false],
    [2, 'educationList[0].endDate', false],
    [3, 'fullName', true],
  ]);
  const [, second] = await world.bodies('person');
  expect(second.educationList).toEqual([{ id: 'e', personID: 'b', name: 'School' }]);
});

test('lines that cannot be read are told, and the rest loads', async () => {
  const parts = [
    Buffer.from(`\ufeff${JSON.stringify(acme)}\r\n`),
    Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
    Buffer.from('{"id":"x","id":"y"}\n{"id":"n\0"}\n'),
    Buffer.concat([Buffer.alloc(16 * 1024 * 1024 + 1, 0x20), Buffer.from('\n')]),
    Buffer.from(lines(bolt)),
  ];
  const summary = await world.json(['company', '-'], Buffer.concat(parts));
  expect(summary).toMatchObject({ code: 3, read: 6, created: 2, rejected: 4 });
  const told = rejectsOf('rejects.ndjson').map(({ line, reason }) => `${line} ${reason}`);
  expect(told.sort()).toEqual([
    '2 is not UTF-8 text',
    '3 names "id" twice',
    expect.stringMatching(/^4 is not JSON/),
    '5 is longer than 16 MB',
  ]);
});
