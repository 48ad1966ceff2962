import type { Client } from 'pg';
import { DEFAULT_PRO_HOSTS } from '../identifier';
import { connected } from '../load/connect';
import { inTransaction, lockCatalog } from '../load/lock';
import { BATCH_SIZE } from '../load/options';
import { renderDirty } from '../render/step';
import { MergeError } from './error';
import type { Merge, MergeAllOptions, MergeOptions, MergePair, MergeSummary } from './options';
import type { UniteRules } from './unite';
import { markReferring, mergePair } from './write';

/** Pairs of one transaction: each costs one look at all people. */
const PAIRS_AT_ONCE = 200;

/**
 * Merges one entity into another, the root: identifiers, source keys and facts move to it, and the id that goes answers
 * with it from then on. One transaction; what it changed is then rendered like a load's. Done again it changes nothing;
 * killed and done again it comes to the same end. Throws MergeError; rejects when the database fails.
 */
export async function merge({ from, into, line, ...options }: MergeOptions): Promise<Merge & MergeSummary> {
  let result: Merge | MergeError | undefined;
  const summary = await mergeAll({
    ...options,
    pairs: [{ from, into, ...(line === undefined ? {} : { line }) }],
    onMerge: (_, told) => {
      result = told;
    },
  });
  if (result instanceof Error) throw result;
  return { ...(result as Merge), ...summary };
}

/** As `merge`, of many pairs, in order; a pair that cannot be merged is told of by `onMerge`, and the rest go on. */
export async function mergeAll(options: MergeAllOptions): Promise<MergeSummary> {
  const writer = await connected(options.databaseUrl);
  try {
    await lockCatalog(writer, options.onWait);
    const reader = await connected(options.databaseUrl);
    try {
      return await run(reader, writer, options);
    } finally {
      await reader.end();
    }
  } finally {
    await writer.end();
  }
}

async function run(reader: Client, writer: Client, options: MergeAllOptions): Promise<MergeSummary> {
  const { kind, pairs, sourcePriority: priority = [], proHosts = DEFAULT_PRO_HOSTS, onProgress } = options;
  const summary: MergeSummary = { kind, read: 0, merged: 0, unchanged: 0, refused: 0, referring: 0, seq: 0 };
  for await (const batch of batchesOf(pairs, options.batchSize ?? PAIRS_AT_ONCE)) {
    await mergeBatch(writer, { kind, priority, proHosts }, batch, options, summary);
    onProgress?.('merge', summary.read);
  }
  const clock = options.clock ?? (() => new Date());
  const rules = { clock, proHosts, batchSize: BATCH_SIZE };
  await renderDirty({ reader, writer }, { ...rules, onProgress: (done) => onProgress?.('render', done) });
  const { rows } = await writer.query<{ seq: string }>('SELECT seq FROM catalog.version');
  return { ...summary, seq: Number(rows[0].seq) };
}

async function* batchesOf(pairs: MergeAllOptions['pairs'], size: number): AsyncGenerator<MergePair[]> {
  let batch: MergePair[] = [];
  for await (const pair of pairs) {
    batch.push(pair);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

async function mergeBatch(
  client: Client,
  rules: UniteRules,
  batch: readonly MergePair[],
  { onMerge }: MergeAllOptions,
  summary: MergeSummary,
): Promise<void> {
  const results: [MergePair, Merge | MergeError][] = [];
  await inTransaction(client, async () => {
    for (const pair of batch) results.push([pair, await mergePair(client, rules, pair).catch(refusalOf)]);
    const merged = results.flatMap(([, one]) => ('outcome' in one && one.outcome === 'merged' ? one.from : []));
    if (rules.kind === 'company') summary.referring += await markReferring(client, merged);
  });
  for (const [pair, result] of results) {
    summary.read++;
    summary['outcome' in result ? result.outcome : 'refused']++;
    onMerge?.(pair, result);
  }
}

function refusalOf(error: unknown): MergeError {
  if (error instanceof MergeError) return error;
  throw error;
}
