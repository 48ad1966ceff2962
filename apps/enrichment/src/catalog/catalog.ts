import {
  type BareRow,
  type BodyRow,
  bareStatement,
  bodyStatement,
  type EntityKind,
  holdersStatement,
  type LookupKey,
  type LookupRow,
  lookupStatement,
} from '@almanac/catalog';
import { Cache } from './cache';
import type { Database } from './database';
import { Freshness } from './freshness';
import { Gather } from './gather';

/** An entity's stored body. */
export interface Body {
  id: string;
  seq: number;
  /** JSON bytes with a marker for each reference. */
  body: Buffer;
  refs: readonly string[];
  /** Place in the change sequence that the read reflects. */
  readAt: number;
  /** Names of top-level fields that are not empty; worked out when first asked for. */
  filled?: ReadonlySet<string>;
}
export interface Bare {
  bare?: Buffer;
  /** 0 when the id is unknown. */
  seq: number;
  readAt: number;
}
/** Entities that a look-up key finds. */
export interface Matches {
  ids: readonly string[];
}

export const bodyName = (kind: EntityKind, id: string) => `${kind}\n${id}`;
export const bareName = bodyName;
export const lookupName = (entity: EntityKind, key: LookupKey) => `${entity}\n${key.kind}\n${key.value}`;

interface Reads {
  lookups: Gather<LookupKey, Matches>;
  bodies: Gather<string, Body | undefined>;
  bares: Gather<string, Bare>;
}

/** What the catalog holds: from memory while that is known to be true, else from Postgres, one statement for each turn. */
export class Catalog {
  readonly freshness: Freshness;
  private readonly cache: Cache;
  private readonly reads: Record<EntityKind, Reads>;

  constructor(
    private readonly database: Pick<Database, 'rows'>,
    cacheBytes: number,
    onTrouble: (error: unknown) => void,
  ) {
    this.cache = new Cache(cacheBytes);
    this.freshness = new Freshness(database, this.cache, onTrouble);
    this.reads = { company: this.readsOf('company'), person: this.readsOf('person') };
  }

  find(entity: EntityKind, key: LookupKey): Matches | Promise<Matches> {
    const kept = this.freshness.isFresh ? this.cache.lookups?.get(lookupName(entity, key)) : undefined;
    return kept ?? this.reads[entity].lookups.get(key);
  }

  /** Which of these entities stand under the key; for keys with more matches than a look-up lists. */
  async holders(entity: EntityKind, key: LookupKey, ids: readonly string[]): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(holdersStatement(entity, key, ids));
    return rows.map((row) => row.id);
  }

  /** Undefined: no such entity is served. The id must not be a merged one's: look-ups give successors. */
  body(entity: EntityKind, id: string): Body | undefined | Promise<Body | undefined> {
    const kept = this.freshness.isFresh ? this.cache.bodies?.get(bodyName(entity, id)) : undefined;
    return kept ?? this.reads[entity].bodies.get(id);
  }

  /** A merged id gives its successor's bare record. */
  bare(entity: EntityKind, id: string): Bare | Promise<Bare> {
    const kept = this.freshness.isFresh ? this.cache.bares?.get(bareName(entity, id)) : undefined;
    return kept ?? this.reads[entity].bares.get(id);
  }

  /** The place in the change sequence that something read reflects: a kept one is as new as the last check. */
  reflects(readAt: number): number {
    return this.freshness.isFresh ? Math.max(readAt, this.freshness.seq) : readAt;
  }

  private readsOf(entity: EntityKind): Reads {
    return {
      lookups: new Gather(
        (keys) => this.readLookups(entity, keys),
        (key) => `${key.kind}\n${key.value}`,
      ),
      bodies: new Gather(
        (ids) => this.readBodies(entity, ids),
        (id) => id,
      ),
      bares: new Gather(
        (ids) => this.readBares(entity, ids),
        (id) => id,
      ),
    };
  }

  private async readLookups(entity: EntityKind, keys: LookupKey[]): Promise<Matches[]> {
    const rows = await this.database.rows<LookupRow>(lookupStatement(entity, keys));
    const found = keys.map((): { ids: string[] } => ({ ids: [] }));
    for (const { n, id } of rows) if (id !== null && !found[n].ids.includes(id)) found[n].ids.push(id);
    if (this.freshness.mayKeep(Number(rows[0].seq), Number(rows[0].identifiers)))
      for (const [index, key] of keys.entries()) this.cache.lookups?.set(lookupName(entity, key), found[index]);
    return found;
  }

  private async readBodies(entity: EntityKind, ids: string[]): Promise<(Body | undefined)[]> {
    const rows = await this.database.rows<BodyRow>(bodyStatement(entity, ids));
    const found = new Map<string, Body>();
    for (const { id, seq, body, refs, versionSeq } of rows) {
      const readAt = Number(versionSeq);
      const entry = { id, seq: Number(seq), body: Buffer.from(body), refs, readAt };
      found.set(id, entry);
      if (this.freshness.mayKeep(readAt)) this.cache.bodies?.set(bodyName(entity, id), entry);
    }
    return ids.map((id) => found.get(id));
  }

  private async readBares(entity: EntityKind, ids: string[]): Promise<Bare[]> {
    const rows = await this.database.rows<BareRow>(bareStatement(entity, ids));
    const found = new Map<string, Bare>();
    for (const { asked, bare, seq, versionSeq } of rows) {
      const readAt = Number(versionSeq);
      const entry: Bare = { seq: Number(seq ?? 0), readAt, ...(bare === null ? {} : { bare: Buffer.from(bare) }) };
      found.set(asked, entry);
      if (this.freshness.mayKeep(readAt)) this.cache.bares?.set(bareName(entity, asked), entry);
    }
    return ids.map((id) => found.get(id) as Bare);
  }
}
