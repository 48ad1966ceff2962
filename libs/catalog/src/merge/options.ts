import type { EntityKind, ProHosts } from '../identifier';
import type { SourcePriority } from '../load/facts';
import type { MergeError } from './error';
import type { Clash } from './unite';

/** Two entities that are one; each is named by its id or as `kind:value` by an identifier. */
export interface MergePair {
  /** The one that goes. */
  from: string;
  /** The root: the one that stays. */
  into: string;
  /** Line of a crosswalk file. */
  line?: number;
}

export interface MergeAllOptions {
  /** As role almanac_loader, or any that may write `catalog`. */
  databaseUrl: string;
  kind: EntityKind;
  pairs: AsyncIterable<MergePair> | Iterable<MergePair>;
  /** Settles where the two disagree, before the date does; as for a load. */
  sourcePriority?: SourcePriority;
  /** Pairs of one transaction. */
  batchSize?: number;
  proHosts?: ProHosts;
  /** Stamps `lastUpdated`. */
  clock?: () => Date;
  /** Told of each pair once it is committed or refused. */
  onMerge?: (pair: MergePair, merge: Merge | MergeError) => void;
  /** A loader is at work; this starts when it ends. */
  onWait?: () => void;
  onProgress?: (phase: 'merge' | 'render', done: number) => void;
}
export type MergeOptions = Omit<MergeAllOptions, 'pairs' | 'onMerge' | 'onProgress'> & MergePair;

/** What became of one pair. */
export interface Merge {
  /** `unchanged`: the two were one already. */
  outcome: 'merged' | 'unchanged';
  /** The id that is gone; where nothing changed, the name that was given. */
  from: string;
  /** The root. */
  into: string;
  /** Identifiers and source keys that the root has from the other. */
  identifiers: number;
  sourceKeys: number;
  clashes: Clash[];
  /** Id-like identifiers that the united fields would give, left out since a third entity has them. */
  taken: { kind: string; value: string; holder: string }[];
}

export interface MergeSummary {
  kind: EntityKind;
  /** Pairs read; each is merged, unchanged or refused. */
  read: number;
  merged: number;
  unchanged: number;
  refused: number;
  /** People who referred to a merged company, and now to its root. */
  referring: number;
  /** The change sequence at the end. */
  seq: number;
}
