import { setTimeout as wait } from 'node:timers/promises';
import type { Exit } from '@almanac/runtime/servers';
import { backoffMs, deathsAfter } from './backoff';

/** A process that is up. */
export interface Unit {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

export interface Supervision<U extends Unit> {
  name: string;
  start(): Promise<U>;
  say(line: string): void;
  /** Told each time it is up again after the first. */
  onUp?(unit: U): void;
  /** Milliseconds of a clock that only goes forward. */
  now?(): number;
  /** Waits, or rejects when the signal aborts. */
  pause?(ms: number, signal: AbortSignal): Promise<unknown>;
}

export interface Supervised<U extends Unit> {
  /** The first one that came up. */
  readonly first: U;
  /** The one that is up, or was last. */
  current(): U;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const describe = ({ code, signal }: Exit) => (signal ? `was ended by ${signal}` : `exited with code ${code}`);

/** Starts a process and keeps it up: whatever ends it, it comes back after its backoff, until `stop`. The first start must succeed. */
export async function supervise<U extends Unit>(options: Supervision<U>): Promise<Supervised<U>> {
  const { name, start, say, onUp, now = () => performance.now() } = options;
  const pause = options.pause ?? ((ms, signal) => wait(ms, undefined, { signal }));
  const stopping = new AbortController();
  const first = await start();
  let unit = first;

  const restarted = async (deaths: number): Promise<number> => {
    for (let row = deaths; ; row++) {
      await pause(backoffMs(row), stopping.signal);
      try {
        unit = await start();
        return row + 1;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        say(`${name} did not come up: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const watch = async () => {
    let deaths = 0;
    let upSince = now();
    while (!stopping.signal.aborted) {
      const exit = await unit.exited;
      if (stopping.signal.aborted) return;
      deaths = deathsAfter(deaths, now() - upSince);
      say(`${name} ${describe(exit)}; starting it again in ${backoffMs(deaths)} ms`);
      deaths = await restarted(deaths);
      if (stopping.signal.aborted) return;
      upSince = now();
      say(`${name} is up again (pid ${unit.pid})`);
      onUp?.(unit);
    }
  };
  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });

  const stop = async () => {
    stopping.abort();
    await unit.stop();
    await watching;
    // A start that was under way when `stop` came has finished by now.
    await unit.stop();
  };
  return { first, current: () => unit, stop };
}
