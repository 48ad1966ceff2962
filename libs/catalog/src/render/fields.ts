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

/** Puts the fields of records into one order. Made once for each kind of record: a hundred names are looked up per record. */
export class FieldOrder {
  private readonly places: ReadonlyMap<string, number>;
  private readonly required: readonly string[];

  /** A field in `required` is [] when it has no value. */
  constructor(
    private readonly fields: readonly string[],
    required: object = {},
  ) {
    this.places = new Map(fields.map((field, place) => [field, place]));
    this.required = Object.keys(required);
  }

  /** The fields that have a value, in order; others are left out. What `instead` has takes the place of the value. */
  of(values: Values, instead: Values = {}): Values {
    const found = new Array<unknown>(this.fields.length).fill(undefined);
    for (const field of this.required) found[this.places.get(field) as number] = [];
    this.place(values, found);
    this.place(instead, found);
    const ordered: Values = {};
    for (let place = 0; place < found.length; place++)
      if (found[place] !== undefined) ordered[this.fields[place]] = found[place];
    return ordered;
  }

  private place(values: Values, found: unknown[]): void {
    for (const field in values) {
      const place = this.places.get(field);
      if (place !== undefined && values[field] !== undefined) found[place] = values[field];
    }
  }
}

/** The body with `lastUpdated` as its last field: it is compared without, and moves only when the rest does. */
export const withLastUpdated = (body: string, at: Date): string =>
  `${body.slice(0, -1)},"lastUpdated":"${at.toISOString()}"}`;
