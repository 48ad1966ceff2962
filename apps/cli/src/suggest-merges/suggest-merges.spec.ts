import type { Suggestions } from '@almanac/catalog';
import { type Merging, merging } from '../merge/merge.fixture';

let world: Merging;
beforeAll(async () => {
  world = await merging();
});
afterAll(() => world.close());

test.each([
  [['--limit', '0'], /Give a number from 1 to 100,000/],
  [['--min-score', '1.5'], /Give a number from 0 to 1/],
  [['--min-score', 'high'], /Give a number from 0 to 1/],
])('%j is a wrong command line', async (args, sentence) => {
  expect(await world.run(['suggest-merges', 'company', ...args])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(sentence),
  });
});

test('of nothing alike there is nothing to say', async () => {
  await world.imported('company', 's1', [{ id: 'a', name: 'Acme' }]);
  await world.imported('company', 's2', [{ id: 'b', name: 'Bolt' }]);
  expect(await world.run(['suggest-merges', 'company'])).toEqual({
    code: 0,
    out: 'No likely pairs among 2.\n',
    err: '',
  });
});

test('pairs come as JSON too, down to the score that is asked for', async () => {
  await world.imported('company', 's3', [{ id: 'c', name: 'ACME, Inc.' }]);
  const suggested = async (score: string) =>
    JSON.parse((await world.run(['suggest-merges', 'company', '--min-score', score, '--json'])).out) as Suggestions;
  expect(await suggested('0.6')).toEqual({
    kind: 'company',
    suggestions: [
      {
        from: 'c',
        into: 'a',
        fromName: 'ACME, Inc.',
        intoName: 'Acme',
        score: 0.667,
        reason: 'same name; place not known of both; site not known of both',
      },
    ],
    entities: 3,
    compared: 1,
    crowded: 0,
  });
  expect((await suggested('0.7')).suggestions).toEqual([]);
});
