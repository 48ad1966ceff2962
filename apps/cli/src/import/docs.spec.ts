import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../root';
import { type Importing, importing } from './import.fixture';

let world: Importing;
beforeAll(async () => {
  world = await importing();
});
afterAll(() => world.close());

/** What a reader would paste into a shell, in the order of the page. */
const script = () =>
  [...readFileSync(join(ROOT, 'docs/import.md'), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, commands]) => commands)
    .join('\n')
    .replaceAll('npx almanac', `${process.execPath} ${join(ROOT, 'apps/cli/bin/almanac.mjs')}`);

test('the page’s commands work as they stand, and do what the page says', async () => {
  const options = { cwd: world.dir, env: { ...process.env, ...world.env } };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script()], options);
  expect(stdout).toMatch(/would load +2/);
  expect(stdout).toMatch(/loaded +2\n[\s\S]*rejected +1/);
  expect(stdout).toMatch(/"reason":"is below 0","path":"headcount","value":"-7"/);
  expect(stdout).toMatch(/"unchanged": 3/);
  expect(stdout).toMatch(/skipped +1 {2}tests 1/);
  const names = (await world.bodies('company')).map(({ name }) => name);
  expect(names.sort()).toEqual(['Acme Anvils', 'Acme Anvils', 'Bolt & Sons', 'Cog Works Ltd', 'Dyna Lamps']);
  const [acme] = await world.bodies('company', `body LIKE '%"headcount":45%'`);
  expect(acme).toMatchObject({
    locality: 'Springfield',
    region: 'Oregon',
    country: 'United States',
    founded: '2001-03-12T00:00:00.000Z',
    headcountHistorical: { '2026-02-28': 45 },
    industryList: ['tools', 'iron'],
  });
}, 60_000);
