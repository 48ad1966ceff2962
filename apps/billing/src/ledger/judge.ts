import {
  type AlmanacError,
  type CreditKind,
  type chargeOpen,
  fail,
  type InputOf,
  type OutputOf,
} from '@almanac/contracts';
import { chargeFamily, chargeID, familyOf } from './charge-id';

export type Delivery = InputOf<typeof chargeOpen>;
export type ChargeResult = OutputOf<typeof chargeOpen>;
export type Outcome = ChargeResult['lines'][number]['outcome'];

/** A grant that can be spent now. */
export interface Grant {
  id: string;
  remaining: number;
}
export interface Charge {
  id: string;
  team: string;
  operation: string;
  credits: number;
  reversed: boolean;
  owner: string;
  ownerSeq: number;
}
export interface Refusal {
  id: string;
  kind: CreditKind;
  needed: number;
  available: number;
}
export interface Draw {
  grant: string;
  amount: number;
}
/** A charge to be written. */
export interface Posting extends Charge {
  delivery: Delivery;
  kind: CreditKind;
  entity: string;
  draws: Draw[];
}
/** What is known, under lock, when deliveries are judged. */
export interface Books {
  /** Of each team and kind (`accountOf`), in the order in which they are spent. A team without is unknown. */
  grants: Map<string, Grant[]>;
  /** Charges at any attempt of the lines asked for, by family. */
  charges: Map<string, Charge[]>;
  /** By the id that the charge would have. */
  refusals: Map<string, Refusal>;
  /** `repeatOf` of what is free within the repeat window; undefined when there is none. */
  repeats?: Set<string>;
  /** Watermarks of the owners that are alive. */
  owners: Map<string, number>;
  /** `deliveryOf` of what was given back. */
  reversals: Set<string>;
  /** Credits for one line; undefined for an operation that no contract names. */
  priceOf(operation: string, kind: CreditKind): number | undefined;
}
export interface Judged {
  result: ChargeResult;
  postings: Posting[];
  refusals: Refusal[];
}

export const accountOf = (team: string, kind: CreditKind) => `${kind} ${team}`;
export const deliveryOf = (owner: string, ownerSeq: number) => `${owner} ${ownerSeq}`;
export const repeatOf = (team: string, operation: string, kind: CreditKind, entity: string) =>
  JSON.stringify([team, operation, kind, entity]);

type Line = Delivery['lines'][number] & { family: string; id: string; price: number };
/** `due`: to be paid, if the balance allows it. */
type Standing = Outcome | 'due';

/**
 * One delivery against the books, without changing them. First match wins:
 *
 *   the whole delivery                                         answer
 *   ---------------------------------------------------------  ------------------------------
 *   its owner is dead, ended or was never heard of             owner_dead
 *   its number was reversed                                    conflict
 *   its team or operation is unknown                           not_found
 *   one of its ids stands for another team or operation        conflict
 *   a line was charged at this attempt and reversed            conflict: ask with the next attempt
 *   a line is due, and its number is at or below the watermark conflict: it comes too late
 *
 *   each line                                                  outcome    credits
 *   ---------------------------------------------------------  ---------  -----------------
 *   charged at this attempt by this very delivery              charged    as charged then
 *   any attempt of this operation stands                       already    0
 *   refused at this attempt                                    refused    0
 *   within the repeat window                                   repeat     0
 *   price 0                                                    free       0
 *   the same line earlier in this delivery is charged          already    0
 *   the balance pays it (all due lines, or `partial`: this)    charged    the price
 *   else                                                       refused    0
 */
export function judge(books: Books, delivery: Delivery): Judged | AlmanacError {
  const problem = refuseWhole(books, delivery);
  if (problem) return problem;
  const lines = linesOf(books, delivery);
  const standings = new Map(lines.map((line) => [line.id, standingOf(books, delivery, line)]));
  return conflictOf(books, delivery, lines, standings) ?? pay(books, delivery, lines, standings);
}

export const ownerDead = (owner: string) =>
  fail('owner_dead', `Owner ${owner} is not alive: what it left open is reversed; go on under a fresh id.`);

function refuseWhole(books: Books, { owner, ownerSeq, team, operation, lines }: Delivery): AlmanacError | undefined {
  if (!books.owners.has(owner)) return ownerDead(owner);
  if (books.reversals.has(deliveryOf(owner, ownerSeq)))
    return fail('conflict', `Delivery ${ownerSeq} of ${owner} was reversed and cannot be charged.`);
  for (const { kind } of lines) {
    if (!books.grants.has(accountOf(team, kind))) return fail('not_found', `No team has the id ${team}.`);
    if (books.priceOf(operation, kind) === undefined) return fail('not_found', `No operation is named ${operation}.`);
  }
  return undefined;
}

/** Every line, the doubles too: those share an id. */
const linesOf = (books: Books, delivery: Delivery): Line[] =>
  delivery.lines.map(({ kind, entity }) => {
    const family = chargeFamily(delivery.operationID, kind, entity);
    const price = books.priceOf(delivery.operation, kind) as number;
    return { kind, entity, family, id: chargeID(family, delivery.attempt), price };
  });

function standingOf(books: Books, delivery: Delivery, line: Line): Standing {
  const charge = books.charges.get(line.family)?.find(({ reversed }) => !reversed);
  if (charge) return charge.id === line.id && isOf(delivery, charge) ? 'charged' : 'already';
  if (books.refusals.has(line.id)) return 'refused';
  if (books.repeats?.has(repeatOf(delivery.team, delivery.operation, line.kind, line.entity))) return 'repeat';
  return line.price === 0 ? 'free' : 'due';
}

const isOf = ({ owner, ownerSeq }: Delivery, charge: Charge) => charge.owner === owner && charge.ownerSeq === ownerSeq;

type Standings = Map<string, Standing>;

function conflictOf(books: Books, delivery: Delivery, lines: Line[], standings: Standings): AlmanacError | undefined {
  const { team, operation, operationID, owner, ownerSeq, attempt } = delivery;
  const earlier = lines.flatMap(({ family }) => books.charges.get(family) ?? []);
  if (earlier.some((charge) => charge.team !== team || charge.operation !== operation))
    return fail('conflict', `Operation ${operationID} was charged for another team or operation.`);
  // What is due has no standing charge, so one with its id is a reversed one.
  if (earlier.some(({ id }) => standings.get(id) === 'due'))
    return fail('conflict', `Attempt ${attempt} of operation ${operationID} was reversed; ask with the next attempt.`);
  if ([...standings.values()].includes('due') && ownerSeq <= (books.owners.get(owner) as number))
    return fail('conflict', `Delivery ${ownerSeq} of ${owner} is at or below its watermark: it comes too late.`);
  return undefined;
}

function pay(books: Books, delivery: Delivery, lines: Line[], standings: Standings): Judged {
  const due = distinct(lines.filter(({ id }) => standings.get(id) === 'due'));
  const wallet = walletOf(books, delivery);
  const shortages = shortagesOf(due, wallet);
  const remembered = lines.map(({ id }) => books.refusals.get(id)).find((refusal) => refusal);
  const refuseAll = delivery.partial ? undefined : (remembered ?? firstOf(due, shortages));

  const postings = new Map<string, Posting>();
  const refusals = new Map<string, Refusal>();
  for (const line of due) {
    const draws = refuseAll ? undefined : drawdown(wallet.get(line.kind) as Grant[], line.price);
    if (draws) {
      postings.set(line.id, postingOf(delivery, line, draws));
      wallet.set(line.kind, spent(wallet.get(line.kind) as Grant[], draws));
    } else refusals.set(line.id, { ...(refuseAll ?? (shortages.get(line.kind) as Shortage)), id: line.id });
  }
  const outcomes = outcomesOf(books, lines, standings, postings);
  const refused = lines.map(({ id }) => refusals.get(id) ?? books.refusals.get(id)).find((refusal) => refusal);
  return {
    result: {
      lines: outcomes,
      credits: outcomes.reduce((sum, { credits }) => sum + credits, 0),
      remaining: Object.fromEntries([...wallet].map(([kind, grants]) => [kind, available(grants)])),
      ...(refused ? { needed: refused.needed, available: refused.available, kind: refused.kind } : {}),
    },
    postings: [...postings.values()],
    refusals: [...refusals.values()],
  };
}

const distinct = (lines: Line[]): Line[] => [...new Map(lines.map((line) => [line.id, line])).values()];

function outcomesOf(books: Books, lines: Line[], standings: Standings, postings: Map<string, Posting>) {
  const charged = new Set<string>();
  return lines.map(({ id, family }): ChargeResult['lines'][number] => {
    const standing = standings.get(id) as Standing;
    const outcome = standing !== 'due' ? standing : postings.has(id) ? 'charged' : 'refused';
    if (outcome !== 'charged') return { outcome, credits: 0 };
    if (charged.has(id)) return { outcome: 'already', credits: 0 };
    charged.add(id);
    const charge = postings.get(id) ?? books.charges.get(family)?.find((known) => known.id === id);
    return { outcome, credits: (charge as Charge).credits };
  });
}

const postingOf = (delivery: Delivery, line: Line, draws: Draw[]): Posting => ({
  id: line.id,
  team: delivery.team,
  operation: delivery.operation,
  credits: line.price,
  reversed: false,
  owner: delivery.owner,
  ownerSeq: delivery.ownerSeq,
  delivery,
  kind: line.kind,
  entity: line.entity,
  draws,
});

// ---- what a team holds ----

type Wallet = Map<CreditKind, Grant[]>;
type Shortage = Omit<Refusal, 'id'>;

const walletOf = (books: Books, { team, lines }: Delivery): Wallet =>
  new Map(lines.map(({ kind }) => [kind, books.grants.get(accountOf(team, kind)) as Grant[]]));

/** By kind, where all the due lines together cost more than there is. */
function shortagesOf(due: Line[], wallet: Wallet): Map<CreditKind, Shortage> {
  const needed = new Map<CreditKind, number>();
  for (const { kind, price } of due) needed.set(kind, (needed.get(kind) ?? 0) + price);
  const all = [...needed].map(([kind, credits]): [CreditKind, Shortage] => [
    kind,
    { kind, needed: credits, available: available(wallet.get(kind) as Grant[]) },
  ]);
  return new Map(all.filter(([, shortage]) => shortage.needed > shortage.available));
}

const firstOf = (due: Line[], shortages: Map<CreditKind, Shortage>): Shortage | undefined =>
  due.map(({ kind }) => shortages.get(kind)).find((shortage) => shortage);

export const available = (grants: readonly Grant[]): number =>
  grants.reduce((sum, { remaining }) => sum + remaining, 0);

/**
 * Takes `amount` credits from grants in their order, as much of each as it has.
 * Undefined, and nothing is taken, when they hold less together.
 */
export function drawdown(grants: readonly Grant[], amount: number): Draw[] | undefined {
  const draws: Draw[] = [];
  let open = amount;
  for (const { id, remaining } of grants) {
    if (open === 0) break;
    const part = Math.min(remaining, open);
    if (part > 0) draws.push({ grant: id, amount: part });
    open -= part;
  }
  return open === 0 ? draws : undefined;
}

function spent(grants: readonly Grant[], draws: readonly Draw[]): Grant[] {
  const taken = new Map(draws.map(({ grant, amount }) => [grant, amount]));
  return grants.map(({ id, remaining }) => ({ id, remaining: remaining - (taken.get(id) ?? 0) }));
}

/** Enters a judgement in the books, so that the next delivery of the batch is judged after it. */
export function enter(books: Books, { postings, refusals }: Judged): void {
  for (const posting of postings) {
    const { team, operation, kind, entity, draws } = posting;
    const account = accountOf(team, kind);
    books.grants.set(account, spent(books.grants.get(account) as Grant[], draws));
    const family = familyOf(posting.id);
    books.charges.set(family, [...(books.charges.get(family) ?? []), posting]);
    books.repeats?.add(repeatOf(team, operation, kind, entity));
  }
  for (const refusal of refusals) books.refusals.set(refusal.id, refusal);
}
