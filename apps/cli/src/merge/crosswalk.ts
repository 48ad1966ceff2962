import type { Readable } from 'node:stream';
import type { MergePair } from '@almanac/catalog';
import { isRow, openBytes, readCsv, SourceError } from '@almanac/catalog/source';
import { Fault } from '../fault';

/** A line of the file that names no pair. */
export interface BadLine {
  line: number;
  reason: string;
}

/** The file is no crosswalk: a wrong command line. The message is a sentence. */
export class CrosswalkError extends Error {
  override readonly name = 'CrosswalkError';
}

/** Pairs of a table with the columns `from` and `into`; others are passed over. Throws Fault, CrosswalkError. */
export async function* readCrosswalk(
  path: string,
  stdin: Readable,
  onBad: (bad: BadLine) => void,
): AsyncGenerator<MergePair> {
  const { stream } = await openBytes(path, stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Fault(`There is no file ${path}.`);
    throw new Fault(`${path} cannot be read (${error.message}).`);
  });
  let last = 0;
  try {
    for await (const read of readCsv(stream)) {
      last = read.line;
      if (!isRow(read)) onBad(read);
      else {
        const pair = pairOf(path, read.line, read.value as Record<string, string>);
        if (pair) yield pair;
        else onBad({ line: read.line, reason: 'must name both from and into' });
      }
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    onBad({ line: last + 1, reason: error.message });
  }
}

function pairOf(path: string, line: number, row: Record<string, string>): MergePair | undefined {
  const missing = ['from', 'into'].filter((column) => !Object.hasOwn(row, column));
  if (missing.length) throw new CrosswalkError(`${path} has no column ${missing.join(' and no column ')}`);
  const [from, into] = [row.from.trim(), row.into.trim()];
  return from && into ? { line, from, into } : undefined;
}
