import { AlmanacError, fail } from '@almanac/contracts';

export interface GroupLimits<T> {
  /** Items that may wait; past that a caller hears `service_unavailable` at once. */
  queuedMax: number;
  /** Weight of one group; an item heavier than this goes alone. */
  groupWeightMax: number;
  weightOf(item: T): number;
}
/** Answers each item of a group, in order, or throws when nothing of the group was done. */
export type Commit<T, R> = (items: T[]) => Promise<(R | AlmanacError)[]>;

interface Waiting<T, R> {
  item: T;
  isWanted: () => boolean;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits together what arrives while a commit is running. An idle queue starts at once, so nobody waits for company.
 * A group that fails as a whole is split in halves until those that fail stand alone.
 */
export class GroupCommit<T, R> {
  private queue: Waiting<T, R>[] = [];
  private running?: Promise<void>;

  constructor(
    private readonly commit: Commit<T, R>,
    private readonly limits: GroupLimits<T>,
  ) {}

  /** `isWanted` is asked when the item's turn comes: an item whose caller has given up is dropped. */
  submit(item: T, isWanted: () => boolean = () => true): Promise<R> {
    if (this.queue.length >= this.limits.queuedMax)
      return Promise.reject(fail('service_unavailable', 'Too many charges are waiting; try again.', undefined, 1));
    return new Promise((resolve, reject) => {
      this.queue.push({ item, isWanted, resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Resolves when nothing waits and nothing runs. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    // What one message of the bus brought arrives within one turn.
    await new Promise(setImmediate);
    while (this.queue.length) {
      const wanted = this.take().filter((waiting) => waiting.isWanted() || drop(waiting));
      if (wanted.length) await this.settle(wanted);
    }
    this.running = undefined;
  }

  private take(): Waiting<T, R>[] {
    let count = 0;
    let weight = 0;
    do weight += this.limits.weightOf(this.queue[count++].item);
    while (
      count < this.queue.length &&
      weight + this.limits.weightOf(this.queue[count].item) <= this.limits.groupWeightMax
    );
    return this.queue.splice(0, count);
  }

  private async settle(group: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.commit(group.map(({ item }) => item));
      group.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof AlmanacError) reject(result);
        else resolve(result);
      });
    } catch (error) {
      // A typed failure, such as a database out of reach, is nobody's in particular.
      if (group.length === 1 || error instanceof AlmanacError) {
        for (const { reject } of group) reject(error);
        return;
      }
      const middle = Math.ceil(group.length / 2);
      await this.settle(group.slice(0, middle));
      await this.settle(group.slice(middle));
    }
  }
}

function drop<T, R>({ reject }: Waiting<T, R>): boolean {
  reject(fail('timeout', 'The caller gave up before the charge had its turn; nothing was charged.'));
  return false;
}
