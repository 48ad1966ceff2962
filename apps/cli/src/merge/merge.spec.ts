import type { CrosswalkSummary } from './command';
import { type Merging, merging } from './merge.fixture';

let world: Merging;
beforeAll(async () => {
  world = await merging();
});
afterEach(() => world.empty());
afterAll(() => world.close());

const acme = async () => {
  await world.imported('company', 'filings', [{ id: 'a', name: 'Acme Corp', CIKNumber: '1', locality: 'Paris' }]);
  await world.imported('company', 'directory', [
    { id: 'b', name: 'Acme', proID: 'acme', CIKNumber: '2', URLs: { website: 'acme.com' } },
    { id: 'c', name: 'Other' },
  ]);
};

describe('almanac merge', () => {
  test('says what moved and what it had to decide', async () => {
    await acme();
    expect(await world.run(['merge', 'company', 'b', 'a'])).toEqual({
      code: 0,
      out:
        'Merged b into a: 4 identifiers and 0 source keys moved.\n' +
        '  both stated CIKNumber: 1 stays, and 2 finds it too\n',
      err: '',
    });
    expect(await world.run(['merge', 'company', 'b', 'a'])).toMatchObject({
      code: 0,
      out: 'b and a are one already: nothing changed.\n',
    });
  });

  test('takes identifiers for ids, a priority of sources, and prints JSON', async () => {
    await acme();
    const ran = await world.run([
      ...['merge', 'company', 'website:www.acme.com', 'CIKNumber:0001'],
      ...['--priority', 'directory,filings', '--json'],
    ]);
    expect(JSON.parse(ran.out)).toMatchObject({
      outcome: 'merged',
      from: 'b',
      into: 'a',
      merged: 1,
      seq: expect.any(Number),
    });
    const { out } = await world.run(['show', 'company', 'a']);
    expect(out).toMatch(/^name +Acme +directory +2026-01-01$/m);
    expect(out).toMatch(/^locality +Paris +filings +2026-01-01$/m);
  });

  test.each([
    [['merge', 'company', 'nobody', 'a'], 1, 'There is no company nobody.\n'],
    [['merge', 'company', 'a', 'a'], 1, 'a cannot be merged into itself.\n'],
    [['merge', 'company', 'a'], 2, 'error: give FROM and INTO, or --file with a crosswalk\n'],
    [['merge', 'company', 'a', 'b', '--file', 'x.csv'], 2, 'error: give FROM and INTO, or --file with a crosswalk\n'],
    [['merge', 'planet', 'a', 'b'], 2, 'error: planet is no kind of entity: company or person\n'],
    [['merge', 'company', '--file', '/nowhere.csv'], 1, 'There is no file /nowhere.csv.\n'],
  ])('%j ends with %i and a sentence', async (args, code, err) => {
    await acme();
    expect(await world.run(args)).toEqual({ code, out: '', err });
  });
});

describe('a crosswalk', () => {
  const TEXT = [
    'score,from,into',
    '0.9,b,CIKNumber:1',
    '0.9,nobody,a',
    '0.9,,a',
    '0.9,a,b',
    '0.9,c',
    '0.9,website:acme.com,a',
    '0.9,c,a',
  ].join('\n');

  test('tells of each bad line and applies the rest', async () => {
    await acme();
    const file = world.file('crosswalk.csv', TEXT);
    expect(await world.run(['merge', 'company', '--file', file])).toEqual({
      code: 3,
      err: '',
      out: `${file}:4: must name both from and into
${file}:6: has 2 cells, and the first line 3
${file}:2: both stated CIKNumber: 1 stays, and 2 finds it too
${file}:3: There is no company nobody.
${file}:5: b was merged into a before: they are one under that id.
7 lines read: 2 merged, 1 one already, 4 refused.
`,
    });
    const again = await world.run(['merge', 'company', '--file', '-', '--json'], TEXT.replaceAll('\n', '\r\n'));
    const summary = JSON.parse(again.out) as CrosswalkSummary;
    expect(again.code).toBe(3);
    expect(summary).toMatchObject({ read: 7, merged: 0, unchanged: 3, refused: 4, merges: [] });
    expect(summary.problems.map(({ line }) => line)).toEqual([4, 6, 3, 5]);
  });

  test('that has nothing wrong ends with 0, and one without its columns is a wrong command line', async () => {
    await acme();
    const ran = await world.run(['merge', 'company', '--file', '-'], 'from,into\nb,a\n');
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(await world.run(['merge', 'company', '--file', '-'], 'old,into\nb,a\n')).toEqual({
      code: 2,
      out: '',
      err: 'error: - has no column from\n',
    });
  });
});
