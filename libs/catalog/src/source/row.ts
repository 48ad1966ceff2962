import { RECORD_BYTES_MAX } from '../load/options';

/** One row of a file: a record of NDJSON as it stands, or what a table's row says by column. */
export interface Row {
  /** Line in the file, from 1; in JSON and YAML the number of the row. */
  line: number;
  value: string | Readonly<Record<string, unknown>>;
}
/** A place in the file that is no row. */
export interface Unreadable {
  line: number;
  reason: string;
  /** What stands there, cut. */
  shown?: string;
}
export type Read = Row | Unreadable;

export const isRow = (read: Read): read is Row => 'value' in read;

/** The file cannot be read further; the message is a sentence without the file's name. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

export const ROW_BYTES_MAX = RECORD_BYTES_MAX;
export const TOO_LONG = `is longer than ${ROW_BYTES_MAX / 1024 / 1024} MB`;
