import type { EntityKind } from '@almanac/catalog';
import type { AlmanacError } from '@almanac/contracts';

/** What enrichment needs to know of a kind of entity; the rest is the same for all. */
export interface EntityNoun {
  kind: EntityKind;
  plural: string;
  /** Identifier parameters, in the interface's order. */
  identifiers: readonly string[];
  /** Top-level fields that can be answered, in the contract's order. */
  fields: readonly string[];
  /** What `preview=true` answers. */
  previewFields: readonly string[];
  nameField: string;
  notFound(parameters: readonly string[]): AlmanacError;
}
