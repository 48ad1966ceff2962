/**
 * The real data sets, which are not in the project: ALMANAC_DATA names their folder, else ../shared/data beside the
 * clone. Where it is absent this is skipped and says so.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Provenance, Suggestions } from '@almanac/catalog';
import { ROOT, startWorld, testCustomer, until, type World } from '@almanac/testing';
import type { ImportSummary } from '../import/summary';
import { type Merging, merging } from './merge.fixture';

const DATA = resolve(process.env.ALMANAC_DATA ?? join(ROOT, '../shared/data'));
const file = (name: string) => join(DATA, 'companies', name);
const isThere = existsSync(file('sp500-constituents.csv'));
if (!isThere)
  console.warn(`SKIPPED: the real data sets are not in ${DATA}; set ALMANAC_DATA to their folder to test the merge.`);

const FILES = [
  ['sec', 'sec-company_tickers.json.gz'],
  ['sp500', 'sp500-constituents.csv'],
  ['yc', 'yc-2024-05-11.csv.gz'],
] as const;

interface Answer {
  id: string;
  description?: string;
  locality?: string;
  region?: string;
  CIKNumber?: string;
}

(isThere ? describe : describe.skip)('the real data sets', () => {
  let service: World;
  let world: Merging;
  let token: string;
  const imported = async (): Promise<ImportSummary[]> => {
    const summaries: ImportSummary[] = [];
    for (const [mapping, name] of FILES) {
      const rejects = join(world.dir, 'rejects.ndjson');
      const args = ['import', 'company', file(name), '--mapping', mapping, '--rejects', rejects, '--json'];
      summaries.push(JSON.parse((await world.run(args)).out) as ImportSummary);
    }
    return summaries;
  };
  beforeAll(async () => {
    service = await startWorld();
    ({ token } = await testCustomer(service));
    world = await merging(service.database);
    for (const one of await imported()) expect(one).toMatchObject({ rejected: 0 });
  }, 120_000);
  afterAll(async () => {
    await world?.close();
    await service?.stop();
  });
  const enriched = async (query: string): Promise<Answer> => {
    const reply = await fetch(`${service.gatewayUrl}/company/enrich?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.status).toBe(200);
    return (await reply.json()) as Answer;
  };

  test('airbnb is suggested with a high score, and after accepting it is one company with what each source said', async () => {
    const { out } = await world.run(['suggest-merges', 'company', '--min-score', '0.75', '--limit', '1000', '--json']);
    const { suggestions, entities, compared } = JSON.parse(out) as Suggestions;
    expect(compared).toBeLessThan(entities);
    const airbnb = suggestions.find(({ intoName }) => intoName === 'Airbnb');
    expect(airbnb).toMatchObject({
      fromName: 'Airbnb',
      reason: expect.stringContaining('same name; same place (san francisco)'),
    });
    expect(airbnb?.score).toBeGreaterThanOrEqual(0.8);

    // The service has it in its cache before the merge.
    const before = await enriched('website=airbnb.com');
    expect(before.CIKNumber).toBeUndefined();
    const { from, into } = airbnb as { from: string; into: string };
    expect(await world.run(['merge', 'company', from, into])).toMatchObject({ code: 0, err: '' });
    const merged = Date.now();
    const after = await until('the merged company is served', async () => {
      const answer = await enriched('website=airbnb.com');
      return answer.CIKNumber ? answer : undefined;
    });
    // Caches look each second.
    expect(Date.now() - merged).toBeLessThan(2_500);
    expect(after).toMatchObject({
      id: into,
      description: before.description,
      locality: 'San Francisco',
      region: 'California',
      CIKNumber: '1559720',
    });
    expect(after.description).toMatch(/\w/);
    expect(await enriched(`id=${from}`)).toEqual(after);

    const shown = JSON.parse((await world.run(['show', 'company', from, '--json'])).out) as Provenance;
    const sourceOf = (name: string) => shown.fields.find(({ field }) => field === name)?.source;
    expect(shown).toMatchObject({ id: into, askedBy: 'gone', mergedIDs: [from] });
    expect(['description', 'region', 'URLs.website'].map(sourceOf)).toEqual(['yc', 'sp500', 'yc']);
    // Both sources state it; the one with the higher priority has the claim.
    expect(['sp500', 'sec']).toContain(sourceOf('CIKNumber'));

    // The same files again leave it as it is.
    for (const one of await imported()) expect(one).toMatchObject({ created: 0, served: 0 });
    expect(await enriched('website=airbnb.com')).toEqual(after);
  }, 60_000);
});
