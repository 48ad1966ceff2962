import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { brokenStream, withoutBom } from './lines';
import { type Read, ROW_BYTES_MAX, SourceError, TOO_LONG } from './row';
import { decoded, shownText } from './text';

export interface CsvOptions {
  delimiter?: string;
  quote?: string;
  /** Names of the columns, where the file's first line does not tell them. */
  columns?: string[];
}

const NEWLINE = 10;

/** Text in pieces that end with a line, so that no character is cut in two. */
async function* texts(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of withoutBom(stream)) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (!end) {
      kept.push(chunk);
      length += chunk.length;
      if (length > ROW_BYTES_MAX) throw new SourceError(`has a line that ${TOO_LONG}`);
      continue;
    }
    yield decoded(Buffer.concat([...kept, chunk.subarray(0, end)]));
    kept = end < chunk.length ? [Buffer.from(chunk.subarray(end))] : [];
    length = kept.length ? kept[0].length : 0;
  }
  if (length) yield decoded(Buffer.concat(kept));
}

interface Parsed {
  record: Record<string, string>;
  info: Info;
}

/** Why a row is none, in the words of who made the file. */
function reasonOf(error: CsvError): string {
  if (error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS' || error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH')
    return 'has another number of cells than the first line';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'opens a quote that is never closed';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return TOO_LONG;
  if (error.code === 'CSV_INVALID_CLOSING_QUOTE' || error.code === 'INVALID_OPENING_QUOTE')
    return 'has a quote where none may stand';
  return `is no CSV (${error.message.slice(0, 200)})`;
}

/** Rows of a table whose first line names the columns. A row that is none is told of, and the next one read. */
export async function* readCsv(
  stream: AsyncIterable<Buffer>,
  { delimiter = ',', quote = '"', columns }: CsvOptions = {},
): AsyncGenerator<Read> {
  const skipped: Read[] = [];
  let before = 0;
  const startOf = (lines: number) => {
    const start = before + 1;
    before = lines;
    return start;
  };
  const parser = parse({
    delimiter,
    quote,
    columns: columns ?? headingsOf,
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: ROW_BYTES_MAX,
    on_skip: (error?: CsvError, raw?: string) => {
      if (!error) return;
      const shown = raw ? { shown: shownText(raw) } : {};
      skipped.push({ line: startOf(Number(error.lines ?? before + 1)), reason: reasonOf(error), ...shown });
    },
  });
  const source = Readable.from(texts(stream), { objectMode: true });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // The heading's line is the first; a file without one begins with its first row.
      if (!before && !columns) before = 1;
      yield* skipped.splice(0);
      yield { line: startOf(info.lines), value: record };
    }
    yield* skipped.splice(0);
  } catch (error) {
    yield* skipped.splice(0);
    if (error instanceof SourceError) throw error;
    throw error instanceof CsvError ? new SourceError(reasonOf(error)) : brokenStream(error);
  }
}

function headingsOf(names: string[]): string[] {
  const trimmed = names.map((name) => name.trim());
  const twice = trimmed.find((name, index) => trimmed.indexOf(name) !== index);
  if (twice !== undefined) throw new SourceError(`names the column "${shownText(twice)}" twice`);
  return trimmed;
}
