import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { proveCount, proved, ROOT, testDir, until } from '@almanac/testing';
import { generateLines } from '../generate';
import { AS_OF, type TestCatalog, testCatalog } from './catalog.fixture';

const RECORDS = proveCount(400, 4_000);
const KILLS = proveCount(4, 40);
const BATCH = 20;

let catalog: TestCatalog;
beforeEach(async () => {
  catalog = await testCatalog();
});
afterEach(() => catalog.close());

/** Lines with everything that makes loading depend on what came before: keys, shared identifiers, changes, wrong ones. */
function ndjson(kind: 'company' | 'person'): string[] {
  const lines = [...generateLines({ companies: RECORDS, people: RECORDS, seed: 9, kinds: [kind] })]
    .filter((one) => one.kind === kind)
    .map((one) => one.line);
  if (kind === 'person') return lines;
  const twins = lines.slice(0, 60).map((line, index) => {
    const { id, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify(index % 3 ? { ...rest, name: `Twin of ${String(id)}` } : { id: `twin-${index}`, ...rest });
  });
  return [
    ...lines,
    '{"no":"identity"}',
    ...twins,
    '{"broken',
    ...lines.slice(0, 30).map((line) => line.replace(/"name":"[^"]*"/, '"name":"Again"')),
  ];
}

const script = (url: string, kind: string, file: string) => `
  const { load, linesOf } = require(${JSON.stringify(join(ROOT, 'libs/catalog/dist/index.js'))});
  load({
    databaseUrl: ${JSON.stringify(url)}, kind: '${kind}', records: linesOf(require('node:fs').createReadStream(${JSON.stringify(file)})),
    source: 'test', asOf: new Date(${AS_OF.getTime()}), batchSize: ${BATCH},
    onProgress: ({ phase, done }) => console.log(phase, done),
  }).then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });`;

/** Runs a loader of its own process; killed outright at its n-th step, or left to its end. Answers whether it got there. */
async function loader(kind: 'company' | 'person', file: string, killAtStep?: number): Promise<boolean> {
  const child = spawn(process.execPath, ['-e', script(catalog.url, kind, file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let steps = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    if (++steps === killAtStep) child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

test('a load killed anywhere and run again comes to the same end as one left alone', async () => {
  const started = performance.now();
  const files = (['company', 'person'] as const).map((kind) => {
    const file = join(testDir(), `killed-${kind}-${process.pid}.ndjson`);
    writeFileSync(file, ndjson(kind).join('\n'));
    return { kind, file };
  });
  let kills = 0;
  for (const { kind, file } of files) {
    const steps = Math.ceil((RECORDS * 1.2) / BATCH);
    for (let kill = 0; kill < KILLS / 2; kill++) if (!(await loader(kind, file, 1 + ((kill * 7) % steps)))) kills++;
    expect(await loader(kind, file)).toBe(true);
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS / 2);
  const ended = await catalog.content();
  expect(await catalog.rows('SELECT FROM catalog.dirty')).toHaveLength(0);
  await catalog.empty();
  for (const { kind, file } of files) expect(await loader(kind, file)).toBe(true);
  expect(ended).toEqual(await catalog.content());
  proved('a killed load ends as one left alone', kills, started);
}, 600_000);

test('a second loader waits for the first, and says so', async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slow = async function* () {
    yield { line: 1, record: { id: 'a', name: 'first' } };
    await held;
  };
  const order: string[] = [];
  let reading = false;
  const first = catalog
    .load('company', [], {
      records: (async function* () {
        reading = true;
        yield* slow();
      })(),
    })
    .then(() => order.push('first'));
  await until('the first loader reads', () => reading);
  let waits = 0;
  const second = catalog
    .load('company', [{ id: 'a', name: 'second' }], {
      onWait: () => {
        waits++;
      },
    })
    .then(() => order.push('second'));
  await until('the second loader waits', () => waits === 1);
  expect(await catalog.rows('SELECT FROM catalog.company')).toHaveLength(0);
  letGo();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
  const [{ body }] = await catalog.rows<{ body: string }>('SELECT body FROM catalog.company');
  expect(JSON.parse(body)).toMatchObject({ name: 'second' });
});

test('a loader whose connection is lost rejects, and holds nobody up', async () => {
  const endless = async function* () {
    for (let line = 1; ; line++) yield { line, record: { id: `c${line}` } };
  };
  const loading = catalog.load('company', [], { records: endless(), batchSize: 10 });
  const failed = loading.then(
    () => 'loaded',
    () => 'failed',
  );
  await until('something is loaded', async () => (await catalog.rows('SELECT FROM catalog.company LIMIT 1')).length);
  await catalog.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'almanac loader' AND datname = current_database()`,
  );
  expect(await failed).toBe('failed');
  expect(await catalog.load('company', [{ id: 'after' }])).toMatchObject({ created: 1 });
});
