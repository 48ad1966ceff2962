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

/** An object of the named fields in that order; a field in `required` is [] when it has no value. */
export function renderFields(
  fields: readonly string[],
  values: Values,
  required: object,
  written?: ReadonlyMap<string, string>,
): string {
  let text = '';
  for (const field of fields) {
    const value = values[field];
    const json =
      written?.get(field) ?? (value === undefined ? (field in required ? '[]' : undefined) : JSON.stringify(value));
    if (json !== undefined) text += `${text ? ',' : '{'}"${field}":${json}`;
  }
  return text ? `${text}}` : '{}';
}

/** The body with `lastUpdated` as its last field: it is compared without, and moves only when the rest does. */
export const withLastUpdated = (body: string, at: Date): string =>
  `${body.slice(0, -1)},"lastUpdated":"${at.toISOString()}"}`;
