import { fail } from '@almanac/contracts';
import type { Asked, Database } from '../database';
import { lockOwner, type OwnerRow } from '../owner/owner.sql';
import { lockAccounts } from './charge.sql';
import { ownerDead } from './judge';
import { chargesOfDeliveries, type DeliveredCharge, giveBack, rememberReversals, reversedBefore } from './reverse.sql';

/**
 * Gives back every charge of these deliveries and sees to it that none of them is ever charged, though its message may
 * still be under way. All or none. Returns the charges given back now.
 * Throws `owner_dead`, and `conflict` for a delivery that is settled.
 */
export const reverseDeliveries = (
  database: Database,
  deadSeconds: number,
  { owner, ownerSeqs }: { owner: string; ownerSeqs: number[] },
): Promise<number> =>
  database.transaction(async (asked) => {
    // The owner first, then balances: every transaction locks in this order.
    const [known] = await asked.rows<OwnerRow>(lockOwner(deadSeconds, owner));
    if (!known) throw ownerDead(owner);
    const charges = await asked.rows<DeliveredCharge>(chargesOfDeliveries(owner, ownerSeqs));
    const before = await asked.rows<{ ownerSeq: number }>(reversedBefore(owner, ownerSeqs));
    const done = new Set(before.map(({ ownerSeq }) => ownerSeq));
    const settled = ownerSeqs.find((ownerSeq) => ownerSeq <= known.settledThrough && !done.has(ownerSeq));
    if (settled) throw fail('conflict', `Delivery ${settled} of ${owner} is already settled.`);
    await asked.rows(rememberReversals(owner, ownerSeqs));
    return giveBackCharges(asked, charges);
  });

/** The open ones among these charges go back to where they came from; the owner's row is locked. Returns how many. */
export async function giveBackCharges(asked: Asked, charges: DeliveredCharge[]): Promise<number> {
  const open = charges.filter((charge) => charge.open);
  if (!open.length) return 0;
  const accounts = new Map(open.map(({ team, kind }) => [`${kind} ${team}`, { team, kind }]));
  await asked.rows(lockAccounts([...accounts.values()]));
  const [{ reversed }] = await asked.rows<{ reversed: number }>(giveBack(open.map(({ id }) => id)));
  return reversed;
}
