#!/usr/bin/env node
// Runs from a clone, where sources are compiled first if they changed, and from an image, which holds no sources.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Almanac needs Node 20.19 or later and this is ${process.version}: install a newer one and try again.`);
  process.exit(1);
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const builder = join(root, 'tools/build.mjs');

if (existsSync(join(root, 'apps/cli/src')) && existsSync(builder)) {
  try {
    const { build } = await import(pathToFileURL(builder).href);
    await build();
  } catch (error) {
    const first = String(error?.message ?? error).split('\n')[0];
    console.error(
      `Almanac could not be built (${first}): run npm ci in ${root} as the user who owns it, and try again.`,
    );
    process.exit(1);
  }
}
const { main } = await import(pathToFileURL(join(root, 'apps/cli/dist/main.js')).href).then((m) => m.default ?? m);
await main(process.argv);
