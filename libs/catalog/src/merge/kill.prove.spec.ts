import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { proveCount, proved, ROOT, testDir, until } from '@almanac/testing';
import { generate } from '../generate';
import { type TestCatalog, testCatalog } from '../load/catalog.fixture';
import { type MergePair, merge } from '.';

const COMPANIES = proveCount(80, 600);
const KILLS = proveCount(5, 40);
const BATCH = 4;

let catalog: TestCatalog;
beforeEach(async () => {
  catalog = await testCatalog();
});
afterEach(() => catalog.close());

async function filled(): Promise<string[]> {
  await catalog.empty();
  const lines = [...generate({ companies: COMPANIES, people: COMPANIES * 2, seed: 3, kinds: ['company', 'person'] })];
  for (const kind of ['company', 'person'] as const)
    await catalog.load(
      kind,
      lines.filter((line) => line.kind === kind).map(({ record }) => record),
    );
  return (await catalog.rows<{ id: string }>('SELECT id FROM catalog.company ORDER BY id')).map(({ id }) => id);
}

/** Threes become one, whose root is itself merged on; some lines are wrong. */
const pairsOf = (ids: string[]): MergePair[] =>
  ids.flatMap((id, index) => {
    if (index % 3 === 1) return [{ from: id, into: ids[index - 1] }];
    if (index % 3 === 2) return [{ from: ids[index - 2], into: id }];
    return index % 9 ? [] : [{ from: id, into: 'nobody' }];
  });

const script = (file: string) => `
  const { mergeAll } = require(${JSON.stringify(join(ROOT, 'libs/catalog/dist/index.js'))});
  mergeAll({
    databaseUrl: ${JSON.stringify(catalog.url)}, kind: 'company', batchSize: ${BATCH},
    pairs: JSON.parse(require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8')),
    onProgress: (phase, done) => console.log(phase, done),
  }).then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });`;

/** Merges in a process of its own; killed outright at its n-th step, or left to its end. Answers whether it got there. */
async function merger(file: string, killAtStep?: number): Promise<boolean> {
  const child = spawn(process.execPath, ['-e', script(file)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let steps = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    if (++steps === killAtStep) child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

test('merges killed anywhere and run again come to the same end as those left alone', async () => {
  const started = performance.now();
  const file = join(testDir(), `pairs-${process.pid}.json`);
  const pairs = pairsOf(await filled());
  writeFileSync(file, JSON.stringify(pairs));
  const steps = Math.ceil(pairs.length / BATCH);
  let kills = 0;
  // A run passes over what is merged, and has as many steps: the later ones are reached too.
  for (let kill = 0; kill < KILLS; kill++) if (!(await merger(file, 1 + ((kill * 5) % steps)))) kills++;
  expect(await merger(file)).toBe(true);
  expect(kills).toBeGreaterThanOrEqual(KILLS / 2);
  const ended = await catalog.content();
  expect(await catalog.rows('SELECT FROM catalog.dirty')).toHaveLength(0);
  expect(await catalog.rows('SELECT FROM catalog.company')).toHaveLength(Math.ceil(COMPANIES / 3));
  await filled();
  expect(await merger(file)).toBe(true);
  expect(ended).toEqual(await catalog.content());
  proved('merges killed end as those left alone', kills, started);
}, 600_000);

test('a merge waits for a load, and says so', async () => {
  await catalog.load('company', [{ id: 'a' }, { id: 'b' }]);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isReading = false;
  const records = (async function* () {
    isReading = true;
    await held;
    yield { line: 1, record: { id: 'b', tagline: 't' } };
  })();
  const loading = catalog.load('company', [], { records });
  await until('the load reads', () => isReading);
  let waits = 0;
  const merging = merge({ databaseUrl: catalog.url, kind: 'company', from: 'b', into: 'a', onWait: () => waits++ });
  await until('the merge waits', () => waits === 1);
  letGo();
  await Promise.all([loading, merging]);
  const rows = await catalog.rows<{ body: string }>('SELECT body FROM catalog.company');
  expect(rows.map(({ body }) => JSON.parse(body))).toEqual([expect.objectContaining({ id: 'a', tagline: 't' })]);
});
