import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { type Counts, count, type InputRecord, type Rejection } from '../load/options';
import { applyMapping, type MappingReport } from './apply';
import { type Bytes, openBytes } from './bytes';
import { readCsv } from './csv';
import { readJson } from './json';
import { readNdjson } from './lines';
import { formatOf, isMap, type Mapping, MappingError } from './mapping';
import { isRow, type Read, type Row, SourceError } from './row';
import { shownText } from './text';
import { Uniter } from './unite';
import { readYaml } from './yaml';

export interface SourceOptions {
  /** A file's path, or `-` for `stdin`. */
  path: string;
  stdin?: Readable;
  /** Without it the file must be NDJSON in the API's shapes. */
  mapping?: Mapping;
  /** Overrules the mapping's. */
  asOf?: Date;
  /** The default where neither option, mapping nor file tells. */
  clock?: () => Date;
  onReject?: (rejection: Rejection) => void;
}

/** What became of rows before they were records. */
export interface SourceCounts {
  rows: number;
  /** Rows that are no record of the kind, by what they are. */
  skipped: Counts;
  /** Rows that went into the record of an earlier one. */
  united: number;
  /** Places that are no row, and rows without a key. */
  rejected: number;
  /** Values that the mapping could not make sense of, by field. */
  droppedFields: Counts;
}

export interface OpenSource {
  /** When the source's statements were true. */
  asOf: Date;
  counts: SourceCounts;
  /** Share of the file that has been read, 0 to 1; undefined for a stream. */
  progress(): number | undefined;
  /** To be read once. Ends early, after telling so as a rejection, where the file is broken. */
  records(): AsyncGenerator<InputRecord>;
}

/**
 * Opens a file. Rejects with the system's error when it cannot be read, with MappingError when it cannot be read in the
 * given way.
 */
export async function openSource(options: SourceOptions): Promise<OpenSource> {
  const { path, mapping } = options;
  const name = path === '-' ? 'stdin' : basename(path);
  const read = readerOf(path, name, mapping);
  const bytes = await openBytes(path, options.stdin);
  const asOf = asOfOf(options, name, bytes);
  const counts: SourceCounts = { rows: 0, skipped: {}, united: 0, rejected: 0, droppedFields: {} };
  return {
    asOf,
    counts,
    progress: () => (bytes.total ? Math.min(bytes.done() / bytes.total, 1) : undefined),
    records: () => recordsOf({ reads: read(bytes.stream), options, asOf, counts }),
  };
}

type Reader = (stream: AsyncIterable<Buffer>) => AsyncIterable<Read>;

function readerOf(path: string, name: string, mapping?: Mapping): Reader {
  const told = mapping?.format;
  const byName = formatOf(path);
  const format = told ?? byName ?? 'ndjson';
  if (!mapping && byName !== undefined && byName !== 'ndjson')
    throw new MappingError(
      `${name} is no NDJSON by its name: give a mapping with --mapping, which says what its columns are.`,
    );
  if (format === 'csv' || format === 'tsv') {
    const delimiter = mapping?.csv?.delimiter ?? (byName === 'tsv' ? '\t' : ',');
    return (stream) => readCsv(stream, { ...mapping?.csv, delimiter });
  }
  return { ndjson: readNdjson, json: readJson, yaml: readYaml }[format];
}

function asOfOf({ asOf, mapping, clock }: SourceOptions, name: string, bytes: Bytes): Date {
  if (asOf) return asOf;
  if (mapping?.asOf === 'file') {
    const day = /\d{4}-\d\d-\d\d/.exec(name)?.[0];
    const date = new Date(`${day}T00:00:00Z`);
    if (day && !Number.isNaN(date.getTime())) return date;
    throw new MappingError(`${name} does not tell its date by its name, as its mapping expects: give --as-of DATE.`);
  }
  if (mapping?.asOf) return new Date(mapping.asOf);
  return bytes.modified ?? clock?.() ?? new Date();
}

interface Reading {
  reads: AsyncIterable<Read>;
  options: SourceOptions;
  asOf: Date;
  counts: SourceCounts;
}

async function* recordsOf(reading: Reading): AsyncGenerator<InputRecord> {
  const { mapping } = reading.options;
  const uniter = mapping?.unite ? new Uniter() : undefined;
  for await (const row of rowsOf(reading)) {
    const input = mapping ? mapped(reading, mapping, row) : { line: row.line, record: row.value };
    if (!input) continue;
    if (uniter) uniter.add(input);
    else yield input;
  }
  if (!uniter) return;
  reading.counts.united = uniter.united;
  yield* uniter.records();
}

/** Rows that could be read; what could not is reported, and a broken file ends with a report. */
async function* rowsOf({ reads, options, counts }: Reading): AsyncGenerator<Row> {
  const reject = (line: number, reason: string, shown?: string) => {
    counts.rejected++;
    options.onReject?.({ line, reason, ...(shown === undefined ? {} : { value: shown }), rejected: true });
  };
  let line = 0;
  try {
    for await (const read of reads) {
      line = read.line;
      counts.rows++;
      if (isRow(read)) yield read;
      else reject(read.line, read.reason, read.shown);
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    reject(line + 1, error.message);
  }
}

function mapped(reading: Reading, mapping: Mapping, row: Row): InputRecord | undefined {
  const { counts, options, asOf } = reading;
  const report = ({ value, ...told }: MappingReport) => {
    if (told.rejected) counts.rejected++;
    else count(counts.droppedFields, (told.path ?? '').replaceAll(/\[\d+\]/g, '[]'));
    options.onReject?.({ ...told, ...(value === undefined ? {} : { value: shownText(asText(value)) }) });
  };
  const value = typeof row.value === 'string' ? parsed(row.value) : row.value;
  if (typeof value === 'string') {
    report({ line: row.line, reason: value, value: row.value, rejected: true });
    return undefined;
  }
  const applied = applyMapping(mapping, { line: row.line, value }, { asOf }, report);
  if ('skipped' in applied) count(counts.skipped, applied.skipped);
  return 'record' in applied ? applied.record : undefined;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** The object, or a sentence that says why there is none. */
function parsed(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) ? value : 'is not a JSON object';
  } catch (error) {
    return `is not JSON: ${(error as Error).message.slice(0, 200)}`;
  }
}
