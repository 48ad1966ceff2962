import type { InputRecord } from '../load/options';
import { isMap } from './mapping';
import { SourceError } from './row';

/** Characters of records that are held while rows of one key are sought; a larger table must be sorted into records before. */
export const UNITED_CHARACTERS_MAX = 64 * 1024 * 1024;

/**
 * Rows of one key as one record: the first row speaks, the later ones fill its gaps and add identifiers. Holds the whole
 * table, within a bound; the records come in the order of their first rows.
 */
export class Uniter {
  private readonly byKey = new Map<string, InputRecord>();
  private held = 0;
  /** Rows that went into the record of an earlier one. */
  united = 0;

  add(input: InputRecord): void {
    const key = input.key as string;
    const first = this.byKey.get(key);
    this.held += JSON.stringify(input.record).length;
    if (this.held > UNITED_CHARACTERS_MAX)
      throw new SourceError('is too large for unite: give it as NDJSON with one record for each key');
    if (!first) {
      this.byKey.set(key, input);
      return;
    }
    this.united++;
    fill(first.record as Record<string, unknown>, input.record as Record<string, unknown>);
  }

  records(): Iterable<InputRecord> {
    return this.byKey.values();
  }
}

function fill(first: Record<string, unknown>, later: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(later)) {
    const known = first[name];
    if (known === undefined) first[name] = value;
    else if (name === 'identifiers' && isMap(known) && isMap(value)) addIdentifiers(known, value);
    else if (isMap(known) && isMap(value)) first[name] = { ...value, ...known };
  }
}

function addIdentifiers(known: Record<string, unknown>, more: Record<string, unknown>): void {
  for (const [kind, values] of Object.entries(more))
    known[kind] = [...new Set([...((known[kind] as string[] | undefined) ?? []), ...(values as string[])])];
}
