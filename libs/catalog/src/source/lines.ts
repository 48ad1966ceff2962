import { type Read, ROW_BYTES_MAX, SourceError, TOO_LONG } from './row';
import { decoded, repeatedKey, shownText } from './text';

const NEWLINE = 10;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Leaves out the mark that some programs put before UTF-8. */
export async function* withoutBom(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < BOM.length) continue;
    yield head.subarray(head.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0);
    head = undefined;
  }
  if (head?.length) yield head;
}

/** A broken stream as a sentence: what came before it stands. */
export function brokenStream(error: unknown): SourceError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return new SourceError('the gzip data ends early: the file was cut short');
  if (code?.startsWith('Z_')) return new SourceError(`the gzip data is damaged (${message})`);
  return new SourceError(`cannot be read (${message})`);
}

/**
 * Lines of bytes. A line that is longer than the bound is told of and not kept. The first error of the stream ends it
 * as a SourceError, after the lines that were whole.
 */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; bytes?: Buffer }> {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 1;
  const take = (): { line: number; bytes?: Buffer } => {
    const bytes = length > ROW_BYTES_MAX ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
    parts = [];
    length = 0;
    return bytes ? { line: line++, bytes } : { line: line++ };
  };
  const put = (bytes: Buffer) => {
    length += bytes.length;
    if (length > ROW_BYTES_MAX) parts = [];
    else parts.push(bytes);
  };
  const chunks = withoutBom(stream)[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw brokenStream(error);
    });
    if (next.done) break;
    const chunk = next.value;
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      put(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    if (from < chunk.length) put(chunk.subarray(from));
  }
  if (length) yield take();
}

const isBlank = (text: string) => text.trim() === '';

/** Rows of NDJSON: each line's text, looked at but not parsed. */
export async function* readNdjson(stream: AsyncIterable<Buffer>): AsyncGenerator<Read> {
  for await (const { line, bytes } of linesOf(stream)) {
    if (!bytes) {
      yield { line, reason: TOO_LONG };
      continue;
    }
    const text = decoded(bytes);
    if (isBlank(text)) continue;
    yield rowOf(line, text);
  }
}

/** A JSON text as a row, unless reading it would guess. */
export function rowOf(line: number, text: string): Read {
  if (!text.isWellFormed()) return { line, reason: 'is not UTF-8 text', shown: shownText(text) };
  const key = repeatedKey(text);
  if (key !== undefined) return { line, reason: `names "${shownText(key)}" twice`, shown: shownText(text) };
  return { line, value: text };
}
