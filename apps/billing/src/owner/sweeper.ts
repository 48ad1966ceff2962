import type { Asked, Database } from '../database';
import { giveBackCharges } from '../ledger/reverse';
import { chargesLeftOpen, type DeliveredCharge } from '../ledger/reverse.sql';
import { beatPulse, lockUnswept, markDead, markSwept, type OwnerRow, unsweptOwners } from './owner.sql';

/** Charges given back by one transaction, so that it holds its balances briefly. */
const LINES_TOGETHER_MAX = 2_000;

/** Twice in the gap that would count as not listening. */
export const sweepEveryMs = (deadSeconds: number): number => Math.min(1_000, (deadSeconds * 1_000) / 6);

export interface Swept {
  dead: string[];
  reversed: number;
}

/**
 * Marks owners dead that were silent too long, and reverses what dead and ended owners left open above their
 * watermark. Safe in any number of replicas at once: the one that gets a lock acts, the others pass by.
 */
export async function sweep(database: Database, deadSeconds: number): Promise<Swept> {
  const dead = await database.transaction(async (asked) => {
    const [ours] = await asked.rows(beatPulse(deadSeconds));
    return ours ? asked.rows<{ id: string }>(markDead(deadSeconds)) : [];
  });
  let reversed = 0;
  for (const { id } of await database.rows<{ id: string }>(unsweptOwners)) {
    for (let left = true; left; ) {
      const one = await database.transaction((asked) => sweepSome(asked, id));
      reversed += one.reversed;
      left = one.left;
    }
  }
  return { dead: dead.map(({ id }) => id), reversed };
}

async function sweepSome(asked: Asked, id: string): Promise<{ reversed: number; left: boolean }> {
  const [owner] = await asked.rows<OwnerRow>(lockUnswept(id));
  if (!owner) return { reversed: 0, left: false };
  const charges = await asked.rows<DeliveredCharge>(chargesLeftOpen(id, owner.settledThrough, LINES_TOGETHER_MAX));
  if (!charges.length) {
    await asked.rows(markSwept(id));
    return { reversed: 0, left: false };
  }
  return { reversed: await giveBackCharges(asked, charges), left: true };
}
