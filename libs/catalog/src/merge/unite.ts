/** The facts of two entities that are one, by the loader's own rules. Pure. */
import {
  type EntityKind,
  type Identifier,
  identifiersOf,
  type ProHosts,
  type Stated,
  WEBSITE_DOMAIN,
} from '../identifier';
import {
  type Claim,
  claimOf,
  compacted,
  type Facts,
  fieldsWithClaims,
  mergeFacts,
  type SourcePriority,
  type Statement,
  type Values,
} from '../load/facts';
import { nameOf } from '../load/identity';

export interface UniteRules {
  kind: EntityKind;
  priority: SourcePriority;
  proHosts: ProHosts;
}

/** Both entities stated one of these, and differently. */
export interface Clash {
  /** Place in the record, such as `CIKNumber` or `URLs.website`. */
  path: string;
  /** Stands in the record. */
  kept: string;
  /** Finds the entity as well from now on, and stands among its further identifiers. */
  further: string;
}

export interface United {
  facts: Facts;
  /** All that the two were known by, and what their fields together say anew. */
  identifiers: Stated[];
  clashes: Clash[];
}

/**
 * Every statement that the root's facts hold is loaded over the other's: so the better claim wins whatever side it is
 * on, and the root where neither is better. No identifier is lost: what has no place in the record any more goes to
 * `identifiers`, under its own claim.
 */
export function unite(root: Facts, other: Facts, rules: UniteRules): United {
  const { kind, proHosts, priority } = rules;
  let facts: Facts = { ...other, values: withoutIdentifiers(other.values) };
  for (const statement of statementsOf(root)) facts = mergeFacts(facts, statement, priority);
  const claims = new Map<string, Claim>();
  for (const field of fieldsWithClaims(facts))
    if (!field.startsWith('identifiers')) claims.set(field, claimOf(facts, field));
  const values: Values = { ...facts.values };
  const sides = [root, other].map((side) => ({ facts: side, stated: identifiersOf(kind, side.values, proHosts) }));
  const lists = listsOf([root, other], claims);
  const put = () => {
    if (Object.keys(lists).length) values.identifiers = lists;
    return identifiersOf(kind, values, proHosts);
  };
  // Twice: what is put back may itself take the place of what a URL says.
  for (let pass = 0; pass < 2; pass++) {
    const standing = new Set(put().map(nameOf));
    // A domain follows from its website.
    for (const side of sides)
      for (const identifier of side.stated)
        if (identifier.kind !== WEBSITE_DOMAIN && !standing.has(nameOf(identifier)))
          keep(lists, claims, identifier, claimOf(side.facts, identifier.path));
  }
  const identifiers = put();
  return {
    facts: compacted(claims, values, keysOf(root, other), root.claims[0]),
    identifiers,
    clashes: clashesOf(sides[0].stated, sides[1].stated, identifiers),
  };
}

const withoutIdentifiers = ({ identifiers, ...values }: Values): Values => values;

/** What sources said, one statement for each claim, oldest first; identifiers apart, since theirs add up. */
function statementsOf(facts: Facts): Statement[] {
  const statements = facts.claims.map(([source, asOf]): Statement => ({ source, asOf, values: {} }));
  const at = (field: string) => statements[facts.claims.indexOf(claimOf(facts, field))].values;
  for (const [field, value] of Object.entries(withoutIdentifiers(facts.values))) {
    const parts = field === 'URLs' && value !== null ? Object.entries(value as Values) : [];
    if (!parts.length) at(field)[field] = value;
    for (const [part, url] of parts) {
      const statement = at(`URLs.${part}`);
      statement.URLs = { ...(statement.URLs as Values | undefined), [part]: url };
    }
  }
  return statements
    .filter(({ values }) => Object.keys(values).length)
    .sort((a, b) => (a.asOf < b.asOf ? -1 : a.asOf > b.asOf ? 1 : a.source < b.source ? -1 : 1));
}

type Lists = Record<string, unknown[]>;

/** Identifiers that both list under `identifiers`, each with the newest claim; the claims go to `claims`. */
function listsOf(all: readonly Facts[], claims: Map<string, Claim>): Lists {
  const lists: Lists = {};
  for (const facts of all)
    for (const [kind, list] of Object.entries((facts.values.identifiers ?? {}) as Values))
      if (Array.isArray(list))
        for (const value of list) {
          const claim = claimOf(facts, placeOf(kind, value));
          if (!lists[kind]?.includes(value)) add(lists, claims, kind, value, claim);
          else if (claim[1] > (claims.get(placeOf(kind, value)) as Claim)[1]) claims.set(placeOf(kind, value), claim);
        }
  return lists;
}

const placeOf = (kind: string, value: unknown) => `identifiers.${kind}=${value}`;

function add(lists: Lists, claims: Map<string, Claim>, kind: string, value: unknown, claim: Claim): void {
  lists[kind] ??= [];
  lists[kind].push(value);
  claims.set(placeOf(kind, value), claim);
  // A kind's claim is what its values have unless they have one of their own; the same for all kinds.
  for (const whole of ['identifiers', `identifiers.${kind}`]) if (!claims.has(whole)) claims.set(whole, claim);
}

const keep = (lists: Lists, claims: Map<string, Claim>, { kind, value }: Identifier, claim: Claim): void => {
  if (!lists[kind]?.includes(value)) add(lists, claims, kind, value, claim);
};

function keysOf(root: Facts, other: Facts): NonNullable<Facts['keys']> {
  const keys = [...(root.keys ?? [])];
  for (const [source, key] of other.keys ?? [])
    if (!keys.some((known) => known[0] === source && known[1] === key)) keys.push([source, key]);
  return keys;
}

/** Fields that hold one value, and held two. */
function clashesOf(root: readonly Stated[], other: readonly Stated[], united: readonly Stated[]): Clash[] {
  const single = (all: readonly Stated[]) => {
    const byPath = new Map<string, Stated>();
    for (const one of all) if (!one.path.startsWith('identifiers.') && !byPath.has(one.path)) byPath.set(one.path, one);
    return byPath;
  };
  const [ours, theirs, now] = [single(root), single(other), single(united)];
  return [...ours].flatMap(([path, one]) => {
    const two = theirs.get(path);
    if (!two || nameOf(one) === nameOf(two)) return [];
    const kept = now.get(path) && nameOf(now.get(path) as Stated) === nameOf(two) ? two : one;
    return [{ path, kept: kept.value, further: (kept === one ? two : one).value }];
  });
}
