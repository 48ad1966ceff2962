import { RATE_BURST_SECONDS, RATE_LIMITS } from '@almanac/contracts';
import { RateBuckets } from './rate';

function at(ms: number) {
  const clock = { ms };
  return { clock, buckets: new RateBuckets(() => clock.ms) };
}

describe('rate buckets', () => {
  it('allow a burst of five seconds, then the rate', () => {
    const { clock, buckets } = at(0);
    const burst = RATE_LIMITS.enrich * RATE_BURST_SECONDS;
    for (let i = 0; i < burst; i++) expect(buckets.take(1, 'enrich')?.allowed).toBe(true);
    const refused = buckets.take(1, 'enrich');
    expect(refused).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 1 });
    clock.ms += 1_000 / RATE_LIMITS.enrich;
    expect(buckets.take(1, 'enrich')?.allowed).toBe(true);
    expect(buckets.take(1, 'enrich')?.allowed).toBe(false);
  });

  it('never fill beyond the burst', () => {
    const { clock, buckets } = at(0);
    buckets.take(1, 'bulk');
    clock.ms += 3_600_000;
    expect(buckets.take(1, 'bulk')?.remaining).toBe(RATE_LIMITS.bulk * RATE_BURST_SECONDS - 1);
  });

  it('are one for each customer and class', () => {
    const { buckets } = at(0);
    for (let i = 0; i < RATE_LIMITS.bulk * RATE_BURST_SECONDS; i++) buckets.take(1, 'bulk');
    expect(buckets.take(1, 'bulk')?.allowed).toBe(false);
    expect(buckets.take(2, 'bulk')?.allowed).toBe(true);
    expect(buckets.take(1, 'list')?.allowed).toBe(true);
  });

  it('take the share of one gateway among those alive', () => {
    const { buckets } = at(0);
    buckets.gateways = 4;
    expect(buckets.take(1, 'enrich')).toMatchObject({
      limit: RATE_LIMITS.enrich / 4,
      remaining: (RATE_LIMITS.enrich / 4) * RATE_BURST_SECONDS - 1,
    });
  });

  it('a limit of 0 means none', () => expect(at(0).buckets.take(1, 'enrich', { enrich: 0 })).toBeUndefined());
});
