import type { ServerResponse } from 'node:http';
import type { Bus, BusReply } from '@almanac/bus';
import { type Contract, fail, type Http, type InputOf } from '@almanac/contracts';
import type { Log } from '@almanac/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Keyring } from './caller/keyring';
import type { RateBuckets } from './caller/rate';
import type { Charged, Charger } from './charge/charger';
import { fingerprintOf, type Idempotency, idempotencyKeyOf, type Operation } from './charge/idempotency';
import { ClientGone } from './http/client-gone';
import { inputFromQuery } from './http/convert';
import { watchDelivery } from './http/delivery';
import { sendError } from './http/errors';
import { requestIDOf } from './http/request-id';

export interface Parts {
  bus: Bus;
  keyring: Keyring;
  rates: RateBuckets;
  charger: Charger;
  idempotency: Idempotency;
  log: Log;
  writeTimeoutMs: number;
}
export type PublicContract = Contract & { http: Http };

/** Reply headers that an operation may set; anything else a service sends stays inside. */
const PASSED_HEADERS = ['x-matched-by', 'x-identifiers-ignored', 'x-dataset-version', 'etag'];

/**
 * One request's life, in the order that API.md gives its checks: key, scope, rate, input, then the work, then credit,
 * then the bytes. Nothing billable leaves before its charge is committed, and what did not leave is given back.
 */
export class Pipeline {
  constructor(private readonly parts: Parts) {}

  async handle(contract: PublicContract, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const requestID = requestIDOf(request.headers['x-request-id']);
    try {
      const arrived = performance.now();
      const caller = await this.parts.keyring.callerOf(request.headers.authorization, requestID);
      assertScope(caller, contract);
      this.takeFromBucket(caller, contract, reply);
      const path = request.raw.url ?? '';
      const query = path.indexOf('?');
      const input = inputFromQuery(contract.input, query < 0 ? '' : path.slice(query + 1));
      const gone = new ClientGone(reply.raw);
      const work: Work = { contract, caller, input, requestID, gone, deadline: arrived + contract.timeoutMs };
      if (contract.price) await this.billable(work, request, reply);
      else {
        const answer = await this.ask(work);
        this.send(reply, answer, requestID, request);
      }
    } catch (error) {
      if (contract.price && !reply.hasHeader('x-credits-used')) reply.header('x-credits-used', '0');
      if (!reply.raw.destroyed) sendError(reply, error, requestID, this.parts.log);
    }
    return reply;
  }

  private takeFromBucket(caller: Caller, contract: PublicContract, reply: FastifyReply): void {
    const state = this.parts.rates.take(caller.customerNumber, contract.http.limit, caller.rateLimits);
    if (!state) return;
    reply
      .header('ratelimit-limit', state.limit)
      .header('ratelimit-remaining', state.remaining)
      .header('ratelimit-reset', state.resetSeconds);
    if (!state.allowed) {
      throw fail(
        'rate_limited',
        `More than ${state.limit} ${contract.http.limit} requests a second: wait ${state.retryAfterSeconds} s.`,
        undefined,
        state.retryAfterSeconds,
      );
    }
  }

  private ask(work: Work): Promise<BusReply> {
    const { contract, caller, input, requestID, gone, deadline } = work;
    const meta = { requestID, customer: caller.customerNumber, team: caller.teamID };
    return this.parts.bus.request(contract, input as InputOf<Contract>, meta, {
      signal: gone,
      timeoutMs: deadline - performance.now(),
    });
  }

  private async billable(work: Work, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { contract, caller, requestID } = work;
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    const fingerprint = () => fingerprintOf(contract.http.method, contract.http.path, work.input);
    const operation = await this.parts.idempotency.begin(key, fingerprint, caller, requestID);
    let charged: Charged | undefined;
    let sent = false;
    try {
      const answer = await this.ask(work);
      if (answer.billable.length && !isFresh(request, answer)) charged = await this.charge(work, operation, answer);
      if (work.gone.aborted) throw fail('cancelled', 'The caller went away.');
      await this.parts.idempotency.end(operation, caller);
      reply.header('x-credits-used', String(charged?.result.credits ?? 0));
      const remaining = charged && contract.price ? charged.result.remaining[contract.price.kind] : undefined;
      if (remaining !== undefined) reply.header('x-credits-remaining', String(remaining));
      if (charged) this.settleOrReverse(charged, reply.raw);
      sent = true;
      this.send(reply, answer, requestID, request);
    } catch (error) {
      if (charged && !sent) this.parts.charger.reverse(charged.seq);
      if (!sent) await this.parts.idempotency.end(operation, caller);
      throw error;
    }
  }

  private async charge(work: Work, operation: Operation, answer: BusReply): Promise<Charged> {
    const { contract, caller, requestID, deadline } = work;
    const charged = await this.parts.charger.charge({
      operation: contract.name,
      ...operation,
      caller,
      requestID,
      lines: answer.billable,
      deadline,
    });
    const { result } = charged;
    if (result.lines.some((line) => line.outcome === 'refused')) {
      this.parts.charger.delivered(charged.seq);
      const { needed, available, kind } = result;
      throw fail(
        'insufficient_credits',
        `This costs ${needed} ${kind} credit${needed === 1 ? '' : 's'} and the team can spend ${available}: add credits and try again.`,
        [{ needed, available, kind }],
      );
    }
    return charged;
  }

  /** Settled when the last byte was handed to the socket; reversed when the socket closed first or stood still too long. */
  private settleOrReverse({ seq }: Charged, raw: ServerResponse): void {
    const { charger, writeTimeoutMs } = this.parts;
    watchDelivery(raw, writeTimeoutMs, (delivered) => (delivered ? charger.delivered(seq) : charger.reverse(seq)));
  }

  private send(reply: FastifyReply, answer: BusReply, requestID: string, request: FastifyRequest): void {
    for (const name of PASSED_HEADERS) if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name]);
    reply.header('x-request-id', requestID);
    if (isFresh(request, answer)) reply.code(304).send();
    else reply.header('content-type', 'application/json; charset=utf-8').send(answer.body);
  }
}

interface Work {
  contract: PublicContract;
  caller: Caller;
  input: Record<string, unknown>;
  requestID: string;
  /** Aborts when the client closes before its reply was written. */
  gone: ClientGone;
  /** On `performance.now()`. */
  deadline: number;
}

function assertScope(caller: Caller, contract: PublicContract): void {
  const { scope } = contract.http;
  if (caller.scopes.includes(scope) || caller.scopes.includes('admin')) return;
  throw fail('forbidden', `This key has the scopes ${caller.scopes.join(', ')}; ${contract.http.path} needs ${scope}.`);
}

/** RFC 9110 If-None-Match, weak comparison. */
function isFresh(request: FastifyRequest, answer: BusReply): boolean {
  const asked = request.headers['if-none-match'];
  const etag = answer.headers.etag;
  if (asked === undefined || etag === undefined) return false;
  if (asked.trim() === '*') return true;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return asked.split(',').some((tag) => bare(tag) === bare(etag));
}
