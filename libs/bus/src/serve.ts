import { isUtf8 } from 'node:buffer';
import { AlmanacError, assertPlain, assertValid, type Contract, fail, REPLY_BYTES_MAX } from '@almanac/contracts';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { type Call, type CallMeta, Reply } from './call';
import {
  BATCH_ITEMS_MAX,
  CANCEL_SUBJECT,
  encodeError,
  encodeFrames,
  type Frame,
  frameOf,
  HEADER,
  HEADER_ROOM_BYTES,
  partsOf,
  readMeta,
  singleReplyHeaders,
  toNatsHeaders,
  type WireReply,
} from './wire';

export type Handler = (input: never, call: Call) => unknown;
export interface Served {
  contract: Contract;
  handle: Handler;
}
export interface ServeOptions {
  /** Replicas with the same name share the work. */
  queue: string;
  /** Calls at once in this process; past that a caller hears `service_unavailable` at once. */
  inFlightMax?: number;
  /** Told of failures that are ours: the handler threw something that is no AlmanacError. */
  onFault?: (error: unknown, contract: Contract, requestID: string) => void;
}

const IN_FLIGHT_MAX = 10_000;
const DRAIN_MS = 10_000;

class ServedCall implements Call {
  readonly requestID: string;
  readonly customer?: number;
  readonly team?: string;
  readonly traceparent?: string;
  private controller?: AbortController;
  private aborted = false;
  constructor(
    meta: CallMeta,
    private readonly deadline: number,
  ) {
    this.requestID = meta.requestID;
    this.customer = meta.customer;
    this.team = meta.team;
    this.traceparent = meta.traceparent;
  }
  timeLeftMs(): number {
    return this.deadline - performance.now();
  }
  /** Made at first use: most handlers finish before anybody could cancel. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.aborted) this.controller.abort();
    return this.controller.signal;
  }
  abort(): void {
    this.aborted = true;
    this.controller?.abort();
  }
}

/** Where the answer to one request goes: a single message, or one place in a shared one. */
interface Target {
  reply: string;
  index: number;
  /** Undefined for a single request. */
  outbox?: Outbox;
}
interface Outbox {
  ready: Frame[];
}
interface Flight {
  call: ServedCall;
  target: Target;
  timer: NodeJS.Timeout;
}

/**
 * Serves contracts on one connection. Every message that asks for a reply gets one, a typed error at worst: malformed
 * JSON, impossible headers, wrong input, a handler that throws, a deadline passed, a reply too large for one message.
 */
export class ServiceServer {
  private readonly subscriptions: Subscription[] = [];
  private readonly flights = new Map<string, Flight>();
  private planned: Target[] = [];
  private idle?: () => void;
  private draining = false;
  private twins = 0;

  constructor(
    private readonly connection: NatsConnection,
    private readonly options: ServeOptions,
  ) {
    this.subscriptions.push(
      connection.subscribe(CANCEL_SUBJECT, {
        callback: (error, message) => {
          if (!error) this.onCancel(message);
        },
      }),
    );
  }

  serve(served: Served): void {
    this.subscriptions.push(
      this.connection.subscribe(served.contract.subject, {
        queue: this.options.queue,
        callback: (error, message) => {
          if (!error) this.onMessage(served, message);
        },
      }),
    );
  }

  /** Takes no more, finishes what is in flight, sends the last replies. */
  async drain(): Promise<void> {
    this.draining = true;
    if (this.connection.isClosed()) return;
    await Promise.all(
      this.subscriptions.map((subscription) => (subscription.isClosed() ? undefined : subscription.drain())),
    );
    if (this.flights.size) {
      await new Promise<void>((resolve) => {
        this.idle = resolve;
        setTimeout(resolve, DRAIN_MS).unref();
      });
    }
    this.flush();
    await this.connection.flush();
  }

  get inFlight(): number {
    return this.flights.size;
  }

  private onMessage(served: Served, message: Msg): void {
    // Nobody waits for an answer: there is nobody to tell what is wrong either.
    if (!message.reply) return;
    const single: Target = { reply: message.reply, index: 0 };
    try {
      const batch = message.headers?.get(HEADER.batch);
      if (!batch) {
        const value = parse(message.data);
        return this.run(served, single, (name) => message.headers?.get(name), value);
      }
      const pairs = readBatch(batch, parse(message.data));
      const outbox: Outbox = { ready: [] };
      for (const [index, pair] of pairs.entries()) this.runPair(served, { reply: single.reply, index, outbox }, pair);
    } catch (error) {
      this.answer(single, this.errorReply(error, served.contract, ''));
    }
  }

  private runPair(served: Served, target: Target, pair: unknown): void {
    try {
      if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== 'object' || pair[0] === null) {
        throw fail('invalid_request', 'Each item of a shared message is a pair of headers and input.');
      }
      const headers = pair[0] as Record<string, unknown>;
      const get = (name: string) => {
        const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
        return value === undefined ? undefined : String(value);
      };
      this.run(served, target, get, pair[1]);
    } catch (error) {
      this.answer(target, this.errorReply(error, served.contract, ''));
    }
  }

  private run(served: Served, target: Target, get: (name: string) => string | undefined, input: unknown): void {
    const { contract } = served;
    const meta = readMeta(get);
    if (this.flights.size >= (this.options.inFlightMax ?? IN_FLIGHT_MAX))
      throw fail('service_unavailable', 'Too many calls are in flight; try again.', undefined, 1);
    assertPlain(input);
    assertValid(contract.input, input);
    const timeoutMs = Math.min(meta.timeoutMs ?? contract.timeoutMs, 600_000);
    const call = new ServedCall(meta, performance.now() + timeoutMs);
    let key = `${target.reply}#${target.index}`;
    // A caller may put one reply subject on two messages: both get their answer, a cancel reaches the first.
    if (this.flights.has(key)) key += `#${++this.twins}`;
    const timer = setTimeout(() => {
      call.abort();
      this.finish(key, encodeError('timeout', `${contract.name} took longer than ${timeoutMs} ms.`));
    }, timeoutMs);
    this.flights.set(key, { call, target, timer });
    void this.work(served, key, call, input);
  }

  private async work(served: Served, key: string, call: ServedCall, input: unknown): Promise<void> {
    let reply: WireReply;
    try {
      reply = wireReply(await (served.handle as (input: unknown, call: Call) => unknown)(input, call));
    } catch (error) {
      reply = this.errorReply(error, served.contract, call.requestID);
    }
    this.finish(key, reply);
  }

  private finish(key: string, reply: WireReply): void {
    const flight = this.flights.get(key);
    if (!flight) return;
    this.flights.delete(key);
    clearTimeout(flight.timer);
    this.answer(flight.target, reply);
    if (this.draining && !this.flights.size) this.idle?.();
  }

  private errorReply(error: unknown, contract: Contract, requestID: string): WireReply {
    if (error instanceof AlmanacError)
      return encodeError(error.code, error.message, error.details, error.retryAfterSeconds);
    this.options.onFault?.(error, contract, requestID);
    return encodeError('internal', 'The service failed; the request id finds it in the log.');
  }

  private answer(target: Target, reply: WireReply): void {
    const { outbox } = target;
    if (reply.body.length > REPLY_BYTES_MAX)
      reply = encodeError('internal', `The reply has ${reply.body.length} bytes; ${REPLY_BYTES_MAX} are the most.`);
    if (!outbox || reply.body.length > this.payloadMax() / 2) return this.publish(target, reply);
    if (!outbox.ready.length) {
      if (!this.planned.length) setImmediate(() => this.flush());
      this.planned.push(target);
    }
    outbox.ready.push(frameOf(target.index, reply));
  }

  private flush(): void {
    const planned = this.planned;
    this.planned = [];
    for (const target of planned) {
      const ready = (target.outbox as Outbox).ready.splice(0);
      let from = 0;
      while (from < ready.length) {
        let to = from;
        let bytes = 0;
        do bytes += ready[to++].bytes;
        while (to < ready.length && bytes + ready[to].bytes < this.payloadMax() - HEADER_ROOM_BYTES);
        const { index, reply } = ready[from];
        if (to - from === 1) this.publish({ ...target, index }, reply);
        else this.send(target.reply, encodeFrames(ready.slice(from, to)), { [HEADER.batch]: String(to - from) });
        from = to;
      }
    }
  }

  private publish(target: Target, reply: WireReply): void {
    const headers = singleReplyHeaders(reply);
    if (target.outbox) headers[HEADER.item] = String(target.index);
    const headerBytes = Object.entries(headers).reduce(
      (sum, [name, value]) => sum + name.length + Buffer.byteLength(value) + 4,
      HEADER_ROOM_BYTES,
    );
    const room = this.payloadMax() - headerBytes;
    if (reply.body.length <= room) return this.send(target.reply, reply.body, headers);
    if (room < HEADER_ROOM_BYTES)
      return this.publish(target, encodeError('internal', 'The reply has more billable lines than a message takes.'));
    const parts = partsOf(reply.body, room);
    parts.forEach((part, index) => {
      const numbered = { [HEADER.part]: `${index + 1}/${parts.length}` };
      const item: Record<string, string> = target.outbox ? { [HEADER.item]: String(target.index) } : {};
      this.send(target.reply, part, index === 0 ? { ...headers, ...numbered } : { ...item, ...numbered });
    });
  }

  private send(subject: string, data: Uint8Array, headers: Record<string, string>): void {
    // A reply subject is the caller's; one that NATS refuses is the caller's loss, not ours.
    try {
      this.connection.publish(subject, data, { headers: toNatsHeaders(headers) });
    } catch (error) {
      this.options.onFault?.(error, { subject } as Contract, '');
    }
  }

  private onCancel(message: Msg): void {
    let value: { reply?: unknown; item?: unknown };
    try {
      value = message.json();
    } catch {
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const key = `${String(value.reply)}#${Number(value.item)}`;
    this.flights.get(key)?.call.abort();
    // The caller no longer listens: the answer would only be thrown away there.
    this.finish(key, encodeError('cancelled', 'The caller went away.'));
  }

  private payloadMax(): number {
    return this.connection.info?.max_payload ?? 1024 * 1024;
  }
}

function parse(data: Uint8Array): unknown {
  if (!isUtf8(data)) throw fail('invalid_request', 'The message is not UTF-8.');
  try {
    return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.length).toString('utf8'));
  } catch (error) {
    throw fail('invalid_request', `The message is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

function readBatch(header: string, value: unknown): unknown[] {
  const n = Number(header);
  if (!Number.isInteger(n) || n < 1 || n > BATCH_ITEMS_MAX)
    throw fail('invalid_request', `${HEADER.batch} must be a whole number from 1 to ${BATCH_ITEMS_MAX}.`);
  if (!Array.isArray(value) || value.length !== n)
    throw fail('invalid_request', `A shared message with ${HEADER.batch}: ${n} must be a list of ${n} pairs.`);
  return value;
}

function wireReply(value: unknown): WireReply {
  if (!(value instanceof Reply)) return { status: 'ok', body: Buffer.from(JSON.stringify(value ?? {})) };
  const body = typeof value.body === 'string' ? Buffer.from(value.body) : value.body;
  return { status: 'ok', body, billable: value.billable, headers: value.headers };
}
