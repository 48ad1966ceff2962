import { ROLES } from '@almanac/runtime';
import { type TestDatabase, testDatabase } from '@almanac/testing';
import { Client, type QueryResultRow } from 'pg';
import type { EntityKind } from '../identifier';
import { load } from './load';
import type { InputRecord, LoadOptions, LoadSummary, Rejection } from './options';

/** An empty, migrated catalog of one's own, and the few things that specs of the loader say again and again. */
export interface TestCatalog {
  database: TestDatabase;
  /** As role almanac_loader. */
  url: string;
  rows<T extends QueryResultRow = QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  load(kind: EntityKind, records: readonly object[], options?: Partial<LoadOptions>): Promise<Loaded>;
  /** Everything but the numbers that depend on when: what "the same end" means. */
  content(): Promise<unknown>;
  empty(): Promise<void>;
  close(): Promise<void>;
}
export type Loaded = LoadSummary & { rejections: Rejection[] };

export const AS_OF = new Date('2026-01-01T00:00:00.000Z');
const TABLES = ['company', 'person', 'identifier', 'source_key', 'gone', 'gone_identifier', 'dirty'];

export async function testCatalog(): Promise<TestCatalog> {
  const database = await testDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const empty = async () => {
    await client.query(`TRUNCATE ${TABLES.map((table) => `catalog.${table}`).join(', ')}`);
  };
  await empty();
  const url = database.as(ROLES.loader);
  const rows: TestCatalog['rows'] = async (sql, values) => (await client.query(sql, values)).rows;
  return {
    database,
    url,
    rows,
    empty,
    async load(kind, records, options = {}) {
      const rejections: Rejection[] = [];
      const summary = await load({
        databaseUrl: url,
        kind,
        records: numbered(records),
        source: 'test',
        asOf: AS_OF,
        onReject: (rejection) => rejections.push(rejection),
        ...options,
      });
      return { ...summary, rejections };
    },
    async content() {
      const entity = (table: string) =>
        `SELECT id, facts, regexp_replace(body, ',"lastUpdated":"[^"]*"}$', '}') AS body, bare, refs, identity FROM catalog.${table} ORDER BY id`;
      return {
        company: await rows(entity('company')),
        person: await rows(entity('person')),
        identifier: await rows('SELECT * FROM catalog.identifier ORDER BY 1, 2, 3, 4'),
        key: await rows('SELECT * FROM catalog.source_key ORDER BY 1, 2, 3, 4'),
        gone: await rows('SELECT kind, id, reason, successor FROM catalog.gone ORDER BY 1, 2'),
        dirty: await rows('SELECT * FROM catalog.dirty ORDER BY 1, 2'),
      };
    },
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

/** A key given as `_key` is the source's own. */
export function* numbered(records: Iterable<object>): Generator<InputRecord> {
  let line = 0;
  for (const record of records) {
    const { _key: key } = record as { _key?: string };
    yield { line: ++line, record, ...(key === undefined ? {} : { key }) };
  }
}
