import type { InputRecord } from './options';

const NEWLINE = 10;

/**
 * The lines of NDJSON bytes, such as a file's or stdin's stream, numbered from 1; empty ones are passed over. Cut before
 * they are decoded: decoded together, one foreign letter would make every line's text twice as large and slower to parse.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<InputRecord> {
  let line = 0;
  let rest: Buffer[] = [];
  const decoded = (bytes: Buffer): InputRecord | undefined => {
    line++;
    const record = bytes.toString('utf8').trim();
    return record ? { line, record } : undefined;
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      const piece = bytes.subarray(from, end);
      from = end + 1;
      const one = decoded(rest.length ? Buffer.concat([...rest, piece]) : piece);
      rest = [];
      if (one) yield one;
    }
    if (from < bytes.length) rest.push(bytes.subarray(from));
  }
  const last = rest.length ? decoded(Buffer.concat(rest)) : undefined;
  if (last) yield last;
}
