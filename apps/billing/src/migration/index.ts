import { Customers1763600000001 } from './1-customers';
import { Ledger1763600000002 } from './2-ledger';
import { Owners1763600000003 } from './3-owners';
import { Invariants1763600000004 } from './4-invariants';

export { grantsSql } from './grants';
export const MIGRATIONS = [Customers1763600000001, Ledger1763600000002, Owners1763600000003, Invariants1763600000004];
