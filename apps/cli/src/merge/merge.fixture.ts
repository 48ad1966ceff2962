import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { TEST_ROLE_SECRET, type TestDatabase, testDatabase } from '@almanac/testing';
import { Command, CommanderError } from 'commander';
import { Client } from 'pg';
import { Ended, Fault, sentenceOf } from '../fault';
import { importCommand } from '../import/command';
import { showCommand } from '../show/command';
import { suggestMergesCommand } from '../suggest-merges/command';
import { mergeCommand } from './command';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** An empty catalog of one's own, or of a world's database, and the commands that meet in it, run in this process as in a folder of their own. */
export async function merging(given?: TestDatabase) {
  const database = given ?? (await testDatabase());
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const tables = ['company', 'person', 'identifier', 'source_key', 'gone', 'dirty'];
  const empty = () => client.query(`TRUNCATE ${tables.map((table) => `catalog.${table}`).join(', ')}`);
  await empty();
  const dir = mkdtempSync(join(tmpdir(), 'almanac-merge-'));
  const env = { DATABASE_URL: database.url, ROLE_SECRET: TEST_ROLE_SECRET, ALMANAC_DIR: dir };

  async function run(args: readonly string[], stdin = ''): Promise<Ran> {
    const program = new Command('almanac').exitOverride();
    const ran: Ran = { code: 0, out: '', err: '' };
    const stderr = new PassThrough();
    stderr.on('data', (text) => (ran.err += text));
    program.configureOutput({ writeErr: (text) => (ran.err += text), writeOut: (text) => (ran.out += text) });
    const context = {
      env,
      stderr,
      stdin: Readable.from([Buffer.from(stdin)]),
      print: (text: string) => (ran.out += `${text}\n`),
    };
    importCommand(program, context);
    for (const add of [mergeCommand, suggestMergesCommand, showCommand]) add(program, context);
    for (const command of program.commands) command.copyInheritedSettings(program);
    const error: unknown = await program.parseAsync(['node', 'almanac', ...args]).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error instanceof Ended) ran.code = error.exitCode;
    else if (error instanceof CommanderError) ran.code = error.exitCode && 2;
    else if (error instanceof Fault) [ran.code, ran.err] = [1, `${ran.err}${sentenceOf(error)}\n`];
    else if (error !== undefined) throw error;
    return ran;
  }

  return {
    database,
    client,
    dir,
    run,
    empty,
    file: (name: string, text: string): string => {
      writeFileSync(join(dir, name), text);
      return join(dir, name);
    },
    /** Imports records as NDJSON of a source. */
    imported: async (kind: string, source: string, records: readonly object[], asOf = '2026-01-01') => {
      const text = records.map((record) => JSON.stringify(record)).join('\n');
      const rejects = join(dir, 'rejects.ndjson');
      const ran = await run(['import', kind, '-', '--source', source, '--as-of', asOf, '--rejects', rejects], text);
      if (ran.code) throw new Error(ran.out + ran.err);
    },
    close: async () => {
      await client.end();
      if (!given) await database.drop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type Merging = Awaited<ReturnType<typeof merging>>;
