import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** COPY's text format: backslash escapes for what separates fields and rows. */
const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string) => text.replace(SPECIAL, (char) => ESCAPES[char]);

type Field = string | null | readonly string[];

const fieldText = (field: Field): string => {
  if (field === null) return '\\N';
  return escaped(typeof field === 'string' ? field : arrayText(field));
};
/** A text[] literal. */
const arrayText = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;

/** Writes rows by COPY into `target`, such as `catalog.company (id, facts)`. */
export async function copyRows(client: ClientBase, target: string, rows: readonly (readonly Field[])[]): Promise<void> {
  if (!rows.length) return;
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  stream.end(rows.map((row) => `${row.map(fieldText).join('\t')}\n`).join(''));
  await finished(stream);
}
