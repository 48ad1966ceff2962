import { type EntityKind, type Identifier, identifiersOf, type ProHosts } from '../identifier';
import { arrayText } from '../load/copy';
import type { Facts } from '../load/facts';
import { identityDigest } from '../load/identity';
import { renderCompany } from './company';
import { type Rendered, withLastUpdated } from './fields';
import { renderPerson } from './person';
import type { Successors } from './successors';

const RENDERERS: Record<EntityKind, (id: string, facts: Facts, successors?: Successors) => Rendered> = {
  company: renderCompany,
  person: renderPerson,
};

/** An entity as its row holds it beside the facts, in the text form of each column. */
export interface RenderedRow {
  id: string;
  body: string;
  bare: string;
  refs: string;
  identity: string;
  lastUpdated: string;
}
/** What was rendered of an entity before. */
export interface RenderedBefore {
  body: string;
  bare: string;
  identity: string;
  lastUpdated: Date;
}
export interface RenderRules {
  /** Stamps `lastUpdated`. */
  clock: () => Date;
  proHosts: ProHosts;
  /** Of merged companies that the entities refer to. */
  successors?: Successors;
}

/** A new entity. Its identifiers are at hand where it is made. */
export function renderNew(
  kind: EntityKind,
  id: string,
  facts: Facts,
  { clock, successors }: RenderRules,
  identifiers: readonly Identifier[],
): RenderedRow {
  return rowOf(id, RENDERERS[kind](id, facts, successors), identityDigest(identifiers), clock());
}

/** Undefined: nothing that a reader could notice has changed since `before`. */
export function renderAgain(
  kind: EntityKind,
  id: string,
  facts: Facts,
  { clock, proHosts, successors }: RenderRules,
  before: RenderedBefore,
): RenderedRow | undefined {
  const rendered = RENDERERS[kind](id, facts, successors);
  const identity = identityDigest(identifiersOf(kind, rendered.values, proHosts));
  const sameText = rendered.bare === before.bare && rendered.body === withoutLastUpdated(before);
  if (sameText && identity === before.identity) return undefined;
  // A changed identifier that the text does not show moves the entity's place in the change sequence, not its date.
  return rowOf(id, rendered, identity, sameText ? before.lastUpdated : clock());
}

const rowOf = (id: string, { body, bare, refs }: Rendered, identity: string, lastUpdated: Date): RenderedRow => ({
  id,
  body: withLastUpdated(body, lastUpdated),
  bare,
  refs: arrayText(refs),
  identity,
  lastUpdated: lastUpdated.toISOString(),
});

/** The one place that knows how long the closing field is: `,"lastUpdated":"2026-01-01T00:00:00.000Z"}`. */
const withoutLastUpdated = ({ body, lastUpdated }: RenderedBefore): string =>
  `${body.slice(0, -withLastUpdated('{}', lastUpdated).length + 1)}}`;
