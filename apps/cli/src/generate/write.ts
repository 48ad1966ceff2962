/** Generated records as NDJSON: a file for each kind, or one kind on a stream. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { RecordKind } from '@almanac/contracts';

/** One record as `generateLines` yields it. */
export interface Line {
  kind: RecordKind;
  line: string;
}

/** Records written so far, by kind. */
export type Written = Partial<Record<RecordKind, number>>;

const CHUNK_CHARACTERS = 256 * 1024;

/** Joins lines to large writes and waits when the reader is slower. */
function sinkTo(stream: Writable) {
  let text = '';
  const flush = async () => {
    const full = text;
    text = '';
    if (full && !stream.write(full)) await once(stream, 'drain');
  };
  const put = (line: string): Promise<void> | undefined => {
    text += `${line}\n`;
    return text.length >= CHUNK_CHARACTERS ? flush() : undefined;
  };
  return { put, flush };
}

const count = (written: Written, kind: RecordKind) => {
  written[kind] = (written[kind] ?? 0) + 1;
};

/** Writes lines of one kind to a stream that stays open. */
export async function writeStream(
  lines: Iterable<Line>,
  stream: Writable,
  tell: (written: Written) => void,
): Promise<Written> {
  const written: Written = {};
  const sink = sinkTo(stream);
  for (const { kind, line } of lines) {
    count(written, kind);
    const full = sink.put(line);
    if (full) {
      await full;
      tell(written);
    }
  }
  await sink.flush();
  return written;
}

/** Writes `<kind>.ndjson` for every kind that comes; the files appear when all of them are whole. */
export async function writeFiles(
  lines: Iterable<Line>,
  dir: string,
  tell: (written: Written) => void,
): Promise<Written> {
  mkdirSync(dir, { recursive: true });
  const written: Written = {};
  const files = new Map<RecordKind, ReturnType<typeof openFile>>();
  try {
    for (const { kind, line } of lines) {
      const file = files.get(kind) ?? openFile(dir, kind);
      files.set(kind, file);
      count(written, kind);
      const full = file.sink.put(line);
      if (full) {
        await Promise.race([full, file.failed]);
        tell(written);
      }
    }
    for (const file of files.values()) await file.close();
    for (const file of files.values()) renameSync(file.part, file.name);
  } catch (error) {
    for (const file of files.values()) file.abandon();
    throw error;
  }
  return written;
}

function openFile(dir: string, kind: RecordKind) {
  const name = join(dir, `${kind}.ndjson`);
  const part = `${name}.part`;
  const stream = createWriteStream(part);
  const sink = sinkTo(stream);
  const done = finished(stream);
  // Heard by whoever writes; a full disk must not end the process without a word.
  done.catch(() => undefined);
  return {
    name,
    part,
    sink,
    failed: done,
    close: async () => {
      await Promise.race([sink.flush(), done]);
      stream.end();
      await done;
    },
    abandon: () => {
      stream.destroy();
      rmSync(part, { force: true });
    },
  };
}
