import { type EntityKind, type Identifier, identifiersOf, type ProHosts } from '../identifier';
import { arrayText } from '../load/copy';
import type { Facts } from '../load/facts';
import { identityDigest } from '../load/identity';
import { renderCompany } from './company';
import { type Rendered, withLastUpdated } from './fields';
import { renderPerson } from './person';

const RENDERERS: Record<EntityKind, (id: string, facts: Facts) => Rendered> = {
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
}

/** Undefined: nothing that a reader could notice has changed since `before`. */
export function renderEntity(
  kind: EntityKind,
  id: string,
  facts: Facts,
  { clock, proHosts }: RenderRules,
  before?: RenderedBefore,
  stated?: readonly Identifier[],
): RenderedRow | undefined {
  const { body, bare, refs, values } = RENDERERS[kind](id, facts);
  const identity = identityDigest(stated ?? identifiersOf(kind, values, proHosts));
  const sameText = before !== undefined && bare === before.bare && body === withoutLastUpdated(before);
  if (sameText && identity === before.identity) return undefined;
  // A changed identifier that the text does not show moves the entity's place in the change sequence, not its date.
  const lastUpdated = sameText ? before.lastUpdated : clock();
  return {
    id,
    body: withLastUpdated(body, lastUpdated),
    bare,
    refs: arrayText(refs),
    identity,
    lastUpdated: lastUpdated.toISOString(),
  };
}

/** The one place that knows how long the closing field is: `,"lastUpdated":"2026-01-01T00:00:00.000Z"}`. */
const withoutLastUpdated = ({ body, lastUpdated }: RenderedBefore): string =>
  `${body.slice(0, -withLastUpdated('{}', lastUpdated).length + 1)}}`;
