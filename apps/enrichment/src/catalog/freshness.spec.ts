import type { Statement } from '@almanac/catalog';
import { fail } from '@almanac/contracts';
import fc from 'fast-check';
import type { QueryResultRow } from 'pg';
import { Cache } from './cache';
import { Catalog } from './catalog';
import { BYPASS_AFTER_MS, Freshness } from './freshness';

/** A catalog of one company and the website that leads to it or not, held in memory, whose answers come when told. */
class Ledger {
  seq = 1;
  identifiers = 0;
  /** Place in the change sequence of the company; its body says the same. */
  company = 1;
  stands = true;
  asked = 0;
  away = false;
  held: (() => void)[] = [];
  hold = false;

  change(): void {
    this.company = ++this.seq;
  }
  move(): void {
    this.stands = !this.stands;
    this.company = ++this.seq;
    this.identifiers++;
  }
  readonly rows = async <T extends QueryResultRow>(statement: Statement): Promise<T[]> => {
    this.asked++;
    if (this.away) throw fail('service_unavailable', 'away');
    // What is read is what stands now, however late the answer comes.
    const answer = this.answer(statement) as QueryResultRow[] as T[];
    if (this.hold && !/^(version|changes|identifiers)/.test(statement.name))
      await new Promise<void>((resolve) => this.held.push(resolve));
    return answer;
  };
  private answer({ name, values }: Statement): QueryResultRow[] {
    const version = { seq: String(this.seq), identifiers: String(this.identifiers) };
    if (name === 'version') return [version];
    if (name === 'changes') return Number(values[0]) < this.company ? [{ kind: 'company', id: 'a' }] : [];
    if (name.startsWith('identifiers')) return this.stands ? [{ kind: 'website', value: 'acme.com' }] : [];
    if (name.startsWith('lookup')) return [{ n: 0, id: this.stands ? 'a' : null, ...version }];
    return [{ id: 'a', seq: String(this.company), body: `{"seq":${this.company}}`, refs: [], versionSeq: version.seq }];
  }
}

const key = { kind: 'website', value: 'acme.com' };
const quiet = () => undefined;
const seqOf = async (catalog: Catalog) => (await catalog.body('company', 'a'))?.seq;

test('what was read is kept until a check finds that it changed', async () => {
  const ledger = new Ledger();
  const catalog = new Catalog(ledger, 1_000_000, quiet);
  await catalog.freshness.check();
  expect(await seqOf(catalog)).toBe(1);
  ledger.change();
  expect(await seqOf(catalog)).toBe(1);
  await catalog.freshness.check();
  expect(await seqOf(catalog)).toBe(2);
});

test('a slow read of the old state does not come back after the check that dropped it', async () => {
  const ledger = new Ledger();
  const catalog = new Catalog(ledger, 1_000_000, quiet);
  await catalog.freshness.check();
  ledger.hold = true;
  const slow = seqOf(catalog);
  while (!ledger.held.length) await new Promise(setImmediate);
  ledger.change();
  await catalog.freshness.check();
  ledger.hold = false;
  for (const go of ledger.held) go();
  expect(await slow).toBe(1);
  expect(await seqOf(catalog)).toBe(2);
});

test('without an answer for three seconds the cache is passed by, and trusted again after the next one', async () => {
  let now = 0;
  const ledger = new Ledger();
  const freshness = new Freshness(ledger, new Cache(1_000), quiet, () => now);
  expect(freshness.isFresh).toBe(false);
  await freshness.check();
  now = BYPASS_AFTER_MS - 1;
  expect(freshness.isFresh).toBe(true);
  now = BYPASS_AFTER_MS;
  expect(freshness.isFresh).toBe(false);
  ledger.away = true;
  await expect(freshness.check()).rejects.toThrow('away');
  expect(freshness.isFresh).toBe(false);
  ledger.away = false;
  await freshness.check();
  expect(freshness.isFresh).toBe(true);
});

test('a cache of no size keeps nothing and asks the database each time', async () => {
  const ledger = new Ledger();
  const catalog = new Catalog(ledger, 0, quiet);
  await catalog.freshness.check();
  const { asked } = ledger;
  await seqOf(catalog);
  await seqOf(catalog);
  expect(ledger.asked - asked).toBe(2);
});

test('look-ups of one turn are one statement, and the same one is asked once', async () => {
  const ledger = new Ledger();
  const catalog = new Catalog(ledger, 0, quiet);
  await Promise.all([catalog.body('company', 'a'), catalog.body('company', 'a'), catalog.body('company', 'a')]);
  expect(ledger.asked).toBe(1);
});

type Step = 'change' | 'move' | 'check' | 'read' | 'hold' | 'let go' | 'outage';
const step = fc.constantFrom<Step>('change', 'move', 'check', 'check', 'read', 'read', 'hold', 'let go', 'outage');

test('whatever happens in between, a read after a check is never older than what the check saw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const ledger = new Ledger();
      const catalog = new Catalog(ledger, 1_000_000, quiet);
      const reads: Promise<unknown>[] = [];
      let seen = { company: 0, stands: true, version: 0 };
      const letGo = () => {
        ledger.hold = false;
        for (const go of ledger.held.splice(0)) go();
      };
      for (const one of steps) {
        if (one === 'change') ledger.change();
        else if (one === 'move') ledger.move();
        else if (one === 'hold') ledger.hold = true;
        else if (one === 'let go') {
          letGo();
          await new Promise(setImmediate);
        } else if (one === 'outage') {
          ledger.away = true;
          await catalog.freshness.check().catch(quiet);
          ledger.away = false;
        } else if (one === 'check') {
          await catalog.freshness.check();
          seen = { company: ledger.company, stands: ledger.stands, version: ledger.seq };
        } else {
          const known = { ...seen };
          const { stands, seq } = ledger;
          const body = Promise.resolve(catalog.body('company', 'a'));
          const matches = Promise.resolve(catalog.find('company', key));
          reads.push(
            body.then((it) => expect(it?.seq).toBeGreaterThanOrEqual(known.company)),
            // Only while nothing changed since the check is there one right answer.
            matches.then(({ ids }) => known.version === seq && known.version && expect(ids.length === 1).toBe(stands)),
          );
          await new Promise(setImmediate);
        }
      }
      letGo();
      await Promise.all(reads);
    }),
    { numRuns: 300 },
  );
});
