/**
 * What travels on NATS, in one place (docs/decisions/0001-bus.md).
 *
 * A request is plain JSON with NATS headers. Requests of one event-loop turn to one subject share a message: header
 * `Almanac-Batch: n`, payload `[[headers, input], …]`.
 * A reply to a single request is its raw body with headers `Almanac-Status` (`ok` or an error code), `Almanac-Billable`
 * and `Almanac-Headers` (JSON). Replies to a shared message that are ready in one turn share a message too: header
 * `Almanac-Batch: n`, payload one line of JSON `[[index, status, length, billable, headers], …]`, `\n`, then the bodies.
 * A reply above the server's `max_payload` travels in numbered parts: `Almanac-Part: k/n`, the first with the headers;
 * `Almanac-Item` tells which request of a shared message it answers.
 */

import { type BusCode, type ErrorDetail, fail, isBusCode } from '@almanac/contracts';
import { type MsgHdrs, headers as natsHeaders } from '@nats-io/transport-node';
import type { BillableLine, CallMeta } from './call';

export const HEADER = {
  requestID: 'Almanac-Request-Id',
  customer: 'Almanac-Customer',
  team: 'Almanac-Team',
  timeoutMs: 'Almanac-Timeout-Ms',
  traceparent: 'traceparent',
  batch: 'Almanac-Batch',
  status: 'Almanac-Status',
  billable: 'Almanac-Billable',
  headers: 'Almanac-Headers',
  item: 'Almanac-Item',
  part: 'Almanac-Part',
} as const;

export const BATCH_ITEMS_MAX = 256;
/** Requests share a message only up to this size, so that one slow parse holds nobody up. */
export const BATCH_BYTES_MAX = 256 * 1024;
/** Announces that a caller went away: payload `{"reply": subject, "item": index}`; every replica looks. */
export const CANCEL_SUBJECT = 'v1.bus.cancel';
/** Room that a message's NATS headers may take beside a part of a body. */
export const HEADER_ROOM_BYTES = 1024;

export type PlainHeaders = Record<string, string>;

/** A finished reply: `ok`, or an error code with its JSON in the body. */
export interface WireReply {
  status: 'ok' | BusCode;
  body: Uint8Array;
  billable?: readonly BillableLine[];
  headers?: Readonly<Record<string, string>>;
}

export function plainHeaders(meta: CallMeta, timeoutMs: number): PlainHeaders {
  const plain: PlainHeaders = { [HEADER.requestID]: meta.requestID, [HEADER.timeoutMs]: String(Math.ceil(timeoutMs)) };
  if (meta.customer !== undefined) plain[HEADER.customer] = String(meta.customer);
  if (meta.team !== undefined) plain[HEADER.team] = meta.team;
  if (meta.traceparent !== undefined) plain[HEADER.traceparent] = meta.traceparent;
  return plain;
}

export function toNatsHeaders(plain: PlainHeaders): MsgHdrs {
  const hdrs = natsHeaders();
  for (const name in plain) hdrs.set(name, plain[name]);
  return hdrs;
}

/** Metadata of a request; throws `invalid_request` for a number that is none. */
export function readMeta(get: (name: string) => string | undefined): CallMeta & { timeoutMs?: number } {
  return {
    requestID: (get(HEADER.requestID) || '').slice(0, 200),
    customer: wholeNumber(HEADER.customer, get(HEADER.customer)),
    team: get(HEADER.team) || undefined,
    traceparent: get(HEADER.traceparent) || undefined,
    timeoutMs: wholeNumber(HEADER.timeoutMs, get(HEADER.timeoutMs)),
  };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,10}$/.test(text))
    throw fail('invalid_request', `The header ${name} must be a whole number.`, [{ path: name }]);
  return Number(text);
}

// ---- replies ----

export function singleReplyHeaders(reply: WireReply): PlainHeaders {
  const plain: PlainHeaders = { [HEADER.status]: reply.status };
  if (reply.billable?.length) plain[HEADER.billable] = JSON.stringify(reply.billable);
  if (reply.headers) plain[HEADER.headers] = JSON.stringify(reply.headers);
  return plain;
}

export function readSingleReply(get: (name: string) => string | undefined, body: Uint8Array): WireReply {
  const status = get(HEADER.status);
  const billable = get(HEADER.billable);
  const headers = get(HEADER.headers);
  return {
    status: status === 'ok' || isBusCode(status) ? status : 'internal',
    body,
    ...(billable ? { billable: JSON.parse(billable) as BillableLine[] } : {}),
    ...(headers ? { headers: JSON.parse(headers) as Record<string, string> } : {}),
  };
}

type FrameHead = [
  index: number,
  status: string,
  length: number,
  billable: readonly BillableLine[] | 0,
  headers: Readonly<Record<string, string>> | 0,
];

/** A reply with its line of a shared message's head, written once. */
export interface Frame {
  index: number;
  reply: WireReply;
  head: string;
  /** What it takes in a shared message. */
  bytes: number;
}

export function frameOf(index: number, reply: WireReply): Frame {
  const { status, body, billable, headers } = reply;
  const head = JSON.stringify([
    index,
    status,
    body.length,
    billable?.length ? billable : 0,
    headers ?? 0,
  ] satisfies FrameHead);
  return { index, reply, head, bytes: Buffer.byteLength(head) + 1 + body.length };
}

export const encodeFrames = (frames: readonly Frame[]): Uint8Array =>
  Buffer.concat([
    Buffer.from(`[${frames.map(({ head }) => head).join(',')}]\n`),
    ...frames.map(({ reply }) => reply.body),
  ]);

export function decodeFrames(data: Uint8Array): [index: number, reply: WireReply][] {
  const end = data.indexOf(10);
  if (end < 0) throw fail('internal', 'A shared reply has no head.');
  const head = JSON.parse(Buffer.from(data.buffer, data.byteOffset, end).toString('utf8')) as FrameHead[];
  let at = end + 1;
  return head.map(([index, status, length, billable, headers]) => {
    const body = data.subarray(at, at + length);
    at += length;
    if (body.length !== length) throw fail('internal', 'A shared reply is cut short.');
    const reply: WireReply = { status: status === 'ok' || isBusCode(status) ? status : 'internal', body };
    if (billable) reply.billable = billable;
    if (headers) reply.headers = headers;
    return [index, reply];
  });
}

/** Cuts a body into pieces of at most `partBytes`; at least one piece. */
export function partsOf(body: Uint8Array, partBytes: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += partBytes) parts.push(body.subarray(at, at + partBytes));
  return parts.length ? parts : [body];
}

/** Puts numbered parts together; knows when all have come. Bounded by `bytesMax`. */
export class PartAssembler {
  private parts: Uint8Array[] = [];
  private received = 0;
  private bytes = 0;
  private first?: (name: string) => string | undefined;
  constructor(private readonly bytesMax: number) {}

  /** Returns the whole reply once the last part has come; throws when parts do not fit together. */
  add(part: string, get: (name: string) => string | undefined, data: Uint8Array): WireReply | undefined {
    const match = /^(\d{1,6})\/(\d{1,6})$/.exec(part);
    const [k, n] = match ? [Number(match[1]), Number(match[2])] : [0, 0];
    if (k < 1 || k > n || this.parts[k - 1])
      throw fail('internal', `A reply came with an impossible part number ${part.slice(0, 20)}.`);
    this.bytes += data.length;
    if (this.bytes > this.bytesMax) throw fail('internal', 'A reply is larger than the limit for all its parts.');
    this.parts[k - 1] = data;
    this.received++;
    if (k === 1) this.first = get;
    return this.received === n && this.first ? readSingleReply(this.first, Buffer.concat(this.parts)) : undefined;
  }
}

// ---- errors ----

interface WireError {
  code: string;
  message: string;
  details?: ErrorDetail[];
  retryAfterSeconds?: number;
}

export const encodeError = (
  code: BusCode,
  message: string,
  details?: ErrorDetail[],
  retryAfterSeconds?: number,
): WireReply => ({
  status: code,
  body: Buffer.from(JSON.stringify({ code, message, details, retryAfterSeconds } satisfies WireError)),
});

export function decodeError(reply: WireReply) {
  const code = reply.status === 'ok' ? 'internal' : reply.status;
  try {
    const { message, details, retryAfterSeconds } = JSON.parse(Buffer.from(reply.body).toString('utf8')) as WireError;
    return fail(code, message, details, retryAfterSeconds);
  } catch {
    return fail(code, 'The service failed without saying why.');
  }
}
