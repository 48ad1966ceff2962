/**
 * The counts that issues name are full in `npm run prove` and reduced in `npm test`. Specs that have such counts are
 * named `*.prove.spec.ts`; both runs execute the same code.
 */
export const proving = process.env.ALMANAC_PROVE === '1';
export const proveCount = (reduced: number, full: number): number => (proving ? full : reduced);

/** A line of the table that `npm run prove` ends with. */
export function proved(what: string, count: number, startedMs: number): void {
  console.log(`prove | ${what} | ${count} | ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}
