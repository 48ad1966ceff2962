import type { EntityKind, ProHosts } from '../identifier';
import type { SourcePriority } from './facts';

/** One record to load: a line of NDJSON, or the object it holds. */
export interface InputRecord {
  /** Line number in the source, from 1; names the record in reports. */
  line: number;
  record: string | object;
  /** The source's own key of the entity; without it the record's `id` is its key. */
  key?: string;
}

/** Something in the input that was not taken as it stood. */
export interface Rejection {
  line: number;
  reason: string;
  /** Place in the record, `officeLocations[0].headquarter`; absent when it is the whole record. */
  path?: string;
  /** The offending value, cut to 200 characters of JSON. */
  value?: string;
  /** True: the record was not loaded. False: the value was left out and the rest loaded. */
  rejected: boolean;
}

export interface Progress {
  /** `read`: records are taken in; `render`: what changed is derived and rendered. */
  phase: 'read' | 'render';
  /** Records taken in, or entities rendered, so far. */
  done: number;
  /** Entities to render, in phase `render`. */
  total?: number;
}

export interface LoadOptions {
  /** As role almanac_loader, or any that may write `catalog`. */
  databaseUrl: string;
  kind: EntityKind;
  records: AsyncIterable<InputRecord> | Iterable<InputRecord>;
  /** Name of the source; claims and keys are remembered by it. */
  source: string;
  /** When the source's statements were true; default: now. */
  asOf?: Date;
  sourcePriority?: SourcePriority;
  /** Records in one transaction. */
  batchSize?: number;
  proHosts?: ProHosts;
  /** Stamps `lastUpdated`. */
  clock?: () => Date;
  onProgress?: (progress: Progress) => void;
  onReject?: (rejection: Rejection) => void;
  /** Another loader is at work; this one starts when it ends. */
  onWait?: () => void;
}

export const BATCH_SIZE = 500;
/** A longer line is rejected unread. */
export const RECORD_BYTES_MAX = 16 * 1024 * 1024;
/** Long records fill a batch before their number does: two batches are in memory at a time. */
export const BATCH_CHARACTERS_MAX = 16 * 1024 * 1024;

/** Counts by name, such as unknown keys: at most this many names. */
export const COUNTED_NAMES_MAX = 1_000;
export type Counts = Record<string, number>;

export interface LoadSummary {
  kind: EntityKind;
  /** Records read; each is created, updated, unchanged, rejected or refused. */
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Records that are no record: reported by `onReject`. */
  rejected: number;
  /** Records of erased entities, and ids that are gone. */
  refused: number;
  /** Optional values left out because they were wrong, by path without indices. */
  droppedFields: Counts;
  unknownKeys: Counts;
  /** Fields that Almanac computes itself. */
  ignoredComputed: Counts;
  /** Required lists that records left out. */
  filledLists: Counts;
  /** Identifiers that belong to another entity already and were left out. */
  takenIdentifiers: number;
  /** Records that state a website on which another entity stands already. */
  sharedWebsites: number;
  /** Entities rendered, of both kinds, and those whose bytes changed by it. */
  rendered: number;
  changed: number;
  /** The change sequence at the end. */
  seq: number;
}

export const emptySummary = (kind: EntityKind): LoadSummary => ({
  kind,
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  refused: 0,
  droppedFields: {},
  unknownKeys: {},
  ignoredComputed: {},
  filledLists: {},
  takenIdentifiers: 0,
  sharedWebsites: 0,
  rendered: 0,
  changed: 0,
  seq: 0,
});

/** Adds one to a name's count; past the bound of names the rest is counted together. */
export function count(counts: Counts, name: string): void {
  const known = Object.hasOwn(counts, name) || Object.keys(counts).length < COUNTED_NAMES_MAX;
  const key = known ? name : '(other)';
  counts[key] = (Object.hasOwn(counts, key) ? counts[key] : 0) + 1;
}
