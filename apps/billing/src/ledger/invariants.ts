import type { Asked } from '../database';

export interface Violation {
  /** `I1`, `I2` or `I3` of RELIABILITY, "The ledger". */
  invariant: string;
  problem: string;
}

/** What is wrong with the ledger at this moment; nothing when I1 to I3 hold. Reads every entry: seconds per ten million. */
export const checkInvariants = (asked: Asked): Promise<Violation[]> =>
  asked.rows<{ invariant: string; problem: string }>({ text: 'SELECT * FROM billing.invariants()' });
