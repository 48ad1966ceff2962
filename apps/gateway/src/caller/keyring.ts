import type { Bus } from '@almanac/bus';
import { type Caller as CallerSchema, fail, KEY_REVOKED_SUBJECT, keyVerify } from '@almanac/contracts';
import { keyHash, parseKey } from '@almanac/runtime';
import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';

export type Caller = Static<typeof CallerSchema>;

const KEYS_MAX = 10_000;

/** Who stands behind a bearer key. A verified key is believed for at most `ttlMs`; a revocation is heard at once. */
export class Keyring {
  private readonly callers: LRUCache<string, Caller>;
  private readonly tokensByHash = new LRUCache<string, string>({ max: KEYS_MAX });
  private readonly asking = new Map<string, Promise<Caller>>();
  private readonly ttlMs: number;

  constructor(
    private readonly bus: Bus,
    private readonly pepper: string,
    ttlMs: number,
  ) {
    this.ttlMs = ttlMs;
    this.callers = new LRUCache({ max: KEYS_MAX, ttl: Math.max(1, ttlMs) });
    bus.listen(KEY_REVOKED_SUBJECT, (value) => this.forget((value as { hash?: unknown } | null)?.hash));
  }

  /** Throws `unauthorized` with what is wrong, or `service_unavailable` when billing cannot be asked. */
  callerOf(authorization: string | undefined, requestID: string): Caller | Promise<Caller> {
    const token = bearer(authorization);
    const cached = this.ttlMs ? this.callers.get(token) : undefined;
    if (cached) return unexpired(cached);
    let asked = this.asking.get(token);
    if (!asked) {
      asked = this.ask(token, requestID).finally(() => this.asking.delete(token));
      this.asking.set(token, asked);
    }
    return asked;
  }

  private async ask(token: string, requestID: string): Promise<Caller> {
    if (!parseKey(token)) throw fail('unauthorized', 'The API key is not one of ours: check that it was copied whole.');
    const hash = keyHash(this.pepper, token);
    // Known before the question: a revocation that overtakes the answer must find the token.
    this.tokensByHash.set(hash, token);
    const started = this.generation;
    const caller = await this.bus.call(keyVerify, { hash }, { requestID });
    if (this.ttlMs && started === this.generation) this.callers.set(token, caller);
    return unexpired(caller);
  }

  /** Counts revocations: an answer asked for before one is not remembered after it. */
  private generation = 0;

  private forget(hash: unknown): void {
    this.generation++;
    if (typeof hash !== 'string') return this.callers.clear();
    const token = this.tokensByHash.get(hash);
    if (token) this.callers.delete(token);
  }
}

function bearer(authorization: string | undefined): string {
  if (!authorization) throw fail('unauthorized', 'Send your API key as the header "Authorization: Bearer alm_…".');
  const match = /^Bearer +(\S{1,200})$/i.exec(authorization);
  if (!match) throw fail('unauthorized', 'The Authorization header must be "Bearer" and one API key.');
  return match[1];
}

function unexpired(caller: Caller): Caller {
  if (caller.expiresAt && Date.parse(caller.expiresAt) <= Date.now())
    throw fail('unauthorized', 'The API key has expired.');
  return caller;
}
