import { Readable } from 'node:stream';
import type { Rejection } from '../load/options';
import { type Mapping, parseMapping } from './mapping';
import { openSource } from './open';

export const mappingOf = (text: string): Mapping => parseMapping(text, 'test.yaml');

/** What a file of these bytes gives: its records, and what was reported, as `line: path value reason`. */
export async function readBytes(bytes: Buffer | string | Buffer[], mapping?: Mapping) {
  const reports: Rejection[] = [];
  const source = await openSource({
    path: '-',
    stdin: Readable.from(Array.isArray(bytes) ? bytes : [Buffer.from(bytes)]),
    onReject: (rejection) => reports.push(rejection),
    clock: () => new Date('2026-02-03T04:05:06Z'),
    ...(mapping ? { mapping } : {}),
  });
  const records: { line: number; record: Record<string, unknown>; key?: string }[] = [];
  for await (const { line, record, key } of source.records())
    records.push({
      line,
      record: (typeof record === 'string' ? JSON.parse(record) : record) as Record<string, unknown>,
      ...(key === undefined ? {} : { key }),
    });
  const told = reports.map(({ line, path, reason, rejected }) =>
    [`${line}:`, path, reason, rejected ? '(rejected)' : ''].filter(Boolean).join(' '),
  );
  return { records, told, reports, counts: source.counts, asOf: source.asOf };
}
