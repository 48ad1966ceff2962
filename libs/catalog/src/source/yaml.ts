import { parseAllDocuments } from 'yaml';
import { type Read, SourceError } from './row';
import { decoded } from './text';

/** YAML must be read as a whole; what is larger belongs into NDJSON. */
export const YAML_BYTES_MAX = 32 * 1024 * 1024;

/** Rows of a YAML file: the items of a list, the values of a map of maps, or one map for each document. */
export async function* readYaml(stream: AsyncIterable<Buffer>): AsyncGenerator<Read> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > YAML_BYTES_MAX)
      throw new SourceError(`is longer than ${YAML_BYTES_MAX / 1024 / 1024} MB, the most that YAML may be: use NDJSON`);
  }
  const text = decoded(Buffer.concat(chunks)).replace(/^\ufeff/, '');
  if (!text.isWellFormed()) throw new SourceError('is not UTF-8 text');
  let line = 0;
  for (const value of valuesOf(text)) {
    line++;
    yield isMap(value)
      ? { line, value }
      : { line, reason: 'is not a map of columns', shown: String(value).slice(0, 200) };
  }
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valuesOf(text: string): unknown[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true, maxAliasCount: 100 } as never) as Iterable<{
    errors: Error[];
    toJS(options: { maxAliasCount: number }): unknown;
  }>;
  const values = [...documents].map((document) => {
    if (document.errors.length) throw new SourceError(`is no YAML (${document.errors[0].message.split('\n')[0]})`);
    return document.toJS({ maxAliasCount: 100 });
  });
  if (values.length !== 1) return values;
  const [only] = values;
  if (Array.isArray(only)) return only;
  return isMap(only) && Object.values(only).every(isMap) ? Object.values(only) : [only];
}
