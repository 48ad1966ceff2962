import { BATCH_ITEMS_MAX } from './wire';

/**
 * With this many messages of one subject under way, further requests gather instead of leaving one by one: each message
 * costs system calls in four processes, whatever it carries.
 */
const UNDER_WAY_MAX = 2;
/** They wait at most so long, so that one slow answer holds nobody up, … */
const GATHER_MS = 1;
/** … and not at all once there are so many. */
const GATHER_ITEMS = 48;
/** About what an item takes beside its input. */
const ITEM_OVERHEAD_BYTES = 300;

/** The requests to one subject: gathers those of a turn, and more while earlier messages are under way. */
export class Lane<T extends { bytes: number }> {
  private queue: T[] = [];
  private underWay = 0;
  private planned = false;
  private timer?: NodeJS.Timeout;

  constructor(
    /** Sends one message; false when nobody waits for any of it any more. */
    private readonly send: (batch: T[]) => boolean,
    private readonly bytesMax: () => number,
  ) {}

  add(item: T): void {
    this.queue.push(item);
    this.plan();
  }

  /** Every request of one sent message has its answer. */
  answered(): void {
    this.underWay--;
    if (this.queue.length) this.plan();
  }

  /** Gives up what was not sent. */
  clear(): T[] {
    clearTimeout(this.timer);
    this.timer = undefined;
    return this.queue.splice(0);
  }

  private plan(): void {
    if (this.planned) return;
    this.planned = true;
    // After the poll phase: every request that this turn's sockets brought is queued by then.
    setImmediate(() => {
      this.planned = false;
      if (this.underWay < UNDER_WAY_MAX || this.queue.length >= GATHER_ITEMS) this.flush();
      else this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
    });
  }

  private flush(): void {
    const queue = this.clear();
    for (let from = 0; from < queue.length; ) {
      let to = from;
      let bytes = 0;
      do bytes += queue[to++].bytes + ITEM_OVERHEAD_BYTES;
      while (to < queue.length && to - from < BATCH_ITEMS_MAX && bytes + queue[to].bytes < this.bytesMax());
      if (this.send(queue.slice(from, to))) this.underWay++;
      from = to;
    }
  }
}
