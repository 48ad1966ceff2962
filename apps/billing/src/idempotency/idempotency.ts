import { fail, type InputOf, type idempotencyBegin, type OutputOf } from '@almanac/contracts';
import type { Database } from '../database';
import { ownerDead } from '../ledger/judge';
import { claimKey, whyNotClaimed } from './idempotency.sql';

type Claim = OutputOf<typeof idempotencyBegin>;
interface Why {
  ownerAlive: boolean;
  otherRequest: boolean;
}

/**
 * Claims an idempotency key for one call and answers the operation that it stands for, with the number of this attempt.
 * Throws `idempotency_conflict` (another request), `idempotency_in_progress` (the same, still running), `owner_dead`.
 */
export async function beginKey(
  database: Database,
  deadSeconds: number,
  claim: InputOf<typeof idempotencyBegin>,
): Promise<Claim> {
  const [claimed] = await database.rows<Claim>(claimKey(deadSeconds, claim));
  if (claimed) return claimed;
  const [why] = await database.rows<Why>(whyNotClaimed(deadSeconds, claim));
  if (!why.ownerAlive) throw ownerDead(claim.owner);
  if (why.otherRequest)
    throw fail('idempotency_conflict', 'This Idempotency-Key was used for another request; use a fresh key.');
  throw fail(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still running; ask again when it is done.',
    undefined,
    1,
  );
}
