import type { ClientBase } from 'pg';
import type { EntityKind } from '../identifier';
import { copyRows, textArray } from './copy';
import { standingWebsites } from './known';
import { lockChanges } from './lock';
import { type BatchPlan, identifierChanges, newWebsites, type Rules } from './merge';
import type { LoadSummary } from './options';

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
  await copyRows(
    client,
    `catalog.${kind} (id, facts)`,
    touched.filter((entity) => !entity.before).map((entity) => [entity.id, entity.text]),
  );
  await updateFacts(
    client,
    kind,
    touched.filter((entity) => entity.before).map((entity) => [entity.id, entity.text]),
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
  if (touched.length)
    await client.query(
      'INSERT INTO catalog.dirty (kind, id) SELECT $1, id FROM unnest($2::text[]) AS t (id) ON CONFLICT DO NOTHING',
      [kind, touched.map((entity) => entity.id)],
    );
  await writeAliases(client, kind, plan.aliases);
  // Readers keep identifiers of served entities in memory; new entities are not served before they are rendered.
  const moved = changes.some(({ entity, added, removed: gone }) => entity.before?.served && added.length + gone.length);
  if (moved || plan.aliases.size) await client.query('UPDATE catalog.version SET identifiers = identifiers + 1');
}

async function countShared(client: ClientBase, kind: EntityKind, websites: Map<string, number>): Promise<number> {
  const standing = await standingWebsites(client, kind, [...websites.keys()]);
  let shared = 0;
  for (const [website, stating] of websites) shared += standing.has(website) ? stating : stating - 1;
  return shared;
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
