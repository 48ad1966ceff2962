import { isUtf8 } from 'node:buffer';
import { type CsvError, parse } from 'csv-parse/sync';
import { linesOf } from './lines';
import { type Read, SourceError, TOO_LONG } from './row';
import { decoded, shownText } from './text';

export interface CsvOptions {
  delimiter?: string;
  quote?: string;
  /** Names of the columns, where the file's first line does not tell them. */
  columns?: string[];
}

/** A quoted cell goes on over at most as many lines: past them a quote was not closed. */
export const QUOTED_LINES_MAX = 10_000;
/** Rows parsed at a time. */
const ROWS_AT_ONCE = 200;
const NEWLINE = Buffer.from('\n');

interface Line {
  line: number;
  bytes: Buffer;
}
type Cells = string[];
interface Form {
  delimiter: string;
  quote: string;
}

/** Rows of a table whose first line names the columns. A row that is none is told of, and the next one read. */
export async function* readCsv(
  stream: AsyncIterable<Buffer>,
  { delimiter = ',', quote = '"', columns }: CsvOptions = {},
): AsyncGenerator<Read> {
  const form: Form = { delimiter, quote };
  const table: Table = { form, headings: columns };
  let batch: Line[] = [];
  let broken: unknown;
  try {
    for await (const piece of assembled(linesOf(stream), table)) {
      if ('reason' in piece) {
        yield* rowsOf(table, batch);
        batch = [];
        yield piece;
      } else if (!table.headings) table.headings = headingsOf(cellsOf(form, piece.bytes));
      else {
        batch.push(piece);
        if (batch.length < ROWS_AT_ONCE) continue;
        yield* rowsOf(table, batch);
        batch = [];
      }
    }
  } catch (error) {
    broken = error;
  }
  // What came before the file broke still counts.
  yield* rowsOf(table, batch);
  if (broken) throw broken;
}

interface Table {
  form: Form;
  headings?: string[];
}

/** Puts the lines of each row together. Where that comes to no row, its first line is taken alone, and the rest again. */
async function* assembled(
  lines: AsyncIterable<{ line: number; bytes?: Buffer }>,
  table: Table,
): AsyncGenerator<Line | { line: number; reason: string }> {
  const mark = table.form.quote.charCodeAt(0);
  let open: Line[] = [];
  const put = function* (next: Line): Generator<Line> {
    const todo = [next];
    for (let one = todo.pop(); one; one = todo.pop()) {
      const isOdd = quotesIn(one.bytes, mark) % 2 === 1;
      if (!open.length && !isOdd) {
        if (one.bytes.length && one.bytes.toString('latin1').trim()) yield one;
        continue;
      }
      open.push(one);
      if (open.length > 1 && isOdd) {
        const whole = joined(open);
        const again = isRowOf(table, whole.bytes) ? [] : open.slice(1);
        yield again.length ? open[0] : whole;
        open = [];
        todo.push(...again.reverse());
      } else if (open.length > QUOTED_LINES_MAX) {
        const [first, ...again] = open;
        yield first;
        open = [];
        todo.push(...again.reverse());
      }
    }
  };
  const left = function* (): Generator<Line> {
    while (open.length) {
      const [first, ...again] = open;
      open = [];
      yield first;
      for (const one of again) yield* put(one);
    }
  };
  for await (const { line, bytes } of lines) {
    if (bytes) yield* put({ line, bytes });
    else yield { line, reason: TOO_LONG };
  }
  yield* left();
}

function quotesIn(bytes: Buffer, mark: number): number {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) count++;
  return count;
}

const joined = (lines: readonly Line[]): Line => ({
  line: lines[0].line,
  bytes: Buffer.concat(lines.flatMap(({ bytes }, index) => (index ? [NEWLINE, bytes] : [bytes]))),
});

function isRowOf({ form, headings }: Table, bytes: Buffer): boolean {
  const cells = cellsOf(form, bytes);
  return typeof cells !== 'string' && (!headings || cells.length === headings.length);
}

/** Rows that were put together; parsed at once, and one by one where something is wrong. */
function* rowsOf(table: Table, batch: readonly Line[]): Generator<Read> {
  if (!batch.length) return;
  const all = parsed(table.form, joined(batch).bytes);
  const isWhole = typeof all !== 'string' && all.length === batch.length;
  for (const [index, { line, bytes }] of batch.entries()) {
    const cells = isWhole ? all[index] : cellsOf(table.form, bytes);
    yield rowOf(table.headings as string[], line, bytes, cells);
  }
}

function rowOf(headings: readonly string[], line: number, bytes: Buffer, cells: Cells | string): Read {
  if (typeof cells === 'string') return { line, reason: cells, shown: shownText(decoded(bytes)) };
  if (cells.length !== headings.length) {
    const reason = `has ${cells.length} cells, and the first line ${headings.length}`;
    return { line, reason, shown: shownText(decoded(bytes)) };
  }
  return { line, value: Object.fromEntries(headings.map((name, index) => [name, cells[index]])) };
}

/** The cells of one row, or why it is none. */
function cellsOf(form: Form, bytes: Buffer): Cells | string {
  const rows = parsed(form, bytes);
  if (typeof rows === 'string') return rows;
  return rows.length === 1 ? rows[0] : 'is no row';
}

/** Bytes that are no UTF-8 are parsed as they stand, and each cell is read by itself. */
function parsed({ delimiter, quote }: Form, bytes: Buffer): Cells[] | string {
  const isText = isUtf8(bytes);
  const encoding = isText ? 'utf8' : 'latin1';
  try {
    const options = { delimiter, quote, encoding, relax_column_count: true, relax_quotes: true } as const;
    const rows = parse(bytes, options) as Cells[];
    return isText ? rows : rows.map((cells) => cells.map((cell) => decoded(Buffer.from(cell, 'latin1'))));
  } catch (error) {
    return reasonOf(error as CsvError);
  }
}

/** Why a row is none, in the words of who made the file. */
function reasonOf({ code, message }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'opens a quote that is never closed';
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'goes on after a closing quote';
  return `is no CSV (${message.slice(0, 200)})`;
}

function headingsOf(cells: Cells | string): string[] {
  if (typeof cells === 'string') throw new SourceError(`has a first line that ${cells}`);
  const names = cells.map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new SourceError(`names the column "${shownText(twice)}" twice`);
  return names;
}
