import type { ClientBase } from 'pg';
import type { EntityKind } from '../identifier';
import { textArray } from '../load/copy';
import type { Facts } from '../load/facts';
import { inTransaction, lockChanges } from '../load/lock';
import { breathe } from '../load/turns';
import { type RenderedRow, type RenderRules, renderAgain } from './entity';
import { successorsOf } from './successors';

export interface RenderOptions extends RenderRules {
  batchSize: number;
  onProgress?: (done: number, total: number) => void;
}
export interface RenderSummary {
  rendered: number;
  /** Entities whose bytes or identifiers changed; each has a new place in the change sequence. */
  changed: number;
}

interface Row {
  id: string;
  facts: string | null;
  body: string;
  bare: string;
  identity: string;
  lastUpdated: Date;
}

/** Two sessions, so that the next batch is read and rendered while one is written. */
export interface RenderSessions {
  reader: ClientBase;
  /** Holds the catalog's lock. */
  writer: ClientBase;
}

/**
 * Step 2 of loading: derives and renders every entity marked dirty, one transaction a batch, and writes those whose bytes
 * differ.
 */
export async function renderDirty(sessions: RenderSessions, options: RenderOptions): Promise<RenderSummary> {
  const summary: RenderSummary = { rendered: 0, changed: 0 };
  const { rows } = await sessions.reader.query<{ n: number }>('SELECT count(*)::int AS n FROM catalog.dirty');
  for (const kind of ['company', 'person'] as const) await renderKind(sessions, kind, options, summary, rows[0].n);
  return summary;
}

async function renderKind(
  { reader, writer }: RenderSessions,
  kind: EntityKind,
  options: RenderOptions,
  summary: RenderSummary,
  total: number,
): Promise<void> {
  let last = '';
  let writing: Promise<void> = Promise.resolve();
  for (;;) {
    const batch = await readDirty(reader, kind, last, options.batchSize);
    if (!batch.length) break;
    last = batch[batch.length - 1].id;
    const changes = await rendered(reader, kind, batch, options);
    await writing;
    writing = writeChanges(writer, kind, batch, changes).then(() => {
      summary.rendered += batch.length;
      summary.changed += changes.length;
      options.onProgress?.(summary.rendered, total);
    });
    // Awaited before the next one; until then nobody listens, and a rejection must not end the process.
    writing.catch(() => undefined);
  }
  await writing;
}

/** Ordered by dirty's primary key, from where the last batch ended, so that rows already deleted are not walked again. */
async function readDirty(client: ClientBase, kind: EntityKind, after: string, limit: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT d.id, e.facts, e.body, e.bare, e.identity, e.last_updated AS "lastUpdated"
       FROM (SELECT id FROM catalog.dirty WHERE kind = $1 AND id > $2 ORDER BY id LIMIT $3) d
       LEFT JOIN catalog.${kind} e ON e.id = d.id
      ORDER BY d.id`,
    [kind, after, limit],
  );
  return rows;
}

/** Read only where something was merged, and then twice: parsed records of a whole batch take too much memory. */
function* factsOf(batch: readonly Row[]): Generator<Facts> {
  for (const { facts } of batch) if (facts !== null) yield JSON.parse(facts) as Facts;
}

async function rendered(
  reader: ClientBase,
  kind: EntityKind,
  batch: readonly Row[],
  rules: RenderRules,
): Promise<RenderedRow[]> {
  const successors = await successorsOf(reader, kind, factsOf(batch));
  const changes: RenderedRow[] = [];
  for (const [index, row] of batch.entries()) {
    // Marked and then gone.
    if (row.facts === null) continue;
    const change = renderAgain(kind, row.id, JSON.parse(row.facts) as Facts, { ...rules, successors }, row);
    if (change) changes.push(change);
    await breathe(index);
  }
  return changes;
}

async function writeChanges(
  client: ClientBase,
  kind: EntityKind,
  batch: readonly Row[],
  changes: readonly RenderedRow[],
): Promise<void> {
  await inTransaction(client, async () => {
    if (changes.length) {
      await lockChanges(client);
      const column = (name: keyof RenderedRow) => textArray(changes.map((change) => change[name]));
      await client.query(
        `UPDATE catalog.${kind} e
            SET body = r.body, bare = r.bare, refs = r.refs::text[], identity = r.identity,
                last_updated = r.last_updated::timestamptz, seq = nextval('catalog.change')
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
             AS r (id, body, bare, refs, identity, last_updated)
          WHERE e.id = r.id`,
        [column('id'), column('body'), column('bare'), column('refs'), column('identity'), column('lastUpdated')],
      );
      await client.query("UPDATE catalog.version SET seq = currval('catalog.change')");
    }
    await client.query('DELETE FROM catalog.dirty WHERE kind = $1 AND id = ANY($2)', [
      kind,
      batch.map((row) => row.id),
    ]);
  });
}
