import type { Database } from '../database';
import { chargeTogether, type LedgerSettings } from './charge';
import { GroupCommit } from './group-commit';
import type { ChargeResult, Delivery } from './judge';
import { reverseDeliveries } from './reverse';

/** At the rated 30,000 charges a second, a third of a second of waiting. */
const DELIVERIES_QUEUED_MAX = 10_000;
/** Lines of one transaction: long enough for throughput, short enough for the wait of the next. */
const LINES_TOGETHER_MAX = 2_000;

/** The ledger of one process: its charges go through one queue, so that those of a moment are one transaction. */
export class Ledger {
  private readonly group: GroupCommit<Delivery, ChargeResult>;

  constructor(
    private readonly database: Database,
    private readonly settings: LedgerSettings,
  ) {
    this.group = new GroupCommit((deliveries) => chargeTogether(database, settings, deliveries), {
      queuedMax: DELIVERIES_QUEUED_MAX,
      groupWeightMax: LINES_TOGETHER_MAX,
      weightOf: ({ lines }) => lines.length,
    });
  }

  /** Throws `owner_dead`, `not_found`, `conflict` (see `judge`) and `service_unavailable`. */
  charge(delivery: Delivery, isWanted?: () => boolean): Promise<ChargeResult> {
    return this.group.submit(delivery, isWanted);
  }

  reverse(deliveries: { owner: string; ownerSeqs: number[] }): Promise<number> {
    return reverseDeliveries(this.database, this.settings.deadSeconds, deliveries);
  }

  idle(): Promise<void> {
    return this.group.idle();
  }
}
