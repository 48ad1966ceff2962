import type { CreditKind } from '@almanac/contracts';

/** One billable line of a reply: whose record it delivers. */
export type BillableLine = readonly [kind: CreditKind, entity: string];

/**
 * A handler's reply as rendered JSON bytes that nobody parses again on the way out.
 * A handler may also return a plain value; the bus renders it.
 */
export interface ReplyParts {
  body: Uint8Array | string;
  /** In delivery order; the gateway charges them before the bytes leave. */
  billable?: readonly BillableLine[];
  /** HTTP reply headers that the operation owns (`x-matched-by`, `etag`, …), lower case. */
  headers?: Readonly<Record<string, string>>;
}

export class Reply implements ReplyParts {
  readonly body: Uint8Array | string;
  readonly billable?: readonly BillableLine[];
  readonly headers?: Readonly<Record<string, string>>;
  constructor(parts: ReplyParts) {
    this.body = parts.body;
    this.billable = parts.billable;
    this.headers = parts.headers;
  }
}

/** Who asks, and how long they wait: what travels as NATS headers beside the input. */
export interface CallMeta {
  requestID: string;
  /** `customers.number` of the caller, when there is one. */
  customer?: number;
  team?: string;
  traceparent?: string;
}

/** A call as its handler sees it. */
export interface Call extends CallMeta {
  /** Milliseconds until the caller gives up, counted from arrival. */
  timeLeftMs(): number;
  /** Aborts when the caller went away or the deadline passed. */
  readonly signal: AbortSignal;
}
