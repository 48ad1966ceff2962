import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { generateLines } from '@almanac/catalog/generate';
import { RECORDS, type RecordKind } from '@almanac/contracts';
import { type Command, Option } from 'commander';
import { wholeNumber } from '../admin/arguments';
import { Fault } from '../fault';
import { progressTo, summaryOf } from './progress';
import { writeFiles, writeStream } from './write';

const KINDS = Object.keys(RECORDS) as RecordKind[];

interface Options {
  companies: number;
  people: number;
  seed: string;
  kind?: RecordKind[];
  out: string;
}

export interface Streams {
  stdout: Writable;
  stderr: NodeJS.WriteStream;
}

export function generateCommand(program: Command, { stdout, stderr }: Streams): void {
  program
    .command('generate')
    .description('write synthetic companies and people that fit together, as NDJSON in the API’s shapes')
    .option('--companies <number>', 'how many companies', wholeNumber, 2_000)
    .option('--people <number>', 'how many people', wholeNumber, 6_000)
    .option('--seed <text>', 'the same seed gives the same bytes', '1')
    .addOption(new Option('--kind <kind...>', 'only these kinds; repeat for several').choices(KINDS))
    .option('--out <dir>', 'folder for one <kind>.ndjson each; - writes a single --kind to stdout', 'generated')
    .addHelpText(
      'after',
      '\nExamples:\n  almanac generate --companies 2000 --people 6000 --seed 1\n  almanac generate --companies 5 --kind company --out - | head -1',
    )
    .action(async ({ companies, people, seed, kind, out }: Options, command: Command) => {
      const toStdout = out === '-';
      if (toStdout && kind?.length !== 1) command.error('error: --out - writes one kind: name it with --kind');
      const started = performance.now();
      const progress = progressTo(stderr, companies + people);
      try {
        const lines = generateLines({ companies, people, seed: numeric(seed), ...(kind ? { kinds: kind } : {}) });
        const written = await (toStdout
          ? writeStream(lines, stdout, progress.tell)
          : writeFiles(lines, resolve(out), progress.tell));
        progress.end();
        const where = toStdout ? '' : `${resolve(out)}: `;
        stderr.write(`${where}${summaryOf(written, performance.now() - started)}\n`);
      } catch (error) {
        progress.end();
        throw told(error);
      }
    });
}

/** `1` and 1 are one seed. */
const numeric = (seed: string): number | string => (/^\d{1,15}$/.test(seed) ? Number(seed) : seed);

function told(error: unknown): unknown {
  if (error instanceof RangeError) return new Fault(`${error.message}.`);
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EACCES' || code === 'ENOTDIR' || code === 'EROFS'
    ? new Fault(`The files cannot be written (${message}): name another folder with --out.`)
    : error;
}
