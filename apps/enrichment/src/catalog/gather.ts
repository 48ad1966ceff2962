interface Waiting<V> {
  promise: Promise<V>;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/** Keys in one statement; more wait for the next one of the same turn. */
const KEYS_MAX = 256;

/**
 * Turns the look-ups of one event-loop turn into one statement: what many callers miss at once costs one round trip.
 * `read` answers one value per key, in the keys' order.
 */
export class Gather<K, V> {
  private waiting = new Map<string, Waiting<V> & { key: K }>();

  constructor(
    private readonly read: (keys: K[]) => Promise<V[]>,
    private readonly nameOf: (key: K) => string,
  ) {}

  get(key: K): Promise<V> {
    const name = this.nameOf(key);
    const known = this.waiting.get(name);
    if (known) return known.promise;
    if (!this.waiting.size) setImmediate(() => this.flush());
    const { promise, resolve, reject } = withResolvers<V>();
    this.waiting.set(name, { key, promise, resolve, reject });
    return promise;
  }

  private flush(): void {
    const all = [...this.waiting.values()];
    this.waiting = new Map();
    for (let from = 0; from < all.length; from += KEYS_MAX) void this.ask(all.slice(from, from + KEYS_MAX));
  }

  private async ask(batch: (Waiting<V> & { key: K })[]): Promise<void> {
    try {
      const values = await this.read(batch.map((one) => one.key));
      batch.forEach((one, index) => {
        one.resolve(values[index]);
      });
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }
}

function withResolvers<V>(): Waiting<V> {
  let resolve: (value: V) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<V>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
