import { load } from '@almanac/catalog';
import { generate } from '@almanac/catalog/generate';
import type { RecordKind, RecordOf } from '@almanac/contracts';

/** The catalog that every world holds: small, generated, the same in every run. */
export const TEMPLATE = { companies: 250, people: 400, seed: 11 } as const;

export type GeneratedCompany = RecordOf<'company'> & { id: string };
export type GeneratedPerson = RecordOf<'person'> & { id: string };

/** The generated records of one kind, as the worlds hold them. */
export function* templateRecords<K extends RecordKind>(kind: K): Generator<RecordOf<K>> {
  for (const line of generate(TEMPLATE)) if (line.kind === kind) yield line.record as RecordOf<K>;
}

function* numbered(kind: 'company' | 'person') {
  let line = 0;
  for (const record of templateRecords(kind)) yield { line: ++line, record };
}

/** Fills the template database. Throws when the generator's own records are not taken whole. */
export async function loadTemplate(databaseUrl: string): Promise<void> {
  for (const kind of ['company', 'person'] as const) {
    const summary = await load({ databaseUrl, kind, records: numbered(kind), source: 'generated' });
    if (summary.rejected || summary.refused) throw new Error(`${kind}: ${JSON.stringify(summary)}`);
  }
}
