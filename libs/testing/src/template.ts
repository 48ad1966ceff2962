import { load } from '@almanac/catalog';
import { generate } from '@almanac/catalog/generate';
import type { RecordKind, RecordOf } from '@almanac/contracts';

/** The catalog that every world holds: small, generated, the same in every run. */
export const TEMPLATE = { companies: 120, people: 300, seed: 11 } as const;

export type GeneratedCompany = RecordOf<'company'> & { id: string };
export type GeneratedPerson = RecordOf<'person'> & { id: string };

/** The generated records of one kind, as the worlds hold them. */
export function* templateRecords<K extends RecordKind>(kind: K): Generator<RecordOf<K>> {
  for (const line of generate(TEMPLATE)) if (line.kind === kind) yield line.record as RecordOf<K>;
}
