import { hash } from 'node:crypto';
import type { CreditKind } from '@almanac/contracts';

export const ATTEMPT_MAX = 0xffff;

/**
 * What a line of an operation is charged under, whatever the attempt, as the first 32 characters of a uuid: 48 bits of
 * the operation's UUIDv7 time, then 64 of SHA-256(operation id, kind, entity). So ids are time-ordered, and the
 * attempts at one line lie side by side in the primary key.
 */
export function chargeFamily(operationID: string, kind: CreditKind, entity: string): string {
  // Operation id and kind are of fixed forms, so the separators cannot be forged by an entity.
  const digest = hash('sha256', `${operationID}\n${kind}\n${entity}`, 'hex');
  const digits = operationID.slice(0, 8) + operationID.slice(9, 13) + digest.slice(0, 16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

/** The id of one attempt: 16 bits after its family. */
export const chargeID = (family: string, attempt: number): string => family + attempt.toString(16).padStart(4, '0');

export const familyOf = (id: string): string => id.slice(0, 32);
