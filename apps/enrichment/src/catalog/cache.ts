import { LRUCache } from 'lru-cache';
import type { Bare, Body, Matches } from './catalog';

/** Shares of the memory; look-ups are small and many, bare records small and shared. */
const SHARES = { bodies: 0.75, bares: 0.15, lookups: 0.1 } as const;
/** Beside its bytes an entry costs about this much. */
const ENTRY_BYTES = 300;

/** Records and look-ups kept between requests, within a bound of bytes. Whether they are still true is `Freshness`'s matter. */
export class Cache {
  readonly bodies?: LRUCache<string, Body>;
  readonly bares?: LRUCache<string, Bare>;
  readonly lookups?: LRUCache<string, Matches>;

  constructor(bytes: number) {
    if (bytes <= 0) return;
    const share = (part: keyof typeof SHARES) => Math.max(1, Math.floor(bytes * SHARES[part]));
    this.bodies = new LRUCache({
      maxSize: share('bodies'),
      sizeCalculation: (entry, key) => entry.body.length + key.length * 2 + entry.refs.length * 50 + ENTRY_BYTES,
    });
    this.bares = new LRUCache({
      maxSize: share('bares'),
      sizeCalculation: (entry, key) => (entry.bare?.length ?? 0) + key.length * 2 + ENTRY_BYTES,
    });
    this.lookups = new LRUCache({
      maxSize: share('lookups'),
      sizeCalculation: (entry, key) => (key.length + entry.ids.length * 30) * 2 + ENTRY_BYTES,
    });
  }

  clear(): void {
    this.bodies?.clear();
    this.bares?.clear();
    this.lookups?.clear();
  }
}
