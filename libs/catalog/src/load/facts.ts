/**
 * What sources said of one entity, merged field by field: the content of the column `facts`. Pure.
 * A claim is who said it and as of when. The claim most fields share stands first and is not repeated for each.
 */

export type Claim = readonly [source: string, asOf: string];
export type SourceKey = readonly [source: string, key: string];
export type Values = Record<string, unknown>;

export interface Facts {
  claims: Claim[];
  /** Index into `claims` of fields whose claim is not the first. Parts of united fields are named `URLs.pro`. */
  by?: Record<string, number>;
  /** The keys under which sources know this entity. */
  keys?: SourceKey[];
  /** The record in the API's field names; null: a source said that there is none. */
  values: Values;
}

/** One source's record of an entity. */
export interface Statement {
  source: string;
  /** ISO 8601 with milliseconds; later beats earlier. */
  asOf: string;
  key?: string;
  values: Values;
}

/** Sources from strongest to weakest; all others rank equal behind them. */
export type SourcePriority = readonly string[];

/** Maps whose parts are facts of their own; a part stays until a better claim speaks of that very part. */
const UNITED = new Set(['URLs', 'identifiers']);
/** Maps by date: united, the better claim winning where both have a date. */
const isHistory = (field: string) => field.endsWith('Historical');

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Per field: present replaces, absent keeps, null removes; an older or weaker claim only fills gaps. */
export function mergeFacts(old: Facts | undefined, statement: Statement, priority: SourcePriority = []): Facts {
  const claim: Claim = [statement.source, statement.asOf];
  if (!old) return compacted(new Map(), statement.values, keysWith([], statement), claim);
  const claims = new Map<string, Claim>();
  const values: Values = { ...old.values };
  for (const field of fieldsWithClaims(old)) claims.set(field, claimOf(old, field));
  const wins = (field: string) => beats(claim, claims.get(field), priority);
  for (const [field, value] of Object.entries(statement.values)) {
    const before = values[field];
    if (isHistory(field) && isMap(value) && isMap(before)) {
      values[field] = wins(field) ? { ...before, ...value } : { ...value, ...before };
      if (wins(field)) claims.set(field, claim);
    } else if (UNITED.has(field) && isMap(value) && isMap(before)) {
      values[field] = unite(field, before, value, claims, claim, priority);
    } else if (before === undefined || wins(field)) {
      values[field] = value;
      claims.set(field, claim);
      if (UNITED.has(field))
        for (const part of [...claims.keys()]) if (part.startsWith(`${field}.`)) claims.delete(part);
    }
  }
  return compacted(claims, values, keysWith(old.keys ?? [], statement), claim);
}

function unite(
  field: string,
  before: Values,
  value: Values,
  claims: Map<string, Claim>,
  claim: Claim,
  priority: SourcePriority,
): Values {
  const united = { ...before };
  const whole = claims.get(field);
  for (const [part, partValue] of Object.entries(value)) {
    const name = `${field}.${part}`;
    const held = before[part];
    if (field === 'identifiers' && Array.isArray(held) && Array.isArray(partValue)) {
      united[part] = uniteList(name, held, partValue, claims, claim);
      continue;
    }
    if (before[part] !== undefined && !beats(claim, claims.get(name) ?? whole, priority)) continue;
    united[part] = partValue;
    claims.set(name, claim);
  }
  return united;
}

/**
 * What sources know an entity by adds up: each tells of some of its share classes. A source takes back only what it said
 * itself, by a later word that leaves it out. Whose a value is stands under `identifiers.kind=value` where it is not the
 * kind's claim.
 */
function uniteList(name: string, held: unknown[], stated: unknown[], claims: Map<string, Claim>, claim: Claim) {
  const place = (value: unknown) => `${name}=${value}`;
  const ownerOf = (value: unknown) => claims.get(place(value)) ?? claims.get(name) ?? claims.get('identifiers');
  const isOwn = (value: unknown) => ownerOf(value)?.[0] === claim[0];
  const own = held.filter(isOwn);
  if (own.some((value) => (ownerOf(value)?.[1] ?? '') > claim[1])) return held;
  const [before, said] = [new Set(held), new Set(stated)];
  const kept = held.filter((value) => said.has(value) || !isOwn(value));
  const united = [...kept, ...[...said].filter((value) => !before.has(value))];
  if (own.length === held.length) {
    for (const value of held) claims.delete(place(value));
    claims.set(name, claim);
    return united;
  }
  for (const value of own) claims.delete(place(value));
  for (const value of united) if (!before.has(value) || own.includes(value)) claims.set(place(value), claim);
  return united;
}

/** Fields of the values, and parts that have a claim of their own. */
export const fieldsWithClaims = (facts: Facts): Iterable<string> =>
  new Set([...Object.keys(facts.values), ...Object.keys(facts.by ?? {})]);

/** Who said a field, a part such as `URLs.pro`, or a value such as `identifiers.dataAID=7`, and as of when. */
export function claimOf(facts: Facts, field: string): Claim {
  const [part, whole] = [field.split('=')[0], field.split('.')[0]];
  return facts.claims[facts.by?.[field] ?? facts.by?.[part] ?? facts.by?.[whole] ?? 0];
}

function beats(claim: Claim, other: Claim | undefined, priority: SourcePriority): boolean {
  if (!other) return true;
  const [rank, otherRank] = [rankOf(claim[0], priority), rankOf(other[0], priority)];
  return rank === otherRank ? claim[1] >= other[1] : rank < otherRank;
}

function rankOf(source: string, priority: SourcePriority): number {
  const index = priority.indexOf(source);
  return index < 0 ? priority.length : index;
}

function keysWith(keys: readonly SourceKey[], { source, key }: Statement): SourceKey[] {
  if (key === undefined || keys.some((known) => known[0] === source && known[1] === key)) return [...keys];
  return [...keys, [source, key]];
}

const sameClaim = (a: Claim, b: Claim) => a[0] === b[0] && a[1] === b[1];

/** Numbers the claims in use, the most used first, so that equal facts are equal text. */
export function compacted(all: ReadonlyMap<string, Claim>, values: Values, keys: SourceKey[], fallback: Claim): Facts {
  const known = keys.length ? { keys } : {};
  if (!all.size) return { claims: [fallback], ...known, values };
  const claims = [...all].filter(([field, claim]) => {
    const inherited = inheritedBy(field, all);
    return !inherited || !sameClaim(inherited, claim);
  });
  const uses: { claim: Claim; count: number }[] = [];
  for (const [, claim] of claims) {
    const use = uses.find((one) => sameClaim(one.claim, claim));
    if (use) use.count++;
    else uses.push({ claim, count: 1 });
  }
  uses.sort((a, b) => b.count - a.count || compare(a.claim, b.claim));
  const indexOf = (claim: Claim) => uses.findIndex((use) => sameClaim(use.claim, claim));
  // By name: the order in which claims came to be must not show. A part beside a whole of another claim is always named.
  const named = claims.filter(([field, claim]) => field.includes('.') || indexOf(claim) > 0);
  const by = Object.fromEntries(
    named.sort(([a], [b]) => (a < b ? -1 : 1)).map(([field, claim]) => [field, indexOf(claim)]),
  );
  return { claims: uses.map((use) => use.claim), ...(named.length ? { by } : {}), ...known, values };
}

/** The claim that a part has unless it has one of its own. */
function inheritedBy(field: string, claims: ReadonlyMap<string, Claim>): Claim | undefined {
  if (!field.includes('.')) return undefined;
  const [part, value] = [field.split('=')[0], field.includes('=')];
  return (value ? claims.get(part) : undefined) ?? claims.get(field.split('.')[0]);
}

const compare = (a: Claim, b: Claim) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? 1 : -1);

/** The values as they are served: without what sources took back. Mostly they took back nothing, and nothing is copied. */
export function presentValues(values: Values): Values {
  if (isWhole(values)) return values;
  const present: Values = {};
  for (const field in values) {
    const value = values[field];
    if (value === null || value === undefined) continue;
    present[field] = UNITED.has(field) && isMap(value) ? presentValues(value) : value;
  }
  return present;
}

function isWhole(values: Values): boolean {
  for (const field in values) {
    const value = values[field];
    if (value === null || value === undefined || (UNITED.has(field) && isMap(value) && !isWhole(value))) return false;
  }
  return true;
}
