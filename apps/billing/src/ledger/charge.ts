import { AlmanacError } from '@almanac/contracts';
import { type Asked, type Database, isCollision } from '../database';
import { type OwnerRow, renewOwners } from '../owner/owner.sql';
import { type Account, type BooksAsked, type BooksRow, lockAccounts, readBooks, writeCharges } from './charge.sql';
import { chargeFamily, chargeID, familyOf } from './charge-id';
import {
  accountOf,
  type Books,
  type Charge,
  type ChargeResult,
  type Delivery,
  deliveryOf,
  enter,
  type Grant,
  judge,
  repeatOf,
} from './judge';

export interface LedgerSettings {
  /** 0 = off. */
  repeatHours: number;
  deadSeconds: number;
  priceOf: Books['priceOf'];
}

const COLLISION_TRIES_MAX = 3;

/** Charges deliveries in one transaction, in their order. One answer for each; throws when nothing was written. */
export async function chargeTogether(
  database: Database,
  settings: LedgerSettings,
  deliveries: Delivery[],
): Promise<(ChargeResult | AlmanacError)[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction((asked) => chargeIn(asked, settings, deliveries));
    } catch (error) {
      if (!isCollision(error) || tries >= COLLISION_TRIES_MAX) throw error;
    }
  }
}

/** Owners, then balances, then what the books say, then one write: the order in which every transaction locks. */
async function chargeIn(asked: Asked, settings: LedgerSettings, deliveries: Delivery[]) {
  const owners = await asked.rows<OwnerRow>(renewal(settings, deliveries));
  const accounts = await asked.rows<Account>(lockAccounts(accountsOf(deliveries)));
  const books = await readBooksOf(asked, settings, deliveries, accounts);
  books.owners = new Map(owners.map(({ id, settledThrough }) => [id, settledThrough]));

  const judged = deliveries.map((delivery) => {
    const one = judge(books, delivery);
    if (!(one instanceof AlmanacError)) enter(books, one);
    return one;
  });
  const written = judged.flatMap((one) => (one instanceof AlmanacError ? [] : [one]));
  const postings = written.flatMap((one) => one.postings);
  const refusals = written.flatMap((one) => one.refusals);
  if (postings.length || refusals.length) await asked.rows(writeCharges(postings, refusals, settings.repeatHours));
  return judged.map((one) => (one instanceof AlmanacError ? one : one.result));
}

function renewal(settings: LedgerSettings, deliveries: Delivery[]) {
  const watermarks = new Map<string, number>();
  for (const { owner, settledThrough } of deliveries)
    watermarks.set(owner, Math.max(settledThrough, watermarks.get(owner) ?? 0));
  return renewOwners(settings.deadSeconds, [...watermarks.keys()], [...watermarks.values()]);
}

function accountsOf(deliveries: Delivery[]): Account[] {
  const accounts = new Map<string, Account>();
  for (const { team, lines } of deliveries)
    for (const { kind } of lines) accounts.set(accountOf(team, kind), { team, kind });
  return [...accounts.values()];
}

async function readBooksOf(
  asked: Asked,
  { repeatHours, priceOf }: LedgerSettings,
  deliveries: Delivery[],
  accounts: Account[],
): Promise<Books> {
  const ids = new Set<string>();
  const repeatable = new Map<string, BooksAsked['repeatable'][number]>();
  for (const { operationID, attempt, team, operation, lines } of deliveries) {
    for (const { kind, entity } of lines) {
      ids.add(chargeID(chargeFamily(operationID, kind, entity), attempt));
      if (repeatHours > 0) repeatable.set(repeatOf(team, operation, kind, entity), { team, operation, kind, entity });
    }
  }
  const families = [...new Set([...ids].map(familyOf))];
  const question = { accounts, families, ids: [...ids], deliveries, repeatable: [...repeatable.values()] };
  const [found] = await asked.rows<BooksRow>(readBooks(question));
  const grants = new Map(accounts.map(({ team, kind }) => [accountOf(team, kind), [] as Grant[]]));
  for (const grant of found.grants) grants.get(accountOf(grant.team, grant.kind))?.push(grant);
  const charges = new Map(families.map((family) => [family, [] as Charge[]]));
  for (const charge of found.charges) charges.get(familyOf(charge.id))?.push(charge);
  return {
    grants,
    charges,
    refusals: new Map(found.refusals.map((refusal) => [refusal.id, refusal])),
    repeats: repeatHours > 0 ? new Set(found.repeats.map((repeat) => repeatOf(...repeat))) : undefined,
    owners: new Map(),
    reversals: new Set(found.reversals.map((delivery) => deliveryOf(...delivery))),
    priceOf,
  };
}
