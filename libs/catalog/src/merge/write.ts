import type { ClientBase } from 'pg';
import type { Identifier, Stated } from '../identifier';
import type { Facts } from '../load/facts';
import { nameOf } from '../load/identity';
import { lockChanges } from '../load/lock';
import { MergeError } from './error';
import type { Merge, MergePair } from './options';
import { type Named, resolve } from './resolve';
import { type United, type UniteRules, unite } from './unite';

/** Merges one pair within the caller's transaction. Throws MergeError before anything is written. */
export async function mergePair(client: ClientBase, rules: UniteRules, pair: MergePair): Promise<Merge> {
  if (pair.from === pair.into) throw new MergeError('itself', `${pair.from} cannot be merged into itself.`);
  const from = await resolve(client, rules.kind, pair.from, rules.proHosts);
  const into = await resolve(client, rules.kind, pair.into, rules.proHosts);
  const isOne = judge(pair, from, into);
  const merge: Merge = {
    outcome: isOne ? 'unchanged' : 'merged',
    from: isOne ? pair.from : from.id,
    into: into.id,
    identifiers: 0,
    sourceKeys: 0,
    clashes: [],
    taken: [],
  };
  if (isOne) return merge;
  const facts = await factsOf(client, rules, [into.id, from.id]);
  const united = unite(facts[0], facts[1], rules);
  const [moved, taken] = await writeIdentifiers(client, rules, from.id, into.id, united.identifiers);
  const sourceKeys = await writeEntity(client, rules, from.id, into.id, united);
  await writeGone(client, rules, from.id, into.id);
  return { ...merge, identifiers: moved, sourceKeys, clashes: united.clashes, taken };
}

/** Are the two one already? Throws where a merge would go in a circle or take back another. */
function judge(pair: MergePair, from: Named, into: Named): boolean {
  const gone = from.by === 'gone';
  if (from.id !== into.id) {
    if (!gone) return false;
    const hint = `merge ${from.id} into ${into.id} if all three are one`;
    throw new MergeError('merged_elsewhere', `${pair.from} was merged into ${from.id} before: ${hint}.`);
  }
  // Named by what it is known by, nobody can tell whether it was two before.
  if (gone || from.by === 'identifier') return true;
  if (into.by === 'gone')
    throw new MergeError('cycle', `${pair.into} was merged into ${pair.from} before: they are one under that id.`);
  throw new MergeError('itself', `${pair.into} is ${pair.from}: it cannot be merged into itself.`);
}

async function factsOf(client: ClientBase, { kind }: UniteRules, ids: string[]): Promise<Facts[]> {
  const { rows } = await client.query<{ id: string; facts: string }>(
    `SELECT id, facts FROM catalog.${kind} WHERE id = ANY($1)`,
    [ids],
  );
  return ids.map((id) => JSON.parse(rows.find((row) => row.id === id)?.facts as string) as Facts);
}

/** Root facts, the other's source keys to the root, the other's row gone; the root is to be rendered. Answers the keys. */
async function writeEntity(client: ClientBase, { kind }: UniteRules, from: string, into: string, { facts }: United) {
  await client.query(`UPDATE catalog.${kind} SET facts = $2 WHERE id = $1`, [into, JSON.stringify(facts)]);
  await client.query(`DELETE FROM catalog.${kind} WHERE id = $1`, [from]);
  await client.query('DELETE FROM catalog.dirty WHERE kind = $1 AND id = $2', [kind, from]);
  await client.query('INSERT INTO catalog.dirty (kind, id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [kind, into]);
  const keys = await client.query(
    'UPDATE catalog.source_key SET entity_id = $3 WHERE entity_kind = $1 AND entity_id = $2',
    [kind, from, into],
  );
  return keys.rowCount ?? 0;
}

/** Replaces the rows of both by the root's. Answers how many came from the other, and what a third entity has. */
async function writeIdentifiers(
  client: ClientBase,
  { kind }: UniteRules,
  from: string,
  into: string,
  identifiers: readonly Stated[],
): Promise<[moved: number, taken: Merge['taken']]> {
  const before = await client.query<Identifier & { id: string }>(
    `DELETE FROM catalog.identifier WHERE entity_kind = $1 AND entity_id = ANY($2)
     RETURNING kind, value, entity_id AS id`,
    [kind, [from, into]],
  );
  const deciding = identifiers.filter(({ tier }) => tier > 0);
  const { rows: taken } = await client.query<Merge['taken'][number]>(
    `SELECT w.kind, w.value, i.entity_id AS holder FROM unnest($2::text[], $3::text[]) AS w (kind, value)
       JOIN catalog.identifier i ON i.entity_kind = $1 AND i.kind = w.kind AND i.value = w.value`,
    [kind, deciding.map((one) => one.kind), deciding.map((one) => one.value)],
  );
  const takenNames = new Set(taken.map(nameOf));
  const own = identifiers.filter((one) => !takenNames.has(nameOf(one)));
  await client.query(
    `INSERT INTO catalog.identifier (entity_kind, kind, value, entity_id)
     SELECT $1, kind, value, $4 FROM unnest($2::text[], $3::text[]) AS n (kind, value)`,
    [kind, own.map((one) => one.kind), own.map((one) => one.value), into],
  );
  const had = new Set(before.rows.filter(({ id }) => id === into).map(nameOf));
  return [own.filter((one) => !had.has(nameOf(one))).length, taken];
}

/** A successor is never gone itself, so what led to the one that goes leads to the root, with a new place each. */
async function writeGone(client: ClientBase, { kind }: UniteRules, from: string, into: string): Promise<void> {
  await lockChanges(client);
  await client.query(
    `UPDATE catalog.gone SET successor = $3, seq = nextval('catalog.change') WHERE kind = $1 AND successor = $2`,
    [kind, from, into],
  );
  await client.query(
    `INSERT INTO catalog.gone (kind, id, seq, reason, successor)
     VALUES ($1, $2, nextval('catalog.change'), 'merged', $3)`,
    [kind, from, into],
  );
  await client.query("UPDATE catalog.version SET seq = currval('catalog.change'), identifiers = identifiers + 1");
}

/** Marks people who refer to companies that are gone, to be rendered with their successors. Answers how many. */
export async function markReferring(client: ClientBase, merged: readonly string[]): Promise<number> {
  if (!merged.length) return 0;
  // No index serves it: merges are rare, so one scan for all pairs of a transaction is cheaper than an index on every load.
  await client.query('SET LOCAL enable_seqscan = on');
  const marked = await client.query(
    `INSERT INTO catalog.dirty (kind, id)
     SELECT 'person', p.id FROM catalog.person p
      WHERE EXISTS (SELECT FROM unnest(p.refs) AS r (id) WHERE r.id = ANY($1))
     ON CONFLICT DO NOTHING`,
    [merged],
  );
  await client.query('SET LOCAL enable_seqscan = off');
  return marked.rowCount ?? 0;
}
