import type { ClientBase } from 'pg';
import type { EntityKind } from '../identifier';
import { type RenderRules, renderNew } from '../render/entity';
import { successorsOf } from '../render/successors';
import { copyRows, copyWhileMade, textArray } from './copy';
import { standingWebsites } from './known';
import { lockChanges } from './lock';
import { type BatchPlan, identifierChanges, newWebsites, type Rules, type Touched } from './merge';
import type { LoadSummary } from './options';
import { breathe } from './turns';

/** Rows sent to Postgres together while the next are rendered. */
const PORTION = 32;

/** Writes what a batch does, inside the caller's transaction. */
export async function writePlan(
  client: ClientBase,
  rules: Rules,
  plan: BatchPlan,
  summary: LoadSummary,
): Promise<void> {
  const { kind } = rules;
  const touched = [...plan.touched.values()];
  const changes = touched.map((entity) => ({ entity, ...identifierChanges(rules, entity) }));
  summary.sharedWebsites += await countShared(client, kind, newWebsites(changes));
  const changed = touched.filter((entity) => entity.before);
  await insertNew(
    client,
    rules,
    touched.filter((entity) => !entity.before),
    summary,
  );
  await updateFacts(
    client,
    kind,
    changed.map((entity) => [entity.id, entity.text]),
  );
  const removed = changes.flatMap(({ entity, removed: gone }) => gone.map((one) => [one.kind, one.value, entity.id]));
  if (removed.length) await deleteIdentifiers(client, kind, removed);
  await copyRows(
    client,
    'catalog.identifier (entity_kind, kind, value, entity_id)',
    changes.flatMap(({ entity, added }) => added.map((one) => [kind, one.kind, one.value, entity.id])),
  );
  await copyRows(
    client,
    'catalog.source_key (entity_kind, source, key, entity_id)',
    [...plan.keys].map(([key, id]) => [kind, rules.source, key, id]),
  );
  if (changed.length)
    await client.query(
      'INSERT INTO catalog.dirty (kind, id) SELECT $1, id FROM unnest($2::text[]) AS t (id) ON CONFLICT DO NOTHING',
      [kind, changed.map((entity) => entity.id)],
    );
  await writeAliases(client, kind, plan.aliases);
  // Readers keep identifiers in memory; those of a new entity they learn of by its place in the change sequence.
  const moved = changes.some(({ entity, added, removed: gone }) => entity.before && added.length + gone.length);
  if (moved || plan.aliases.size) await client.query('UPDATE catalog.version SET identifiers = identifiers + 1');
}

async function countShared(client: ClientBase, kind: EntityKind, websites: Map<string, number>): Promise<number> {
  const standing = await standingWebsites(client, kind, [...websites.keys()]);
  let shared = 0;
  for (const [website, stating] of websites) shared += standing.has(website) ? stating : stating - 1;
  return shared;
}

/**
 * A new entity is rendered with the batch that brings it: its facts are at hand, and its row is written once. What other
 * batches add to it goes through step 2 like any change.
 */
async function insertNew(client: ClientBase, rules: Rules, entities: Touched[], summary: LoadSummary): Promise<void> {
  if (!entities.length) return;
  const stated = entities.map(({ facts }) => facts);
  const successors = await successorsOf(client, rules.kind, stated);
  await lockChanges(client);
  const columns = 'id, facts, body, bare, refs, identity, last_updated';
  await copyWhileMade(client, `catalog.${rules.kind} (${columns})`, newRows({ ...rules, successors }, entities));
  await client.query("UPDATE catalog.version SET seq = currval('catalog.change')");
  summary.rendered += entities.length;
  summary.changed += entities.length;
}

async function* newRows(rules: Rules & RenderRules, entities: Touched[]): AsyncGenerator<string[][]> {
  let portion: string[][] = [];
  for (const [index, { id, facts, text, identifiers }] of entities.entries()) {
    const { body, bare, refs, identity, lastUpdated } = renderNew(rules.kind, id, facts, rules, identifiers);
    portion.push([id, text, body, bare, refs, identity, lastUpdated]);
    if (portion.length < PORTION && index < entities.length - 1) continue;
    yield portion;
    portion = [];
    await breathe(0);
  }
}

async function updateFacts(client: ClientBase, kind: EntityKind, rows: [string, string][]): Promise<void> {
  if (!rows.length) return;
  await client.query(
    `UPDATE catalog.${kind} e SET facts = s.facts FROM unnest($1::text[], $2::text[]) AS s (id, facts) WHERE e.id = s.id`,
    [textArray(rows.map(([id]) => id)), textArray(rows.map(([, facts]) => facts))],
  );
}

async function deleteIdentifiers(client: ClientBase, entityKind: EntityKind, rows: string[][]): Promise<void> {
  await client.query(
    `DELETE FROM catalog.identifier i USING unnest($2::text[], $3::text[], $4::text[]) AS g (kind, value, id)
      WHERE i.entity_kind = $1 AND i.kind = g.kind AND i.value = g.value AND i.entity_id = g.id`,
    [entityKind, rows.map(([kind]) => kind), rows.map(([, value]) => value), rows.map(([, , id]) => id)],
  );
}

/** An id that a record gave to an entity known by another id answers as a merged one. */
async function writeAliases(client: ClientBase, kind: EntityKind, aliases: Map<string, string>): Promise<void> {
  if (!aliases.size) return;
  await lockChanges(client);
  await client.query(
    `INSERT INTO catalog.gone (kind, id, seq, reason, successor)
     SELECT $1, id, nextval('catalog.change'), 'merged', successor FROM unnest($2::text[], $3::text[]) AS a (id, successor)
     ON CONFLICT DO NOTHING`,
    [kind, [...aliases.keys()], [...aliases.values()]],
  );
  await client.query("UPDATE catalog.version SET seq = currval('catalog.change')");
}
