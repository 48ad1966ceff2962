/** How long to wait before a dead process is started again. */
export const BACKOFF = { firstMs: 200, mostMs: 5_000, wellAfterMs: 10_000 };

/**
 * 200 ms, then double with each death, 5 s at most; one that ran for 10 s starts over from the shortest wait.
 * `deaths` counts those in a row before this one.
 */
export function backoffMs(deaths: number): number {
  return Math.min(BACKOFF.mostMs, BACKOFF.firstMs * 2 ** Math.min(deaths, 20));
}

/** Deaths in a row, given how long the one that just died had run. */
export const deathsAfter = (deaths: number, ranMs: number): number => (ranMs >= BACKOFF.wellAfterMs ? 0 : deaths);
