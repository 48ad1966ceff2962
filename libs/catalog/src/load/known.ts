import type { ClientBase } from 'pg';
import { type EntityKind, type Stated, WEBSITE } from '../identifier';
import type { Facts } from './facts';
import { goneHash, nameOf, newId } from './identity';
import type { Valid } from './validate';

/** A valid record with its identifiers in normal form. */
export interface Prepared extends Valid {
  identifiers: Stated[];
}

export interface KnownEntity {
  text: string;
  facts: Facts;
}

/** What the catalog knows about the records of one batch. */
export interface Known {
  entities: Map<string, KnownEntity>;
  /** Ids that are gone; null: erased. */
  gone: Map<string, string | null>;
  /** Entity by the source's own key. */
  byKey: Map<string, string>;
  /** Entity that holds an id-like identifier, by `nameOf`. */
  holders: Map<string, string>;
  /** Records that carry anything of an erased entity. */
  refused: Set<Prepared>;
}

/** Reads what the batch needs, in a few statements that each use a primary key. */
export async function readKnown(
  client: ClientBase,
  kind: EntityKind,
  source: string,
  batch: readonly Prepared[],
): Promise<Known> {
  const known: Known = {
    entities: new Map(),
    gone: new Map(),
    byKey: new Map(),
    holders: new Map(),
    refused: await refusedOf(client, kind, source, batch),
  };
  const keys = batch.flatMap((record) => record.key ?? []);
  if (keys.length) {
    const sql =
      'SELECT key, entity_id FROM catalog.source_key WHERE entity_kind = $1 AND source = $2 AND key = ANY($3)';
    const { rows } = await client.query<{ key: string; entity_id: string }>(sql, [kind, source, keys]);
    for (const row of rows) known.byKey.set(row.key, row.entity_id);
  }
  await readHolders(client, kind, batch, known.holders);
  const ids = new Set<string>([...known.byKey.values(), ...known.holders.values()]);
  for (const record of batch) {
    const id = newId(kind, source, record, record.identifiers);
    if (id !== undefined) ids.add(id);
  }
  const gone = await client.query<{ id: string; successor: string | null }>(
    'SELECT id, successor FROM catalog.gone WHERE kind = $1 AND id = ANY($2)',
    [kind, [...ids]],
  );
  for (const row of gone.rows) {
    known.gone.set(row.id, row.successor);
    if (row.successor !== null) ids.add(row.successor);
  }
  const { rows } = await client.query<{ id: string; facts: string }>(
    `SELECT id, facts FROM catalog.${kind} WHERE id = ANY($1)`,
    [[...ids]],
  );
  for (const row of rows) known.entities.set(row.id, { text: row.facts, facts: JSON.parse(row.facts) as Facts });
  return known;
}

async function readHolders(
  client: ClientBase,
  kind: EntityKind,
  batch: readonly Prepared[],
  holders: Map<string, string>,
): Promise<void> {
  const wanted = batch.flatMap((record) => record.identifiers.filter((identifier) => identifier.tier > 0));
  if (!wanted.length) return;
  const { rows } = await client.query<{ kind: string; value: string; entity_id: string }>(
    // LIMIT keeps it one probe of the primary key for each value: freely joined, a fresh table's lack of statistics misleads.
    `SELECT w.kind, w.value, i.entity_id
       FROM unnest($2::text[], $3::text[]) AS w (kind, value)
      CROSS JOIN LATERAL (
        SELECT entity_id FROM catalog.identifier
         WHERE entity_kind = $1 AND kind = w.kind AND value = w.value ORDER BY entity_id LIMIT 1
      ) i`,
    [kind, wanted.map((identifier) => identifier.kind), wanted.map((identifier) => identifier.value)],
  );
  for (const row of rows) holders.set(nameOf(row), row.entity_id);
}

/** Records of erased entities. Hashing every identifier is paid only by catalogs in which something was erased. */
async function refusedOf(
  client: ClientBase,
  kind: EntityKind,
  source: string,
  batch: readonly Prepared[],
): Promise<Set<Prepared>> {
  const { rows } = await client.query<{ secret: string }>(
    'SELECT secret FROM catalog.gone_key WHERE EXISTS (SELECT FROM catalog.gone_identifier WHERE kind = $1)',
    [kind],
  );
  const refused = new Set<Prepared>();
  if (!rows.length) return refused;
  const byHash = new Map<string, Prepared[]>();
  for (const record of batch) {
    const carried = [...record.identifiers] as { kind: string; value: string }[];
    if (record.id !== undefined) carried.push({ kind: 'id', value: record.id });
    if (record.key !== undefined) carried.push({ kind: `key:${source}`, value: record.key });
    for (const identifier of carried) {
      const hash = goneHash(rows[0].secret, kind, identifier).toString('hex');
      byHash.set(hash, [...(byHash.get(hash) ?? []), record]);
    }
  }
  const found = await client.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM catalog.gone_identifier
      WHERE kind = $1 AND hash IN (SELECT decode(h, 'hex') FROM unnest($2::text[]) h)`,
    [kind, [...byHash.keys()]],
  );
  for (const { hash } of found.rows) for (const record of byHash.get(hash) ?? []) refused.add(record);
  return refused;
}

/** How many of these websites stand on some entity already. */
export async function standingWebsites(client: ClientBase, kind: EntityKind, values: string[]): Promise<Set<string>> {
  if (!values.length) return new Set();
  const { rows } = await client.query<{ value: string }>(
    `SELECT w.value FROM unnest($2::text[]) AS w (value)
      CROSS JOIN LATERAL (
        SELECT FROM catalog.identifier WHERE entity_kind = $1 AND kind = '${WEBSITE}' AND value = w.value LIMIT 1
      ) i`,
    [kind, values],
  );
  return new Set(rows.map((row) => row.value));
}
