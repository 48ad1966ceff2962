import type { ClientBase } from 'pg';
import { DEFAULT_PRO_HOSTS, type EntityKind, type Identifier, type ProHosts } from '../identifier';
import { connected } from '../load/connect';
import { claimOf, type Facts, type Values } from '../load/facts';
import { type Named, resolve } from '../merge/resolve';
import { MARKER } from '../render/fields';

export interface ProvenanceOptions {
  /** As role almanac_loader, or any that may read `catalog`. */
  databaseUrl: string;
  kind: EntityKind;
  /** An id, or an identifier as `kind:value`. */
  name: string;
  proHosts?: ProHosts;
}

/** One field of an entity, or a part such as `URLs.website`, and where it is from. */
export interface FieldOrigin {
  field: string;
  /** Null: a source said that there is none, and nothing is served. */
  value: unknown;
  /** Absent: Almanac derives the field from others. */
  source?: string;
  /** When the source's statement was true. */
  asOf?: string;
}

export interface Provenance {
  kind: EntityKind;
  id: string;
  /** The name it was asked for by is its own id, an id that was merged into it, or one of its identifiers. */
  askedBy: Named['by'];
  /** Place in the change sequence. */
  seq: number;
  lastUpdated: string;
  /** In the contract's order; `identifiers` last. */
  fields: FieldOrigin[];
  /** All that look-ups find it by. */
  identifiers: Identifier[];
  /** The keys under which sources know it: their own, or the ids that they gave. */
  sourceKeys: { source: string; key: string }[];
  /** Ids that were merged into it. */
  mergedIDs: string[];
}

/** What the catalog holds of an entity, and who said so. Throws MergeError (`unknown`, `erased`, …). */
export async function provenanceOf(options: ProvenanceOptions): Promise<Provenance> {
  const client = await connected(options.databaseUrl);
  try {
    // One state of the catalog for all statements, however a loader goes on meanwhile.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await read(client, options);
  } finally {
    await client.end();
  }
}

interface Row {
  facts: string;
  body: string;
  seq: string;
  lastUpdated: Date;
}

async function read(
  client: ClientBase,
  { kind, name, proHosts = DEFAULT_PRO_HOSTS }: ProvenanceOptions,
): Promise<Provenance> {
  const { id, by } = await resolve(client, kind, name, proHosts);
  const { rows } = await client.query<Row>(
    `SELECT facts, body, seq, last_updated AS "lastUpdated" FROM catalog.${kind} WHERE id = $1`,
    [id],
  );
  const [{ body, seq, lastUpdated }] = rows;
  const facts = JSON.parse(rows[0].facts) as Facts;
  const identifiers = await client.query<Identifier>(
    'SELECT kind, value FROM catalog.identifier WHERE entity_id = $2 AND entity_kind = $1 ORDER BY kind, value',
    [kind, id],
  );
  const merged = await client.query<{ id: string }>(
    'SELECT id FROM catalog.gone WHERE successor = $2 AND kind = $1 ORDER BY id',
    [kind, id],
  );
  return {
    kind,
    id,
    askedBy: by,
    seq: Number(seq),
    lastUpdated: lastUpdated.toISOString(),
    fields: originsOf(facts, JSON.parse(body.replaceAll(MARKER, '')) as Values),
    identifiers: identifiers.rows,
    sourceKeys: (facts.keys ?? []).map(([source, key]) => ({ source, key })),
    mergedIDs: merged.rows.map((row) => row.id),
  };
}

/** Where each field is from: those that the body shows, then what sources took back, then further identifiers. Pure. */
export function originsOf(facts: Facts, body: Values): FieldOrigin[] {
  const stated = facts.values;
  const said = (field: string, value: unknown): FieldOrigin => {
    const [source, asOf] = claimOf(facts, field);
    return { field, value, source, asOf };
  };
  const origins: FieldOrigin[] = [];
  for (const [field, value] of Object.entries(body)) {
    if (field === 'id' || field === 'lastUpdated') continue;
    if (field === 'URLs')
      for (const [part, url] of Object.entries(value as Values)) origins.push(said(`URLs.${part}`, url));
    else if (isDerived(stated[field], value)) {
      // A required list that nobody stated is shown as [] and says nothing.
      if (!Array.isArray(value) || value.length) origins.push({ field, value });
    } else origins.push(said(field, value));
  }
  for (const [field, value] of Object.entries(stated)) if (value === null) origins.push(said(field, null));
  for (const [kind, list] of Object.entries((stated.identifiers ?? {}) as Values))
    if (Array.isArray(list))
      for (const value of list)
        origins.push({ ...said(`identifiers.${kind}=${value}`, value), field: `identifiers.${kind}` });
  return origins;
}

const isDerived = (stated: unknown, served: unknown): boolean =>
  stated === undefined || stated === null || (typeof served !== 'object' && served !== stated);
