import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { TEST_ROLE_SECRET, type TestDatabase, testDatabase } from '@almanac/testing';
import { Command, CommanderError } from 'commander';
import { Client } from 'pg';
import { Ended } from '../fault';
import { importCommand } from './command';
import type { ImportSummary } from './summary';

export interface Ran {
  code: number;
  out: string;
  err: string;
  /** With --json. */
  summary: ImportSummary;
  rejects: Record<string, unknown>[];
}

/** A database of one's own and the command as a user has it, in this process. */
export async function importing() {
  const database: TestDatabase = await testDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('TRUNCATE catalog.company, catalog.person, catalog.identifier, catalog.source_key, catalog.dirty');
  const dir = mkdtempSync(join(tmpdir(), 'almanac-import-'));
  const env = { DATABASE_URL: database.url, ROLE_SECRET: TEST_ROLE_SECRET, ALMANAC_DIR: dir };

  async function run(args: string[], stdin: Buffer | string = ''): Promise<Omit<Ran, 'summary' | 'rejects'>> {
    const program = new Command('almanac').exitOverride();
    let [out, err] = ['', ''];
    program.configureOutput({ writeErr: (text) => (err += text), writeOut: (text) => (out += text) });
    const stderr = new PassThrough();
    stderr.on('data', (text) => (err += text));
    const print = (text: string) => (out += `${text}\n`);
    importCommand(program, { env, print, stdin: Readable.from([Buffer.from(stdin)]), stderr });
    for (const command of program.commands) command.copyInheritedSettings(program);
    try {
      await program.parseAsync(['node', 'almanac', 'import', ...args]);
      return { code: 0, out, err };
    } catch (error) {
      if (error instanceof Ended) return { code: error.exitCode, out, err };
      if (error instanceof CommanderError) return { code: error.exitCode && 2, out, err };
      throw error;
    }
  }

  return {
    database,
    dir,
    env,
    run,
    /** Imports with --json and gives the summary. */
    json: async (args: string[], stdin?: Buffer | string): Promise<ImportSummary & { code: number }> => {
      const rejects = join(dir, 'rejects.ndjson');
      const { code, out } = await run([...args, '--json', '--rejects', rejects], stdin);
      return { ...(JSON.parse(out) as ImportSummary), code };
    },
    /** Bodies as they are served, by SQL condition. */
    bodies: async (kind: 'company' | 'person', where = 'true', values: unknown[] = []) => {
      const sql = `SELECT body FROM catalog.${kind} WHERE ${where} ORDER BY id`;
      const { rows } = await client.query<{ body: string }>(sql, values);
      // Between the parts stands a mark at which a reader splices in other entities.
      return rows.map(
        ({ body }) => JSON.parse(body.replaceAll('\u0001', '')) as { id: string } & Record<string, unknown>,
      );
    },
    query: async <T extends object>(sql: string, values: unknown[] = []) => (await client.query<T>(sql, values)).rows,
    close: async () => {
      await client.end();
      await database.drop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type Importing = Awaited<ReturnType<typeof importing>>;
