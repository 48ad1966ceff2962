import {
  type AlmanacError,
  type Contract,
  fail,
  type InputOf,
  type OutputOf,
  REPLY_BYTES_MAX,
  serviceOf,
} from '@almanac/contracts';
import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { TObject, TSchema } from 'typebox';
import type { BillableLine, CallMeta } from './call';
import { Lane } from './lane';
import {
  BATCH_BYTES_MAX,
  CANCEL_SUBJECT,
  decodeError,
  decodeFrames,
  HEADER,
  HEADER_ROOM_BYTES,
  PartAssembler,
  type PlainHeaders,
  plainHeaders,
  readSingleReply,
  toNatsHeaders,
  type WireReply,
} from './wire';

export interface BusReply {
  body: Uint8Array;
  billable: readonly BillableLine[];
  headers: Readonly<Record<string, string>>;
}
export interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
}
export interface RequestOptions {
  /** Default: the contract's own. */
  timeoutMs?: number;
  /** Aborting cancels the work at the service. An AbortSignal, or something lighter that speaks like one. */
  signal?: Abortable;
}
type AnyContract = Contract<TObject, TSchema>;

interface Waiting {
  headers: PlainHeaders;
  input: string;
  bytes: number;
  service: string;
  resolve(reply: BusReply): void;
  reject(error: AlmanacError): void;
  /** Where it stands once it is sent. */
  sent?: Sent;
  index: number;
  timer?: NodeJS.Timeout;
  assembler?: PartAssembler;
}
/** One sent message and the requests in it that still wait. */
interface Sent {
  reply: string;
  lane: Lane<Waiting>;
  waiting: Map<number, Waiting>;
}

const noLines: readonly BillableLine[] = [];
const noHeaders: Readonly<Record<string, string>> = {};
const noMeta: CallMeta = { requestID: '' };

/**
 * The one way to ask another service: `request` for raw bytes, `call` for a parsed answer. One inbox subscription for
 * all replies; always a deadline; requests of one turn to one subject share a message. Errors are AlmanacErrors:
 * `service_unavailable` when nobody serves the subject or NATS is away, `timeout` past the deadline, else the service's own.
 */
export class Bus {
  private readonly inbox = createInbox();
  private readonly sent = new Map<string, Sent>();
  private readonly lanes = new Map<string, Lane<Waiting>>();
  private connected = true;
  private closing = false;
  private counter = 0;

  constructor(
    readonly connection: NatsConnection,
    private readonly onStatus?: (status: 'disconnect' | 'reconnect') => void,
  ) {
    connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        if (!error) this.onReply(message);
      },
    });
    void this.watchStatus();
  }

  /** The service's JSON bytes, not parsed here. */
  request<C extends AnyContract>(
    contract: C,
    input: InputOf<C>,
    meta: CallMeta = noMeta,
    options: RequestOptions = {},
  ): Promise<BusReply> {
    return new Promise((resolve, reject) => {
      if (this.closing || !this.connected)
        return reject(fail('service_unavailable', 'The message bus is away; try again.', undefined, 1));
      if (options.signal?.aborted) return reject(fail('cancelled', 'The caller went away.'));
      const timeoutMs = options.timeoutMs ?? contract.timeoutMs;
      if (timeoutMs <= 0) return reject(fail('timeout', 'No time was left to ask.'));
      const text = JSON.stringify(input);
      const waiting: Waiting = {
        headers: plainHeaders(meta, timeoutMs),
        input: text,
        bytes: Buffer.byteLength(text),
        service: serviceOf(contract),
        index: 0,
        resolve,
        reject,
      };
      if (waiting.bytes > this.payloadMax() - HEADER_ROOM_BYTES)
        return reject(
          fail(
            'payload_too_large',
            `The input has ${waiting.bytes} bytes; a message takes ${this.payloadMax() - HEADER_ROOM_BYTES}.`,
          ),
        );
      waiting.timer = setTimeout(
        () =>
          this.giveUp(
            waiting,
            fail('timeout', `${waiting.service} did not answer within ${Math.round(timeoutMs)} ms.`),
          ),
        timeoutMs,
      );
      options.signal?.addEventListener(
        'abort',
        () => this.giveUp(waiting, fail('cancelled', 'The caller went away.')),
        { once: true },
      );
      this.laneOf(contract.subject).add(waiting);
    });
  }

  /** As `request`, parsed. */
  async call<C extends AnyContract>(
    contract: C,
    input: InputOf<C>,
    meta?: CallMeta,
    options?: RequestOptions,
  ): Promise<OutputOf<C>> {
    const { body } = await this.request(contract, input, meta, options);
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')) as OutputOf<C>;
  }

  /** Tells everyone who listens; nobody answers. */
  broadcast(subject: string, value: unknown): void {
    this.connection.publish(subject, JSON.stringify(value));
  }

  /** Hears broadcasts; a message that is not JSON is passed over. */
  listen(subject: string, heard: (value: unknown) => void): void {
    this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        let value: unknown;
        try {
          value = message.json();
        } catch {
          return;
        }
        heard(value);
      },
    });
  }

  get isConnected(): boolean {
    return this.connected && !this.connection.isClosed();
  }

  /** Answers what waits with an error and closes after what was published has left. */
  async close(): Promise<void> {
    this.closing = true;
    this.failAll(fail('service_unavailable', 'This process is stopping.'));
    if (!this.connection.isClosed()) await this.connection.drain();
  }

  private payloadMax(): number {
    return this.connection.info?.max_payload ?? 1024 * 1024;
  }

  private laneOf(subject: string): Lane<Waiting> {
    const known = this.lanes.get(subject);
    if (known) return known;
    const lane: Lane<Waiting> = new Lane(
      (batch) => this.send(subject, batch, lane),
      () => Math.min(BATCH_BYTES_MAX, this.payloadMax() - HEADER_ROOM_BYTES),
    );
    this.lanes.set(subject, lane);
    return lane;
  }

  private send(subject: string, batch: Waiting[], lane: Lane<Waiting>): boolean {
    const reply = `${this.inbox}.${(++this.counter).toString(36)}`;
    const sent: Sent = { reply, lane, waiting: new Map() };
    batch.forEach((waiting, index) => {
      if (!waiting.timer) return;
      waiting.sent = sent;
      waiting.index = index;
      sent.waiting.set(index, waiting);
    });
    if (!sent.waiting.size) return false;
    this.sent.set(reply, sent);
    try {
      if (batch.length === 1) {
        this.connection.publish(subject, batch[0].input, { reply, headers: toNatsHeaders(batch[0].headers) });
      } else {
        const payload = `[${batch.map((waiting) => `[${JSON.stringify(waiting.headers)},${waiting.input}]`).join(',')}]`;
        this.connection.publish(subject, payload, {
          reply,
          headers: toNatsHeaders({ [HEADER.batch]: String(batch.length) }),
        });
      }
    } catch (error) {
      for (const index of [...sent.waiting.keys()])
        this.fail(
          sent,
          index,
          fail('service_unavailable', `The message could not be sent: ${(error as Error).message}.`),
        );
    }
    return true;
  }

  private onReply(message: Msg): void {
    const sent = this.sent.get(message.subject);
    if (!sent) return;
    try {
      if (message.headers?.code === 503)
        return this.failSent(sent, (waiting) =>
          fail('service_unavailable', `No ${waiting.service} service is running.`, undefined, 1),
        );
      const get = (name: string) => message.headers?.get(name) || undefined;
      if (get(HEADER.batch)) {
        for (const [index, reply] of decodeFrames(message.data)) this.settle(sent, index, reply);
        return;
      }
      const index = Number(get(HEADER.item) ?? 0);
      const part = get(HEADER.part);
      if (!part) return this.settle(sent, index, readSingleReply(get, message.data));
      const waiting = sent.waiting.get(index);
      if (!waiting) return;
      waiting.assembler ??= new PartAssembler(REPLY_BYTES_MAX);
      const whole = waiting.assembler.add(part, get, message.data);
      if (whole) this.settle(sent, index, whole);
    } catch (error) {
      this.failSent(sent, () => fail('internal', `A reply could not be read: ${(error as Error).message}`));
    }
  }

  private settle(sent: Sent, index: number, reply: WireReply): void {
    const waiting = this.take(sent, index);
    if (!waiting) return;
    if (reply.status === 'ok')
      waiting.resolve({ body: reply.body, billable: reply.billable ?? noLines, headers: reply.headers ?? noHeaders });
    else waiting.reject(decodeError(reply));
  }

  private fail(sent: Sent, index: number, error: AlmanacError): void {
    this.take(sent, index)?.reject(error);
  }

  private failSent(sent: Sent, errorOf: (waiting: Waiting) => AlmanacError): void {
    for (const [index, waiting] of [...sent.waiting]) this.fail(sent, index, errorOf(waiting));
  }

  private take(sent: Sent, index: number): Waiting | undefined {
    const waiting = sent.waiting.get(index);
    if (!waiting) return undefined;
    clearTimeout(waiting.timer);
    waiting.timer = undefined;
    sent.waiting.delete(index);
    if (!sent.waiting.size && this.sent.delete(sent.reply)) sent.lane.answered();
    return waiting;
  }

  /** The deadline passed or the caller left: whoever works on it is told to stop. */
  private giveUp(waiting: Waiting, error: AlmanacError): void {
    if (!waiting.timer) return;
    const { sent, index } = waiting;
    if (sent) {
      this.fail(sent, index, error);
      if (this.connected && !this.closing) this.broadcast(CANCEL_SUBJECT, { reply: sent.reply, item: index });
      return;
    }
    clearTimeout(waiting.timer);
    waiting.timer = undefined;
    waiting.reject(error);
  }

  private failAll(error: AlmanacError): void {
    for (const sent of [...this.sent.values()]) this.failSent(sent, () => error);
    for (const lane of this.lanes.values()) {
      for (const waiting of lane.clear()) {
        clearTimeout(waiting.timer);
        waiting.timer = undefined;
        waiting.reject(error);
      }
    }
  }

  /** A reply sent while the connection is down never comes: what waits is told at once instead of at its deadline. */
  private async watchStatus(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.connected = false;
        this.failAll(fail('service_unavailable', 'The message bus went away; try again.', undefined, 1));
        this.onStatus?.('disconnect');
      } else if (status.type === 'reconnect') {
        this.connected = true;
        this.onStatus?.('reconnect');
      }
    }
  }
}
