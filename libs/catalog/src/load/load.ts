import type { ClientBase } from 'pg';
import { DEFAULT_PRO_HOSTS, identifiersOf } from '../identifier';
import { type RenderSessions, renderDirty } from '../render/step';
import { connected } from './connect';
import { dropMisstated } from './identity';
import { type Prepared, readKnown } from './known';
import { inTransaction, lockCatalog } from './lock';
import { planBatch, type Rules } from './merge';
import {
  BATCH_CHARACTERS_MAX,
  BATCH_SIZE,
  count,
  emptySummary,
  type InputRecord,
  type LoadOptions,
  type LoadSummary,
  type Rejection,
} from './options';
import { breathe } from './turns';
import { type Report, validate } from './validate';
import { writePlan } from './write';

/**
 * Loads records of one kind in two steps: each batch is checked, resolved and merged into the catalog's facts in one
 * transaction, what is new rendered with it; then what changed is derived and rendered. Loading the same again changes nothing; killed anywhere and
 * run again it comes to the same end. One load at a time: a second waits, and says so by `onWait`.
 * Rejects when the input or the database fails; what was committed until then stands.
 */
export async function load(options: LoadOptions): Promise<LoadSummary> {
  const writer = await connected(options.databaseUrl);
  try {
    await lockCatalog(writer, options.onWait);
    const reader = await connected(options.databaseUrl);
    try {
      return await run({ reader, writer }, options);
    } finally {
      await reader.end();
    }
  } finally {
    await writer.end();
  }
}

async function run(sessions: RenderSessions, options: LoadOptions): Promise<LoadSummary> {
  const client = sessions.writer;
  const summary = emptySummary(options.kind);
  const clock = options.clock ?? (() => new Date());
  const proHosts = options.proHosts ?? DEFAULT_PRO_HOSTS;
  const batchSize = options.batchSize ?? BATCH_SIZE;
  const rules: Rules = {
    kind: options.kind,
    source: options.source,
    asOf: (options.asOf ?? clock()).toISOString(),
    priority: options.sourcePriority ?? [],
    proHosts,
    clock,
  };
  const report: Report = (rejection: Rejection) => options.onReject?.(rejection);
  const prepareOne = (input: InputRecord) => prepare(rules, input, summary, report);
  const writeOne = (batch: Prepared[]) => loadBatch(client, rules, batch, summary, report);
  await inBatches(options.records, batchSize, prepareOne, writeOne, () =>
    options.onProgress?.({ phase: 'read', done: summary.read }),
  );
  const rendering = await renderDirty(sessions, {
    clock,
    proHosts,
    batchSize,
    onProgress: (done, total) => options.onProgress?.({ phase: 'render', done, total }),
  });
  const { rows } = await client.query<{ seq: string }>('SELECT seq FROM catalog.version');
  summary.rendered += rendering.rendered;
  summary.changed += rendering.changed;
  return { ...summary, seq: Number(rows[0].seq) };
}

/** Checks the next batch while Postgres works on the one before. */
async function inBatches(
  records: AsyncIterable<InputRecord> | Iterable<InputRecord>,
  size: number,
  prepareOne: (input: InputRecord) => Prepared | undefined,
  write: (batch: Prepared[]) => Promise<void>,
  onBatch: () => void,
): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  let batch: Prepared[] = [];
  let length = 0;
  const flush = async () => {
    const full = batch;
    batch = [];
    length = 0;
    await writing;
    writing = write(full).then(onBatch);
    // Awaited before the next one; until then nobody listens, and a rejection must not end the process.
    writing.catch(() => undefined);
  };
  let index = 0;
  for await (const input of records) {
    const prepared = prepareOne(input);
    if (prepared) batch.push(prepared);
    length += prepared?.size ?? 0;
    if (batch.length >= size || length >= BATCH_CHARACTERS_MAX) await flush();
    await breathe(++index);
  }
  if (batch.length) await flush();
  await writing;
}

/** Checks one record and reads off its identifiers. Undefined: rejected, and reported. */
export function prepare(
  rules: Pick<Rules, 'kind' | 'proHosts'>,
  input: InputRecord,
  summary: LoadSummary,
  report: Report,
): Prepared | undefined {
  summary.read++;
  const valid = validate(rules.kind, input, summary, report);
  if (!valid) {
    summary.rejected++;
    return undefined;
  }
  const wrong: { path: string; value: unknown }[] = [];
  const identifiers = identifiersOf(rules.kind, valid.values, rules.proHosts, (problem) => wrong.push(problem));
  for (const { path, value } of wrong) {
    dropMisstated(valid.values, path, value);
    count(summary.droppedFields, path);
    report({
      line: input.line,
      reason: 'is no identifier of its kind',
      path,
      value: String(value).slice(0, 200),
      rejected: false,
    });
  }
  return { ...valid, identifiers };
}

async function loadBatch(
  client: ClientBase,
  rules: Rules,
  batch: Prepared[],
  summary: LoadSummary,
  report: Report,
): Promise<void> {
  await inTransaction(client, async () => {
    const known = await readKnown(client, rules.kind, rules.source, batch);
    const plan = planBatch(rules, batch, known, summary, report);
    await writePlan(client, rules, plan, summary);
  });
}
