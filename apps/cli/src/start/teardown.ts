/** What is stopped together, in this order: nobody loses a server while it still drains. */
export const STOP_ORDER = ['gateway', 'apps', 'launcher', 'nats', 'postgres'] as const;
export type StopGroup = (typeof STOP_ORDER)[number];

interface Stoppable {
  stop(): Promise<unknown>;
}

/**
 * Remembers whatever was started, or is being started, so that it can be stopped in order at any moment.
 * A start under way is waited for and then stopped.
 */
export class Teardown {
  private readonly groups = new Map<StopGroup, Promise<Stoppable | undefined>[]>();
  private readonly closing = new AbortController();

  /** Passes the promise through. Once the teardown runs, nothing new may start. */
  add<T extends Stoppable>(group: StopGroup, start: () => Promise<T>): Promise<T> {
    if (this.signal.aborted) return Promise.reject(new Error('stopping'));
    const started = start();
    const list = this.groups.get(group) ?? [];
    // One that failed to start needs no stop; whoever started it tells of the failure.
    list.push(started.catch(() => undefined));
    this.groups.set(group, list);
    return started;
  }

  /** Aborts when the teardown begins. */
  get signal(): AbortSignal {
    return this.closing.signal;
  }

  /** Stops everything; resolves with the errors that came up, having gone on to the end. */
  async run(): Promise<unknown[]> {
    this.closing.abort();
    const errors: unknown[] = [];
    for (const group of STOP_ORDER) {
      const list = this.groups.get(group) ?? [];
      const ends = await Promise.allSettled(list.map(async (started) => (await started)?.stop()));
      for (const end of ends) if (end.status === 'rejected') errors.push(end.reason);
    }
    return errors;
  }
}
