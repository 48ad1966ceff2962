import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root';
import { type Merging, merging } from './merge.fixture';

let world: Merging;
beforeAll(async () => {
  world = await merging();
});
afterAll(() => world.close());

/** Commands of the page's console blocks, each with what the page says that it prints; `cat` shows a file to be made. */
const steps = [...readFileSync(join(ROOT, 'docs/identity.md'), 'utf8').matchAll(/^```console\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block]) => block.split(/^\$ /m).slice(1))
  .map((step) => ({ command: step.slice(0, step.indexOf('\n')), output: step.slice(step.indexOf('\n') + 1) }));

/** `…` stands for anything. */
const patternOf = (output: string) =>
  new RegExp(
    `^${output
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*')}$`,
  );

test('the page’s commands print what the page says', async () => {
  expect(steps.length).toBeGreaterThan(10);
  const files = new Map<string, string>();
  for (const { command, output } of steps) {
    const [program, ...args] = command.split(' ');
    if (program === 'cat') files.set(args[0], world.file(args[0], output));
    else {
      const { out, err, code } = await world.run(args.map((arg) => files.get(arg) ?? arg));
      const shown = code === 1 ? `almanac: ${err}` : out;
      expect(`$ ${command}\n${shown.replaceAll(`${world.dir}/`, '')}`).toMatch(patternOf(`$ ${command}\n${output}`));
    }
  }
});
