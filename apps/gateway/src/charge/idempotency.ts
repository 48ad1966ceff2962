import { createHash, randomFillSync } from 'node:crypto';
import type { Bus } from '@almanac/bus';
import { fail, IDEMPOTENCY_KEY_LENGTH_MAX, idempotencyBegin, idempotencyEnd } from '@almanac/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../caller/keyring';

/** The operation a call belongs to: its own, or the one that its idempotency key stands for. */
export interface Operation {
  operationID: string;
  attempt: number;
  key?: string;
}

/** Throws `invalid_request` for a key that is empty or too long; undefined when none was sent. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length < 1 || header.length > IDEMPOTENCY_KEY_LENGTH_MAX) {
    throw fail('invalid_request', `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters.`, [
      { path: 'Idempotency-Key' },
    ]);
  }
  return header;
}

/** Same request = method, path and input with its names sorted: SHA-256 of the canonical form, hex. */
export const fingerprintOf = (method: string, path: string, input: unknown): string =>
  createHash('sha256')
    .update(`${method} ${path}\n${canonical(input)}`)
    .digest('hex');

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  const names = Object.keys(fields).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`).join(',')}}`;
}

const END_AGAIN_MS = 500;
const END_TRIES_MAX = 20;

const RANDOM_BYTES = 16;
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let used = pool.length;

/** Random bytes for one id: drawn 256 ids at a time, because a draw costs as much whatever its size. */
function randomBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}

/** Claims and frees idempotency keys at billing. */
export class Idempotency {
  constructor(
    private readonly bus: Bus,
    private readonly owner: string,
  ) {}

  /** A fresh operation without a key; with one, the operation and attempt that billing answers, or its conflict. */
  async begin(
    key: string | undefined,
    fingerprint: () => string,
    caller: Caller,
    requestID: string,
  ): Promise<Operation> {
    // The id is ours, never the client's: it is what charges are known by for ever.
    const operationID = uuidv7({ rng: randomBytes });
    if (key === undefined) return { operationID, attempt: 1 };
    const claim = await this.bus.call(
      idempotencyBegin,
      { owner: this.owner, team: caller.teamID, key, fingerprint: fingerprint(), operationID },
      { requestID, customer: caller.customerNumber, team: caller.teamID },
    );
    return { ...claim, key };
  }

  /**
   * Frees the key for the next call before the reply leaves, so that a client that has its answer is never told
   * "in progress". Tried again in the background when billing does not answer; a dead gateway's keys are freed by billing.
   */
  async end(operation: Operation, caller: Caller): Promise<void> {
    const { key, operationID, attempt } = operation;
    if (key === undefined) return;
    const tell = () =>
      this.bus.call(idempotencyEnd, { team: caller.teamID, key, operationID, attempt }, undefined, {
        timeoutMs: 1_000,
      });
    const again = (tries: number) => {
      if (tries < END_TRIES_MAX) setTimeout(() => void tell().catch(() => again(tries + 1)), END_AGAIN_MS).unref();
    };
    await tell().catch(() => again(1));
  }
}
