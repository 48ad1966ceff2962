import { AlmanacError } from '@almanac/contracts';
import { ConfigError } from '@almanac/runtime';

/** Something the user can put right; the message is one sentence that says how. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** What a person should read about an error: our own sentences as they are, anything else with its stack. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Fault || error instanceof ConfigError) return error.message;
  if (error instanceof AlmanacError) {
    const details = (error.details ?? []).map(({ path, message }) => `  ${[path, message].filter(Boolean).join(' ')}`);
    return [error.message, ...details].join('\n');
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The command did its work, and its exit code says that there is something to look at. */
export class Ended extends Error {
  override readonly name = 'Ended';
  constructor(readonly exitCode: number) {
    super(`ended with ${exitCode}`);
  }
}
