import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { Fault } from '../fault';
import { generateCommand } from './command';
import { barOf, summaryOf } from './progress';
import { type Line, writeFiles } from './write';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'almanac-generate-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the command with its output caught. */
async function generate(...args: string[]): Promise<{ out: string; said: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const program = new Command('almanac').exitOverride().configureOutput({ writeErr: () => undefined });
  generateCommand(program, { stdout, stderr: stderr as unknown as NodeJS.WriteStream });
  for (const command of program.commands) command.copyInheritedSettings(program);
  await program.parseAsync(['node', 'almanac', 'generate', ...args]);
  stdout.end();
  stderr.end();
  return { out: await text(stdout), said: await text(stderr) };
}
const filesOf = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]));

test('writes a file for each kind, the same bytes for the same seed', async () => {
  const args = ['--companies', '60', '--people', '150', '--seed', '7'];
  const { said } = await generate(...args, '--out', join(dir, 'a'));
  await generate(...args, '--out', join(dir, 'b'));
  const files = filesOf(join(dir, 'a'));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['company.ndjson', 'person.ndjson', 'founder.ndjson']));
  expect(files['company.ndjson'].trimEnd().split('\n')).toHaveLength(60);
  expect(files['person.ndjson'].trimEnd().split('\n')).toHaveLength(150);
  expect(filesOf(join(dir, 'b'))).toEqual(files);
  expect(said).toMatch(/records in .* 60 company, 150 person/);
  await generate(...args.slice(0, 4), '--seed', '8', '--out', join(dir, 'c'));
  expect(filesOf(join(dir, 'c'))['company.ndjson']).not.toBe(files['company.ndjson']);
});

test('one kind goes to stdout, with the words on stderr', async () => {
  const { out, said } = await generate('--companies', '3', '--kind', 'company', '--out', '-');
  const records = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
  expect(records).toHaveLength(3);
  expect(new Set(records.map(({ id }) => id)).size).toBe(3);
  expect(said).toMatch(/^3 records/);
});

test.each([
  [['--out', '-'], /name it with --kind/],
  [['--kind', 'planet'], /Allowed choices/],
  [['--companies', 'many'], /whole number/],
])('%j is refused', async (args, message) => {
  await expect(generate(...args)).rejects.toThrow(message);
});

test('more than can be counted is a sentence, and so is a folder that cannot be written', async () => {
  await expect(generate('--companies', '99999999', '--out', dir)).rejects.toThrow(Fault);
  writeFileSync(join(dir, 'file'), '');
  await expect(generate('--companies', '1', '--people', '0', '--out', join(dir, 'file', 'x'))).rejects.toThrow(
    /cannot be written .*--out/,
  );
});

test('files appear only when all are whole', async () => {
  function* broken(): Generator<Line> {
    yield { kind: 'company', line: '{}' };
    throw new Error('broken');
  }
  await expect(writeFiles(broken(), dir, () => undefined)).rejects.toThrow('broken');
  expect(readdirSync(dir).filter((name) => name.endsWith('.ndjson'))).toEqual([]);
});

test('a bar for people, a line for the end', () => {
  expect(barOf({ company: 500 }, 2_000)).toBe('[######..................]  25 %  company 500');
  expect(barOf({ company: 1_000, person: 1_000, founder: 1_300 }, 2_000)).toMatch(/100 % {2}founder 1,300$/);
  expect(summaryOf({ company: 10_000, fund: 5 }, 1_000)).toBe(
    '10,005 records in 1.0 s (10,005 a second): 10,000 company, 5 fund.',
  );
});
