import type { Client } from 'pg';
import type { EntityKind } from '../../identifier';
import { connected } from '../../load/connect';
import { copyRows } from '../../load/copy';
import type { SourceKey } from '../../load/facts';
import { type Bare, blockKeysOf, scoreOf, type Traits, traitsOf } from './score';

export interface SuggestOptions {
  /** As role almanac_loader, or any that may read `catalog` and make temporary tables. */
  databaseUrl: string;
  kind: EntityKind;
  /** The best pairs, at most this many. */
  limit?: number;
  /** Pairs below are left out; 0 to 1. */
  minScore?: number;
}
export const SUGGESTIONS = 50;
export const MIN_SCORE = 0.6;

/** Two entities that may be one. */
export interface Suggestion {
  from: string;
  /** The one that sources know under more keys; between equals the one whose id comes first. */
  into: string;
  fromName: string;
  intoName: string;
  score: number;
  reason: string;
}
export interface Suggestions {
  kind: EntityKind;
  /** Best first. */
  suggestions: Suggestion[];
  /** Entities looked at, and pairs of them compared. */
  entities: number;
  compared: number;
  /** Names, sites and places that so many share that they tell nothing. */
  crowded: number;
}

/** What more entities share than this tells nothing, and comparing them all would grow with the square. */
const BLOCK_MAX = 50;
const ENTITIES_AT_ONCE = 1_000;
const BLOCKS_AT_ONCE = 200;

/**
 * Lists likely pairs by name, place and site; applies none. Entities are compared only within what they share
 * (`blockKeysOf`), so the work grows with their number. Memory holds one portion of them and the best pairs.
 */
export async function suggestMerges(options: SuggestOptions): Promise<Suggestions> {
  const client = await connected(options.databaseUrl);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    // Everything is read, and the blocks have no index.
    await client.query('SET LOCAL enable_seqscan = on');
    await client.query('CREATE TEMPORARY TABLE block (key text NOT NULL, id text NOT NULL) ON COMMIT DROP');
    const entities = await fillBlocks(client, options.kind);
    const best = new Best(options.limit ?? SUGGESTIONS, options.minScore ?? MIN_SCORE);
    const compared = await compareBlocks(client, options.kind, best);
    const { rows } = await client.query<{ crowded: number }>(
      `SELECT count(*)::int AS crowded FROM (SELECT FROM block GROUP BY key HAVING count(*) > ${BLOCK_MAX}) b`,
    );
    return { kind: options.kind, suggestions: best.list(), entities, compared, crowded: rows[0].crowded };
  } finally {
    await client.end();
  }
}

async function* fetched<T extends object>(client: Client, cursor: string, sql: string, size: number) {
  await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const { rows } = await client.query<T>(`FETCH ${size} FROM ${cursor}`);
    if (!rows.length) break;
    yield rows;
  }
  await client.query(`CLOSE ${cursor}`);
}

async function fillBlocks(client: Client, kind: EntityKind): Promise<number> {
  let entities = 0;
  const sql = `SELECT id, bare FROM catalog.${kind}`;
  for await (const rows of fetched<{ id: string; bare: string }>(client, 'entities', sql, ENTITIES_AT_ONCE)) {
    entities += rows.length;
    const blocks = rows.flatMap(({ id, bare }) =>
      blockKeysOf(traitsOf(kind, id, JSON.parse(bare) as Bare)).map((key) => [key, id]),
    );
    await copyRows(client, 'block (key, id)', blocks);
  }
  return entities;
}

async function compareBlocks(client: Client, kind: EntityKind, best: Best): Promise<number> {
  let compared = 0;
  const sql = `SELECT array_agg(id ORDER BY id) AS ids FROM block GROUP BY key
               HAVING count(*) BETWEEN 2 AND ${BLOCK_MAX} ORDER BY key`;
  for await (const blocks of fetched<{ ids: string[] }>(client, 'blocks', sql, BLOCKS_AT_ONCE)) {
    const traits = await readTraits(client, kind, [...new Set(blocks.flatMap(({ ids }) => ids))]);
    for (const { ids } of blocks)
      for (const [index, one] of ids.entries())
        for (const two of ids.slice(index + 1)) {
          compared++;
          best.add(suggestionOf(traits.get(one) as Traits, traits.get(two) as Traits));
        }
  }
  return compared;
}

/** By primary key. */
async function readTraits(client: Client, kind: EntityKind, ids: string[]): Promise<Map<string, Traits>> {
  const { rows } = await client.query<{ id: string; bare: string; keys: SourceKey[] | null }>(
    `SELECT id, bare, facts::json -> 'keys' AS keys FROM catalog.${kind} WHERE id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, bare, keys }) => [id, traitsOf(kind, id, JSON.parse(bare) as Bare, keys ?? [])]));
}

function suggestionOf(one: Traits, two: Traits): Suggestion {
  const isRoot = one.keys.length > two.keys.length || (one.keys.length === two.keys.length && one.id < two.id);
  const [root, other] = isRoot ? [one, two] : [two, one];
  return { from: other.id, into: root.id, fromName: other.name, intoName: root.name, ...scoreOf(one, two) };
}

const byScore = (a: Suggestion, b: Suggestion): number =>
  b.score - a.score || (a.from < b.from ? -1 : a.from > b.from ? 1 : a.into < b.into ? -1 : 1);

/** The best pairs, each once, in bounded memory. */
class Best {
  private pairs = new Map<string, Suggestion>();

  constructor(
    private readonly limit: number,
    private readonly minScore: number,
  ) {}

  add(suggestion: Suggestion): void {
    if (suggestion.score < this.minScore) return;
    this.pairs.set(`${suggestion.from}\n${suggestion.into}`, suggestion);
    // Cut now and then: a pair that was cut and comes again has the same score, and is cut again.
    if (this.pairs.size > 2 * this.limit + 1_000)
      this.pairs = new Map(this.list().map((kept) => [`${kept.from}\n${kept.into}`, kept]));
  }

  list(): Suggestion[] {
    return [...this.pairs.values()].sort(byScore).slice(0, this.limit);
  }
}
