/**
 * Randomness that any machine repeats. Every record draws from a stream of its own, named by (seed, stream, index), so it
 * can be made again without what came before it. Only + − × ÷, Math.sqrt and 32-bit integer operations are used: these are
 * exact by the standard, unlike Math.pow or Math.log, whose last digit may differ between engines.
 */

/** Names of the streams; a number changed here changes every record. */
export const STREAM = {
  core: 1,
  acquisition: 2,
  founders: 3,
  rounds: 4,
  investors: 5,
  funds: 6,
  investment: 7,
  company: 8,
  audience: 9,
  market: 10,
  person: 11,
  career: 12,
  education: 13,
  profile: 14,
  email: 15,
  vesting: 16,
  name: 17,
  companyID: 18,
  personID: 19,
  angel: 20,
  identifiers: 21,
  extras: 22,
  site: 23,
} as const;

const TWO_32 = 4294967296;

/** A bijection of the 32-bit integers that scatters neighbours. */
export function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit hash of three numbers, for choices that need one number and no stream. */
export const hash = (seed: number, stream: number, index: number): number =>
  mix(mix(mix(seed ^ 0x9e3779b9) ^ Math.imul(stream + 1, 0x27d4eb2f)) ^ index);

/** The 32-bit seed of what a user typed: a number or any text. */
export function seedOf(seed: number | string): number {
  let h = 0x811c9dc5;
  for (const char of String(seed)) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return mix(h);
}

/** One-to-one on 0 … 2³¹−1: distinct inputs give distinct ids that fit a signed 32-bit column. */
export function scatter31(seed: number, value: number): number {
  const mask = 0x7fffffff;
  let x = (value ^ seed) & mask;
  x = Math.imul(x, 0x2c1b3c6d) & mask;
  x ^= x >>> 15;
  x = Math.imul(x, 0x297a2d39) & mask;
  x ^= x >>> 16;
  return (x ^ mix(seed)) & mask;
}

/** A one-to-one shuffle of 0 … size−1 that needs no table: `to` and its inverse `from`. */
export function shuffleOf(seed: number, size: number) {
  if (size < 2) return { to: (index: number) => index, from: (index: number) => index };
  let factor = Math.max(1, Math.floor(size * 0.6180339887) + (seed % 97)) % size || 1;
  while (greatestDivisor(factor, size) !== 1) factor = (factor + 1) % size || 1;
  const inverse = inverseOf(factor, size);
  const shift = seed % size;
  return {
    to: (index: number) => (index * factor + shift) % size,
    from: (index: number) => ((index + size - shift) * inverse) % size,
  };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function inverseOf(factor: number, size: number): number {
  let [r0, r1, t0, t1] = [size, factor, 0, 1];
  while (r1 > 0) {
    const q = Math.floor(r0 / r1);
    [r0, r1] = [r1, r0 - q * r1];
    [t0, t1] = [t1, t0 - q * t1];
  }
  return ((t0 % size) + size) % size;
}

/** 2^x by the Taylor series of its fraction: exact enough, and the same everywhere. */
export function powerOfTwo(x: number): number {
  const whole = Math.floor(x);
  const f = (x - whole) * Math.LN2;
  let series = 1;
  for (let n = 12; n > 0; n--) series = 1 + (series * f) / n;
  let scale = 1;
  for (let n = whole < 0 ? -whole : whole; n > 0; n--) scale *= 2;
  return whole < 0 ? series / scale : series * scale;
}

/** Running sums of weights, for `Random.weighted`. */
export function runningSums(weights: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(weights.length);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sums[i] = sum += weights[i];
  return sums;
}

/** The first place in `sums[from … to)` whose running sum exceeds `target`. */
export function placeOf(sums: Float64Array, target: number, from = 0, to = sums.length): number {
  let low = from;
  let high = to - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle] > target) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** One stream of numbers (sfc32). Point it at a record with `at`; then draw. */
export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private counter = 1;

  at(seed: number, stream: number, index: number): this {
    this.a = hash(seed, stream, index);
    this.b = mix(this.a ^ seed);
    this.c = mix(this.b + index);
    this.counter = 1;
    for (let i = 0; i < 6; i++) this.uint();
    return this;
  }

  /** 0 … 2³²−1 */
  uint(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + t;
    return t >>> 0;
  }

  /** [0, 1) */
  unit(): number {
    return this.uint() / TWO_32;
  }

  /** 0 … count−1 */
  below(count: number): number {
    return Math.floor((this.uint() / TWO_32) * count);
  }

  /** Whole numbers, both ends included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.uint() < probability * TWO_32;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  weighted(sums: Float64Array): number {
    return placeOf(sums, this.unit() * sums[sums.length - 1]);
  }

  /** About normal: mean 0, deviation 1, never beyond ±3.5 (sum of four uniform numbers). */
  normal(): number {
    return (this.unit() + this.unit() + this.unit() + this.unit() - 2) * 1.7320508075688772;
  }

  /** Log-normal about a median; one deviation is a factor of 2^octaves. */
  around(median: number, octaves: number): number {
    return median * powerOfTwo(this.normal() * octaves);
  }

  /** A place in a list of `count`; the front ones come more often, as names and investors do. */
  leaning(count: number): number {
    const u = this.unit();
    return Math.floor(u * Math.sqrt(u) * count);
  }

  /** Up to `count` distinct elements, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[] {
    let wanted = Math.min(count, list.length);
    const taken: T[] = [];
    for (let i = 0; wanted > 0; i++) {
      if (this.below(list.length - i) >= wanted) continue;
      taken.push(list[i]);
      wanted--;
    }
    return taken;
  }
}

/** Three significant digits: what a source would report of an amount. */
export function rounded(value: number, digits = 3): number {
  let unit = 1;
  let limit = 1;
  for (let n = digits; n > 0; n--) limit *= 10;
  while (value / unit >= limit) unit *= 10;
  return Math.round(value / unit) * unit;
}

/** Two decimals, for shares and stars. */
export const cents = (value: number): number => Math.round(value * 100) / 100;
