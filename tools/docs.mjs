#!/usr/bin/env node
/**
 * Writes docs/openapi.json and docs/asyncapi.json from the contracts; with --check only compares and fails when one
 * is out of date. Usage: npm run docs [-- --check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, root } from './build.mjs';

await build(['libs/contracts']);
const { openApi, asyncApi } = createRequire(import.meta.url)(join(root, 'libs/contracts/dist/index.js'));
const check = process.argv.includes('--check');
let stale = 0;
for (const [name, document] of [
  ['openapi.json', openApi()],
  ['asyncapi.json', asyncApi()],
]) {
  const file = join(root, 'docs', name);
  const text = `${JSON.stringify(document, null, 1)}\n`;
  let current = '';
  try {
    current = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  if (current === text) continue;
  if (!check) writeFileSync(file, text);
  else {
    stale++;
    console.error(`docs/${name} is out of date: run npm run docs and commit it.`);
  }
}
process.exit(stale ? 1 : 0);
