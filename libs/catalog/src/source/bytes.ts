import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A file as a stream of bytes, unpacked where its content is gzip, whatever it is called. */
export interface Bytes {
  stream: AsyncIterable<Buffer>;
  /** Bytes of the file read so far, before unpacking. */
  done(): number;
  /** Size of the file; undefined for a stream that ends when it ends. */
  total?: number;
  /** When the file was last written. */
  modified?: Date;
}

const CHUNK_BYTES = 256 * 1024;

/** Looks at a file, or takes the stream given for `-`. Rejects with the system's error when it cannot be read. */
export async function openBytes(path: string, stdin?: Readable): Promise<Bytes> {
  if (path === '-') return unpacked(() => stdin ?? process.stdin);
  const handle = await open(path);
  try {
    const stat = await handle.stat();
    if (stat.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    // Opened again when it is its turn: of a thousand files one is open at a time.
    const bytes = unpacked(() => createReadStream(path, { highWaterMark: CHUNK_BYTES }));
    return stat.isFile() ? { ...bytes, total: stat.size, modified: stat.mtime } : bytes;
  } finally {
    await handle.close();
  }
}

interface Peeked {
  first: Buffer;
  rest: AsyncIterator<Buffer>;
}

/** Enough of a stream to tell what it is. */
async function peeked(stream: Readable): Promise<Peeked> {
  const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let first = Buffer.alloc(0);
  while (first.length < 2) {
    const next = await rest.next();
    if (next.done) break;
    first = Buffer.concat([first, Buffer.from(next.value)]);
  }
  return { first, rest };
}

function unpacked(begin: () => Readable): Bytes {
  let read = 0;
  async function* packed({ first, rest }: Peeked): AsyncGenerator<Buffer> {
    try {
      read += first.length;
      if (first.length) yield first;
      for (let next = await rest.next(); !next.done; next = await rest.next()) {
        read += next.value.length;
        yield Buffer.from(next.value);
      }
    } finally {
      await rest.return?.();
    }
  }
  async function* stream(): AsyncGenerator<Buffer> {
    const start = await peeked(begin());
    const isGzip = start.first[0] === 0x1f && start.first[1] === 0x8b;
    yield* isGzip ? gunzipped(packed(start)) : packed(start);
  }
  return { stream: stream(), done: () => read };
}

/** What a packed stream holds until it ends or breaks; the error that broke it comes after the last good bytes. */
async function* gunzipped(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: false });
  const gunzip: Transform = createGunzip({ chunkSize: CHUNK_BYTES });
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    // Its own iterator would lose what was unpacked before an error.
    yield* whole(gunzip);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function* whole(stream: Transform): AsyncGenerator<Buffer> {
  let failed: Error | undefined;
  let ended = false;
  let wake: () => void = () => undefined;
  stream.on('error', (error) => {
    failed = error;
    wake();
  });
  stream.on('end', () => {
    ended = true;
    wake();
  });
  stream.on('readable', () => wake());
  for (;;) {
    const chunk = stream.read() as Buffer | null;
    if (chunk) yield chunk;
    else if (failed) throw failed;
    else if (ended) return;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}
