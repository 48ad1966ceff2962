import { randomUUID } from 'node:crypto';
import { type BillableLine, type Bus } from '@almanac/bus';
import { AlmanacError, chargeOpen, chargeReverse, fail, type OutputOf, ownerBeat } from '@almanac/contracts';
import type { Log } from '@almanac/runtime';
import type { Caller } from '../caller/keyring';
import { Watermark } from './watermark';

const BEAT_MS = 1_000;
const START_AGAIN_MS = 250;
/** One line in the log for so many tries. */
const START_TRIES_TOLD = 40;
const ASK_AGAIN_MS = 50;
const REVERSE_AGAIN_MS = 200;
const CLOSE_WAIT_MS = 8_000;

export interface Delivery {
  operation: string;
  operationID: string;
  attempt: number;
  caller: Caller;
  requestID: string;
  lines: readonly BillableLine[];
  /** Milliseconds on `performance.now()` by which the charge must be known. */
  deadline: number;
}
export type ChargeResult = OutputOf<typeof chargeOpen>;
export interface Charged {
  seq: number;
  result: ChargeResult;
}

/**
 * The gateway's side of money (RELIABILITY, "The ledger"): it owns the charges that it opens until each is settled by
 * the watermark or reversed. One instance id per process life; silent for 15 s it is dead for ever and must end.
 */
export class Charger {
  readonly owner = randomUUID();
  private readonly watermark = new Watermark();
  private timer?: NodeJS.Timeout;
  private beating?: Promise<void>;
  private closed = false;

  constructor(
    private readonly bus: Bus,
    private readonly log: Log,
    /** Called when billing says that this owner is dead; the process must end. */
    private readonly onDead: () => void,
    private readonly onGateways: (alive: number) => void,
  ) {}

  /** The first heartbeat registers this owner; without it nothing can be charged, so it waits until billing is up. */
  async start(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await this.beat();
        break;
      } catch (error) {
        if (tries % START_TRIES_TOLD === 0) this.log.warn({ err: error }, 'waiting for billing');
        await pause(START_AGAIN_MS);
      }
    }
    const next = () => {
      this.timer = setTimeout(() => {
        this.beating = this.beat()
          .catch((error: unknown) => this.log.warn({ err: error }, 'heartbeat failed'))
          .finally(() => this.closed || next());
      }, BEAT_MS);
    };
    next();
  }

  private async beat(final = false): Promise<void> {
    try {
      const { gateways } = await this.bus.call(ownerBeat, {
        owner: this.owner,
        kind: 'gateway',
        settledThrough: this.watermark.settledThrough,
        ...(final ? { final } : {}),
      });
      this.onGateways(gateways);
    } catch (error) {
      if (error instanceof AlmanacError && error.code === 'owner_dead') this.onDead();
      throw error;
    }
  }

  /**
   * Charges what is about to leave. Returns the outcome with the number that `delivered` or `reverse` must be called
   * with; throws when it is not known to have been charged, having seen to it that nothing stays charged.
   */
  async charge(delivery: Delivery): Promise<Charged> {
    const seq = this.watermark.next();
    const input = {
      owner: this.owner,
      ownerSeq: seq,
      settledThrough: this.watermark.settledThrough,
      operationID: delivery.operationID,
      attempt: delivery.attempt,
      operation: delivery.operation,
      team: delivery.caller.teamID,
      keyID: delivery.caller.keyID,
      lines: delivery.lines.map(([kind, entity]) => ({ kind, entity })),
    };
    const meta = {
      requestID: delivery.requestID,
      customer: delivery.caller.customerNumber,
      team: delivery.caller.teamID,
    };
    for (;;) {
      const timeoutMs = Math.min(2_000, delivery.deadline - performance.now());
      try {
        const result = await this.bus.call(chargeOpen, input, meta, { timeoutMs });
        return { seq, result };
      } catch (error) {
        if (error instanceof AlmanacError && error.code === 'owner_dead') this.onDead();
        if (!isUnknown(error)) {
          this.watermark.end(seq);
          throw error;
        }
        // Unknown whether it posted: the same ids are asked again, and give the same answer. At the deadline: reversed.
        if (performance.now() + ASK_AGAIN_MS >= delivery.deadline) {
          this.reverse(seq);
          throw fail(
            'service_unavailable',
            'The charge could not be confirmed; nothing was delivered and nothing stays charged. Try again.',
            undefined,
            1,
          );
        }
        await pause(ASK_AGAIN_MS);
      }
    }
  }

  /** The bytes were handed to the socket. */
  delivered(seq: number): void {
    this.watermark.end(seq);
  }

  /** The bytes did not leave: asked until billing has given the charge back; the watermark waits below it. */
  reverse(seq: number): void {
    const attempt = async () => {
      try {
        await this.bus.call(chargeReverse, { owner: this.owner, ownerSeqs: [seq] });
        this.watermark.end(seq);
      } catch (error) {
        if (error instanceof AlmanacError && (error.code === 'owner_dead' || error.code === 'conflict')) {
          // Dead: billing reverses all that is open. Conflict: it was settled already, which would be a fault of ours.
          if (error.code === 'conflict') this.log.error({ seq }, 'a settled charge was to be reversed');
          this.watermark.end(seq);
        } else if (!this.closed) setTimeout(() => void attempt(), REVERSE_AGAIN_MS);
      }
    };
    void attempt();
  }

  get open(): number {
    return this.watermark.open;
  }

  /** Waits until nothing is open, then tells billing that this owner ends. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.beating;
    const until = performance.now() + CLOSE_WAIT_MS;
    while (this.watermark.open > 0 && performance.now() < until) await pause(20);
    this.closed = true;
    // What is still open is reversed by billing once this owner is dead: only a clean end may say so.
    await this.beat(this.watermark.open === 0).catch((error: unknown) =>
      this.log.warn({ err: error }, 'last heartbeat failed'),
    );
  }
}

/** A definite refusal was judged and wrote nothing; anything else may have posted. */
const isUnknown = (error: unknown) =>
  !(error instanceof AlmanacError) || ['timeout', 'service_unavailable', 'internal', 'cancelled'].includes(error.code);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
