import type { ClientBase } from 'pg';
import type { EntityKind } from '../identifier';
import type { Facts, Values } from '../load/facts';

/** Merged ids and what they answer with now. */
export type Successors = ReadonlyMap<string, string>;

const NONE: Successors = new Map();

/** Successors of merged companies that these entities refer to. Catalogs in which nothing was merged pay one probe. */
export async function successorsOf(client: ClientBase, kind: EntityKind, all: Iterable<Facts>): Promise<Successors> {
  if (kind !== 'person') return NONE;
  const anything = await client.query(
    `SELECT FROM catalog.gone WHERE kind = 'company' AND successor IS NOT NULL LIMIT 1`,
  );
  if (!anything.rowCount) return NONE;
  const ids = new Set<string>();
  for (const facts of all)
    for (const { companyID } of (facts.values.experienceList ?? []) as Values[])
      if (typeof companyID === 'string') ids.add(companyID);
  const { rows } = await client.query<{ id: string; successor: string }>(
    `SELECT id, successor FROM catalog.gone WHERE kind = 'company' AND id = ANY($1) AND successor IS NOT NULL`,
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, row.successor]));
}
