import type { ClientBase } from 'pg';
import { type EntityKind, type ProHosts, waysOf } from '../identifier';
import { plain } from '../identifier/value';
import { MergeError } from './error';

/** An entity that somebody named. */
export interface Named {
  /** Of the living entity. */
  id: string;
  /** `gone`: the name is the id of an entity that was merged into this one. */
  by: 'id' | 'gone' | 'identifier';
}

const OTHER: Record<EntityKind, EntityKind> = { company: 'person', person: 'company' };
const SHOWN_MAX = 5;

/**
 * The entity of an id, or of an identifier written `kind:value`, such as `CIKNumber:1559720` or `website:airbnb.com`.
 * Throws MergeError. Primary keys serve it.
 */
export async function resolve(client: ClientBase, kind: EntityKind, name: string, proHosts: ProHosts): Promise<Named> {
  const id = plain(name);
  if (id === undefined) throw new MergeError('unknown', `${JSON.stringify(name.slice(0, 100))} is no id.`);
  const { rows } = await client.query<{ living: boolean; gone: boolean; successor: string | null; other: boolean }>(
    `SELECT EXISTS (SELECT FROM catalog.${kind} WHERE id = $2) AS living,
            EXISTS (SELECT FROM catalog.${OTHER[kind]} WHERE id = $2) AS other,
            g.id IS NOT NULL AS gone, g.successor
       FROM (SELECT 1) one LEFT JOIN catalog.gone g ON g.kind = $1 AND g.id = $2`,
    [kind, id],
  );
  const [{ living, gone, successor, other }] = rows;
  if (living) return { id, by: 'id' };
  if (successor !== null) return { id: successor, by: 'gone' };
  if (gone) throw new MergeError('erased', `${kind} ${id} was erased.`);
  const holders = await holdersOf(client, kind, id, proHosts);
  if (holders.length === 1) return { id: holders[0], by: 'identifier' };
  if (holders.length)
    throw new MergeError('ambiguous', `${id} names several: ${holders.slice(0, SHOWN_MAX).join(', ')}.`);
  if (other) throw new MergeError('other_kind', `${id} is a ${OTHER[kind]}, not a ${kind}.`);
  throw new MergeError('unknown', `There is no ${kind} ${id}.`);
}

async function holdersOf(client: ClientBase, kind: EntityKind, name: string, proHosts: ProHosts): Promise<string[]> {
  const [, parameter, value] = /^(\w+):(.+)$/s.exec(name) ?? [];
  if (parameter === undefined || parameter === 'id') return [];
  const asked = waysOf(kind, parameter, value, { proHosts });
  // An entity found by less than the whole identifier may be another one.
  const ways = 'ways' in asked ? asked.ways.filter((way) => !way.weak) : [];
  for (const way of ways) {
    const { rows } = await client.query<{ id: string }>(
      `SELECT entity_id AS id FROM catalog.identifier
        WHERE entity_kind = $1 AND kind = $2 AND value = $3 ORDER BY entity_id LIMIT ${SHOWN_MAX + 1}`,
      [kind, way.kind, way.value],
    );
    if (rows.length) return rows.map((row) => row.id);
  }
  return [];
}
