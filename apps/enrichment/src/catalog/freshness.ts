import {
  type ChangeRow,
  changesStatement,
  type EntityKind,
  identifiersStatement,
  type LookupKey,
  type VersionRow,
  versionStatement,
} from '@almanac/catalog';
import type { Cache } from './cache';
import { bareName, bodyName, lookupName } from './catalog';
import type { Database } from './database';

export const CHECK_EVERY_MS = 1_000;
/** Without an answer for this long nobody knows what changed: the cache is passed by. */
export const BYPASS_AFTER_MS = 3_000;
/** Past this many changes in one check, forgetting everything is cheaper than looking each up. */
const CHANGES_MAX = 5_000;

/** Asks each second what has changed and drops it from the cache. */
export class Freshness {
  /** Everything in the cache is as new as this place in the change sequence. */
  seq = 0;
  /** As `seq`, for the identifiers of entities that were served before. */
  identifiers = 0;
  /** Reads of an older state are no longer kept; runs ahead of `seq` while a check still drops what changed. */
  private floor = { seq: 0, identifiers: 0 };
  private seenAt = Number.NEGATIVE_INFINITY;
  private timer?: NodeJS.Timeout;
  private checking?: Promise<void>;

  constructor(
    private readonly database: Pick<Database, 'rows'>,
    private readonly cache: Cache,
    private readonly onTrouble: (error: unknown) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The first check; rejects when the catalog cannot be read. */
  async start(): Promise<void> {
    await this.check();
    if (!this.cache.bodies) return;
    this.timer = setInterval(() => {
      this.checking ??= this.check()
        .catch(this.onTrouble)
        .finally(() => {
          this.checking = undefined;
        });
    }, CHECK_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
  }

  /** May the cache be believed now? */
  get isFresh(): boolean {
    return this.now() - this.seenAt < BYPASS_AFTER_MS;
  }

  /** What was read in this state of the catalog may be kept: no check has passed over a change it does not have. */
  mayKeep(seq: number, identifiers = this.floor.identifiers): boolean {
    return seq >= this.floor.seq && identifiers >= this.floor.identifiers;
  }

  async check(): Promise<void> {
    const askedAt = this.now();
    const [version] = await this.database.rows<VersionRow>(versionStatement());
    const seq = Number(version.seq);
    const identifiers = Number(version.identifiers);
    // Before anything is dropped: a slow read of the old state must not come back after it.
    this.floor = { seq, identifiers };
    if (seq !== this.seq) await this.drop(seq);
    if (identifiers !== this.identifiers) this.cache.lookups?.clear();
    this.seq = seq;
    this.identifiers = identifiers;
    this.seenAt = askedAt;
  }

  private async drop(seq: number): Promise<void> {
    // Smaller only when another database took this one's place.
    const changes = seq > this.seq ? await this.changes() : undefined;
    if (!changes) return this.cache.clear();
    for (const kind of ['company', 'person'] as const) {
      const ids = changes.filter((change) => change.kind === kind).map((change) => change.id);
      const known = ids.length ? await this.database.rows<LookupKey & VersionRow>(identifiersStatement(kind, ids)) : [];
      for (const id of ids) {
        this.cache.bodies?.delete(bodyName(kind, id));
        this.cache.bares?.delete(bareName(kind, id));
        this.cache.lookups?.delete(lookupName(kind, { kind: 'id', value: id }));
      }
      // An entity that came or moved may now stand where a look-up found others, or nobody.
      for (const key of known) {
        this.cache.lookups?.delete(lookupName(kind, key));
        if (key.kind === 'id') this.cache.bares?.delete(bareName(kind, key.value));
      }
    }
  }

  private async changes(): Promise<{ kind: EntityKind; id: string }[] | undefined> {
    const rows = await this.database.rows<ChangeRow>(changesStatement(String(this.seq), CHANGES_MAX));
    return rows.length < CHANGES_MAX ? rows : undefined;
  }
}
