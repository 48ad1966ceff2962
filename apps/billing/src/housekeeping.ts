import type { Log } from '@almanac/runtime';
import type { Database, Sql } from './database';
import type { LastUsed } from './key/last-used';
import { expire } from './ledger/grant';
import type { PriceList } from './ledger/prices';
import { sweep, sweepEveryMs } from './owner/sweeper';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Rows deleted by one statement, so that none runs long. */
const PURGED_TOGETHER_MAX = 10_000;
/** After this nobody asks again about an operation: idempotency keys live 24 h, their last attempt not much longer. */
const ASKED_AGAIN_HOURS = 72;

const makePartitions: Sql = { text: 'SELECT billing.make_partitions()' };

const purge = (table: string, isOver: string): Sql => ({
  text: `DELETE FROM billing.${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM billing.${table} WHERE ${isOver} LIMIT ${PURGED_TOGETHER_MAX}))`,
});
/** What is remembered only for a while. A reversal's number stays refused by the watermark, or by its owner's death. */
const PURGES: Sql[] = [
  purge('repeats', 'expires_at < now()'),
  purge('idempotency', 'expires_at < now()'),
  purge('refusals', `id < billing.uuid_at(now() - interval '${ASKED_AGAIN_HOURS} hours')`),
  purge(
    'reversals',
    `at < now() - interval '${ASKED_AGAIN_HOURS} hours' AND EXISTS (SELECT FROM billing.owners o
      WHERE o.id = owner AND (o.state <> 'alive' OR o.settled_through >= owner_seq))`,
  ),
];

export interface Task {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}
export interface Chores {
  database: Database;
  deadSeconds: number;
  prices: PriceList;
  lastUsed: LastUsed;
  log: Log;
}

export const tasksOf = ({ database, deadSeconds, prices, lastUsed, log }: Chores): Task[] => [
  {
    name: 'sweep',
    everyMs: sweepEveryMs(deadSeconds),
    run: async () => {
      const { dead, reversed } = await sweep(database, deadSeconds);
      if (dead.length || reversed) log.warn({ dead, reversed }, 'owners went silent; what they left open is reversed');
    },
  },
  { name: 'prices', everyMs: SECOND, run: () => prices.refresh() },
  { name: 'expire grants', everyMs: 10 * SECOND, run: () => expire(database) },
  { name: 'last use of keys', everyMs: 10 * SECOND, run: () => lastUsed.write() },
  {
    name: 'purge',
    everyMs: 60 * SECOND,
    run: async () => {
      for (const sql of PURGES) await database.rows(sql);
    },
  },
  { name: 'partitions', everyMs: HOUR, run: () => database.rows(makePartitions) },
];

/** Runs each task again a while after its last run ended. A failure is logged; the next run tries again. */
export class Housekeeping {
  private readonly timers = new Map<Task, NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private closed = false;

  constructor(
    tasks: Task[],
    private readonly log: Log,
  ) {
    for (const task of tasks) this.schedule(task);
  }

  private schedule(task: Task): void {
    if (!this.closed)
      this.timers.set(
        task,
        setTimeout(() => this.start(task), task.everyMs),
      );
  }

  private start(task: Task): void {
    const run = this.run(task).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async run(task: Task): Promise<void> {
    try {
      await task.run();
    } catch (error) {
      this.log.error({ err: error, task: task.name }, 'housekeeping failed; it is tried again');
    }
    this.schedule(task);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.running);
  }
}
