import type { Values } from '../load/facts';

/** An entity as text, without the closing `lastUpdated`. */
export interface Rendered {
  /** JSON text; each MARKER in it stands for the bare record of the entity that `refs` names at that place. */
  body: string;
  bare: string;
  refs: string[];
  /** What the text was rendered from, for whoever derives more from it. */
  values: Values;
}

/** Stands in a body for `"company":{…},`. JSON text never holds this character unescaped. */
export const MARKER = '\u0001';

/** The named fields that have a value, in that order; a field in `required` is [] when it has none. */
export function inOrder(fields: readonly string[], values: Values, required: object = {}): Values {
  const ordered: Values = {};
  for (const field of fields) {
    const value = values[field];
    if (value !== undefined) ordered[field] = value;
    else if (field in required) ordered[field] = [];
  }
  return ordered;
}

/** The body with `lastUpdated` as its last field: it is compared without, and moves only when the rest does. */
export const withLastUpdated = (body: string, at: Date): string =>
  `${body.slice(0, -1)},"lastUpdated":"${at.toISOString()}"}`;
