import type { Static, TObject, TSchema } from 'typebox';
import type { BusCode } from './errors';

export type CreditKind = 'company' | 'person';
export type Scope = 'read' | 'search' | 'exports:write' | 'admin';
/** Which rate bucket a call draws from; the numbers stand in `limits.ts`. */
export type LimitClass = 'enrich' | 'bulk' | 'list' | 'search' | 'other';

export interface Http {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  scope: Scope;
  limit: LimitClass;
}

export interface Price {
  kind: CreditKind;
  /** Credits for one billable line; `billing.price` may override it. */
  credits: number;
  /** What one line is, for `GET /billing/prices` and OpenAPI. */
  unit: string;
}

/**
 * One operation: the only place where its path, subject, shapes, errors, price and limit are written.
 * Without `http` it is internal: served on its NATS subject alone.
 */
export interface Contract<I extends TObject = TObject, O extends TSchema = TSchema> {
  /** `<noun>.<verb>`, the operation's name in bills, logs and OpenAPI. */
  name: string;
  summary: string;
  description?: string;
  /** `v1.<service>.<noun>.<verb>`; the service named there serves it. */
  subject: string;
  http?: Http;
  input: I;
  output: O;
  /** Further shapes of a success, by the parameter that asks for them. */
  variants?: Record<string, TSchema>;
  errors: readonly BusCode[];
  price?: Price;
  /** Time a caller gives the whole operation unless it says otherwise. */
  timeoutMs: number;
  example?: { input: Static<I>; output?: unknown };
}

export const contract = <I extends TObject, O extends TSchema>(definition: Contract<I, O>): Contract<I, O> =>
  definition;

export type InputOf<C> = C extends Contract<infer I, TSchema> ? Static<I> : never;
export type OutputOf<C> = C extends Contract<TObject, infer O> ? Static<O> : never;

/** The service that serves a contract: the second word of its subject. */
export const serviceOf = (contract: Pick<Contract, 'subject'>): string => contract.subject.split('.')[1];
