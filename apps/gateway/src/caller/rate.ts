import { type LimitClass, RATE_BURST_SECONDS, RATE_LIMITS } from '@almanac/contracts';

export interface RateState {
  /** Requests per second, this gateway's share; the burst is RATE_BURST_SECONDS of it. */
  limit: number;
  remaining: number;
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number;
  allowed: boolean;
  /** Whole seconds until one request fits; at least 1. */
  retryAfterSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const BUCKETS_MAX = 100_000;

/**
 * Token buckets per customer and limit class, each refilled continuously and holding five seconds' worth.
 * A gateway takes the limit divided by the gateways alive. A limit of 0 means none.
 */
export class RateBuckets {
  private readonly buckets = new Map<string, Bucket>();
  /** Gateways alive, told by billing at each heartbeat. */
  gateways = 1;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Undefined when the customer has no limit in this class. */
  take(
    customer: number,
    limitClass: LimitClass,
    overrides: Readonly<Record<string, number>> = {},
  ): RateState | undefined {
    const perSecond = (overrides[limitClass] ?? RATE_LIMITS[limitClass]) / Math.max(1, this.gateways);
    if (perSecond <= 0) return undefined;
    const burst = perSecond * RATE_BURST_SECONDS;
    const now = this.nowMs();
    const key = `${customer}:${limitClass}`;
    const bucket = this.buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    this.keep(key, bucket);
    return {
      limit: Math.max(1, Math.floor(perSecond)),
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil((burst - bucket.tokens) / perSecond),
      allowed,
      retryAfterSeconds: Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)),
    };
  }

  /** Insertion order is age: the customer who came longest ago makes room, and would find a full bucket anyway. */
  private keep(key: string, bucket: Bucket): void {
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size <= BUCKETS_MAX) return;
    const oldest = this.buckets.keys().next().value;
    if (oldest !== undefined) this.buckets.delete(oldest);
  }
}
