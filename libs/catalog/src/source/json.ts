import { brokenStream, rowOf, withoutBom } from './lines';
import { type Read, ROW_BYTES_MAX, SourceError, TOO_LONG } from './row';
import { decoded } from './text';

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9;
const isOpening = (byte: number) => byte === 123 || byte === 91;
const isClosing = (byte: number) => byte === 125 || byte === 93;

/** Finds the members of the outermost array or object, byte by byte: the file is never in memory as a whole. */
class Splitter {
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** Of the outermost object: the value of a member has begun. */
  private inValue = false;
  private isObject = false;
  private bytes: Buffer[] = [];
  private length = 0;
  private row = 0;
  ended = false;

  *put(chunk: Buffer): Generator<Read> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.inString) {
        this.within(byte);
        continue;
      }
      if (byte === QUOTE) this.inString = true;
      else if (isOpening(byte) && ++this.depth === 1) {
        if (this.ended) throw new SourceError('holds more than one JSON value: name it .ndjson if each line is one');
        this.isObject = byte === 123;
        this.inValue = !this.isObject;
        from = at + 1;
      } else if (this.depth === 0 && !isSpace(byte)) throw new SourceError('is not a JSON array or object of rows');
      else if (byte === COLON && this.depth === 1 && !this.inValue) {
        this.inValue = true;
        this.forget();
        from = at + 1;
      } else if ((byte === COMMA && this.depth === 1) || (isClosing(byte) && --this.depth === 0)) {
        this.keep(chunk.subarray(from, at));
        yield* this.take();
        from = at + 1;
        this.ended = this.depth === 0;
      }
    }
    this.keep(chunk.subarray(from));
  }

  private within(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inString = false;
  }

  private keep(bytes: Buffer): void {
    this.length += bytes.length;
    if (this.length > ROW_BYTES_MAX) this.bytes = [];
    else if (bytes.length) this.bytes.push(bytes);
  }

  private forget(): void {
    this.bytes = [];
    this.length = 0;
  }

  private *take(): Generator<Read> {
    const isTooLong = this.length > ROW_BYTES_MAX;
    const text = decoded(Buffer.concat(this.bytes)).trim();
    this.forget();
    this.inValue = !this.isObject;
    if (!isTooLong && !text) return;
    this.row++;
    yield isTooLong ? { line: this.row, reason: TOO_LONG } : rowOf(this.row, text);
  }
}

/** Rows of a JSON file: the members of an array, or the values of an object. */
export async function* readJson(stream: AsyncIterable<Buffer>): AsyncGenerator<Read> {
  const splitter = new Splitter();
  const chunks = withoutBom(stream)[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw brokenStream(error);
    });
    if (next.done) break;
    yield* splitter.put(next.value);
  }
  if (!splitter.ended) throw new SourceError('ends before its JSON does: the file was cut short');
}
