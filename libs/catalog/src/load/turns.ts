import { setImmediate } from 'node:timers/promises';

/** Records worked on between two looks at the sockets. */
const RECORDS_A_TURN = 16;

/** Lets the event loop turn now and then, so that Postgres gets its next statement while records are worked on. */
export async function breathe(index: number): Promise<void> {
  if (index % RECORDS_A_TURN === 0) await setImmediate();
}
