/** The file of what was not taken: NDJSON, one line each, made when there is something to say. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Rejection } from '@almanac/catalog';
import { Fault } from '../fault';

const CHUNK_CHARACTERS = 64 * 1024;
/** As many are shown on the screen too. */
export const SHOWN_MAX = 5;

export interface Told extends Rejection {
  file: string;
}

export interface Rejects {
  add(file: string, rejection: Rejection): void;
  /** Writes what is left. */
  close(): void;
  /** Undefined: there was nothing to say, and there is no file. */
  file(): string | undefined;
  /** The first records that were not loaded. */
  firstRejected: readonly Told[];
  /** The first identifiers that belonged to another entity already. */
  firstTaken: readonly Told[];
}

const isTaken = ({ reason }: Rejection) => reason.startsWith('belongs to ') && reason.endsWith(' already');

export function rejectsTo(path: string): Rejects {
  const [firstRejected, firstTaken]: Told[][] = [[], []];
  let handle: number | undefined;
  let text = '';
  const flush = () => {
    handle ??= opened(path);
    writeSync(handle, text);
    text = '';
  };
  return {
    firstRejected,
    firstTaken,
    add: (file, rejection) => {
      const told = { file, ...rejection };
      if (rejection.rejected && firstRejected.length < SHOWN_MAX) firstRejected.push(told);
      if (isTaken(rejection) && firstTaken.length < SHOWN_MAX) firstTaken.push(told);
      text += `${JSON.stringify(told)}\n`;
      if (text.length >= CHUNK_CHARACTERS) flush();
    },
    close: () => {
      if (text) flush();
      if (handle !== undefined) closeSync(handle);
    },
    file: () => (handle === undefined ? undefined : path),
  };
}

function opened(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw new Fault(`${path} cannot be written (${(error as Error).message}): name another file with --rejects.`);
  }
}
