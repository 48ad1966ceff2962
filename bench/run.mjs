#!/usr/bin/env node
/**
 * Benches: ours and the reference side by side in one run. Usage: npm run bench -- NAME [--json FILE] [options]
 * `npm run bench` lists the names; each bench's own options stand at the top of its file.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, root } from '../tools/build.mjs';

const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''));
const OPTIONS = ['json', 'documents', 'seconds', 'connections', 'profile'];
const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: true,
  options: Object.fromEntries(OPTIONS.map((option) => [option, { type: 'string' }])),
});
const [name] = positionals;
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- NAME [--json FILE]\nNames: ${names.join(', ')}`);
  process.exit(2);
}
await build();
const { bench } = await import(join(root, 'bench', `${name}.bench.mjs`));
const result = await bench(values);
if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
