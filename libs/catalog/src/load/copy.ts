import { finished, pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** COPY's text format: backslash escapes for what separates fields and rows. Searching first is cheaper than one pattern. */
function escaped(text: string): string {
  let safe = text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
  if (safe.includes('\n')) safe = safe.replaceAll('\n', '\\n');
  if (safe.includes('\t')) safe = safe.replaceAll('\t', '\\t');
  return safe.includes('\r') ? safe.replaceAll('\r', '\\r') : safe;
}

type Rows = readonly (readonly string[])[];

/** Writes rows by COPY into `target`, such as `catalog.company (id, facts)`. */
export async function copyRows(client: ClientBase, target: string, rows: Rows): Promise<void> {
  if (!rows.length) return;
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  stream.end(copyText(rows));
  await finished(stream);
}

/** As `copyRows`, of rows that are still being made: Postgres stores some while the next are worked out. */
export async function copyWhileMade(client: ClientBase, target: string, portions: AsyncIterable<Rows>): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  await pipeline(async function* () {
    for await (const rows of portions) yield copyText(rows);
  }, stream);
}

const TAB = 9;
const NEWLINE = 10;

/** Row by row: joined first, one foreign letter would double the size of all of them in memory. */
function copyText(rows: Rows): Buffer {
  const safe = rows.map((row) => row.map(escaped));
  const bytes = safe.reduce((sum, row) => row.reduce((inner, field) => inner + Buffer.byteLength(field) + 1, sum), 0);
  const buffer = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const row of safe) {
    for (const [index, field] of row.entries()) {
      at += buffer.write(field, at);
      at = buffer.writeUInt8(index === row.length - 1 ? NEWLINE : TAB, at);
    }
  }
  return buffer;
}

const TEXT_OID = 25;

/**
 * Texts as a `text[]` parameter in Postgres's binary form. The text form of an array would escape every quote of the
 * JSON in it, and a temporary table would write it all twice.
 */
export function textArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const buffer = Buffer.allocUnsafe(20 + lengths.reduce((sum, length) => sum + 4 + length, 0));
  // Dimensions, no nulls, element type, length, lower bound.
  let at = 0;
  for (const word of [1, 0, TEXT_OID, texts.length, 1]) at = buffer.writeInt32BE(word, at);
  texts.forEach((text, index) => {
    at = buffer.writeInt32BE(lengths[index], at);
    at += buffer.write(text, at);
  });
  return buffer;
}

/** A text[] literal. */
export const arrayText = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
