import type { EntityKind } from '../identifier';

/** A statement as a value, for `pool.query`; the name has it prepared once per connection. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Matches of one look-up key that are told apart; a website with more is ambiguous all the same. */
export const MATCHES_MAX = 10;

export interface LookupKey {
  kind: string;
  value: string;
}
/** One row per match, and one with null for a key that matches nothing. */
export interface LookupRow {
  /** Position of the key, from 0. */
  n: number;
  id: string | null;
  /** Of the catalog that the row reflects. */
  seq: string;
  identifiers: string;
}

/** Entities by identifiers in normal form; kind `id` is the entity's own id, a merged one giving its successor. Primary keys serve it. */
export const lookupStatement = (entity: EntityKind, keys: readonly LookupKey[]): Statement => ({
  name: `lookup-${entity}`,
  text: `
    SELECT k.n::int - 1 AS n, m.id, v.seq, v.identifiers
      FROM catalog.version v
     CROSS JOIN unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (kind, value, n)
      LEFT JOIN LATERAL (
        (SELECT i.entity_id AS id FROM catalog.identifier i
          WHERE k.kind <> 'id' AND i.entity_kind = '${entity}' AND i.kind = k.kind AND i.value = k.value
          ORDER BY i.entity_id LIMIT ${MATCHES_MAX})
        UNION ALL
        (SELECT e.id FROM catalog.${entity} e WHERE k.kind = 'id' AND e.id = k.value)
        UNION ALL
        (SELECT e.id FROM catalog.gone g JOIN catalog.${entity} e ON e.id = g.successor
          WHERE k.kind = 'id' AND g.kind = '${entity}' AND g.id = k.value)
      ) m ON true`,
  values: [keys.map((key) => key.kind), keys.map((key) => key.value)],
});

/** Those of the given entities that stand under a key. The primary key serves it. */
export const holdersStatement = (entity: EntityKind, key: LookupKey, ids: readonly string[]): Statement => ({
  name: `holders-${entity}`,
  text: `
    SELECT i.entity_id AS id FROM catalog.identifier i
     WHERE i.entity_kind = '${entity}' AND i.kind = $1 AND i.value = $2 AND i.entity_id = ANY($3)`,
  values: [key.kind, key.value, ids],
});

export interface BodyRow {
  id: string;
  seq: string;
  body: string;
  refs: string[];
  versionSeq: string;
}

/** Bodies by id. The primary key serves it. */
export const bodyStatement = (entity: EntityKind, ids: readonly string[]): Statement => ({
  name: `body-${entity}`,
  text: `
    SELECT e.id, e.seq, e.body, e.refs, v.seq AS "versionSeq"
      FROM catalog.version v CROSS JOIN catalog.${entity} e
     WHERE e.id = ANY($1)`,
  values: [ids],
});

export interface BareRow {
  /** The id that was asked for; `bare` may be its successor's. */
  asked: string;
  bare: string | null;
  /** Moves with every change that the answer depends on; null when the id is unknown. */
  seq: string | null;
  versionSeq: string;
}

/** Bare records by id, one row for each: a merged id gives its successor's, an unknown or erased one null. Primary keys serve it. */
export const bareStatement = (entity: EntityKind, ids: readonly string[]): Statement => ({
  name: `bare-${entity}`,
  text: `
    SELECT k.id AS asked, e.bare, greatest(e.seq, g.seq) AS seq, v.seq AS "versionSeq"
      FROM catalog.version v CROSS JOIN unnest($1::text[]) AS k (id)
      LEFT JOIN catalog.gone g ON g.kind = '${entity}' AND g.id = k.id
      LEFT JOIN catalog.${entity} e ON e.id = coalesce(g.successor, k.id)`,
  values: [ids],
});

export interface VersionRow {
  /** The newest change: of bodies, or of what is gone. */
  seq: string;
  /** Moves with the identifiers of entities that were served already. */
  identifiers: string;
}
export const versionStatement = (): Statement => ({
  name: 'version',
  text: 'SELECT seq, identifiers FROM catalog.version',
  values: [],
});

export interface ChangeRow {
  kind: EntityKind;
  id: string;
}

/** Entities that changed, came or went since a place in the change sequence, in no order. The indexes on seq serve it. */
export const changesStatement = (since: string, limit: number): Statement => ({
  name: 'changes',
  text: `
    (SELECT 'company' AS kind, id FROM catalog.company WHERE seq > $1 ORDER BY seq LIMIT $2)
    UNION ALL (SELECT 'person', id FROM catalog.person WHERE seq > $1 ORDER BY seq LIMIT $2)
    UNION ALL (SELECT kind, id FROM catalog.gone WHERE seq > $1 ORDER BY seq LIMIT $2)
    UNION ALL (SELECT kind, successor FROM catalog.gone WHERE seq > $1 AND successor IS NOT NULL ORDER BY seq LIMIT $2)`,
  values: [since, limit],
});

/** The identifiers under which entities stand, with the ids (kind `id`) merged into them. Indexes on entity_id and successor serve it. */
export const identifiersStatement = (entity: EntityKind, ids: readonly string[]): Statement => ({
  name: `identifiers-${entity}`,
  text: `
    SELECT kind, value FROM catalog.identifier WHERE entity_id = ANY($1) AND entity_kind = '${entity}'
    UNION ALL SELECT 'id', id FROM catalog.gone WHERE successor = ANY($1) AND kind = '${entity}' AND successor IS NOT NULL`,
  values: [ids],
});
