#!/usr/bin/env node
/**
 * Compiles every package (or the ones named) from src/ to dist/ with swc, only what is newer than its output.
 * Types are not checked here; that is `npm run check`. Usage: node tools/build.mjs [apps/gateway libs/bus …]
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { swcOptions } from './swc.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const packages = () =>
  ['apps', 'libs'].flatMap((kind) =>
    existsSync(join(root, kind)) ? readdirSync(join(root, kind)).map((name) => `${kind}/${name}`) : [],
  );

const filesUnder = (dir) =>
  existsSync(dir)
    ? readdirSync(dir, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    : [];

const isSource = (file) => file.endsWith('.ts') && !/\.(spec|fixture|d)\.ts$/.test(file);

/** Two builds may run at once (a start and a test run): each file appears whole, by rename. */
const writeWhole = (file, text) => {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, file);
};

export async function build(names = packages()) {
  const configTime = statSync(join(root, 'tools/swc.mjs')).mtimeMs;
  let compiled = 0;
  for (const name of names) {
    const src = join(root, name, 'src');
    const dist = join(root, name, 'dist');
    const sources = filesUnder(src).filter(isSource);
    const wanted = new Set();
    await Promise.all(
      sources.map(async (file) => {
        const out = join(dist, relative(src, file)).replace(/\.ts$/, '.js');
        wanted.add(out).add(`${out}.map`);
        if (existsSync(out) && statSync(out).mtimeMs >= Math.max(statSync(file).mtimeMs, configTime)) return;
        const { code, map } = await transformFile(file, { ...swcOptions, swcrc: false });
        mkdirSync(dirname(out), { recursive: true });
        writeWhole(`${out}.map`, map);
        writeWhole(out, `${code}\n//# sourceMappingURL=${relative(dirname(out), out)}.map\n`);
        compiled++;
      }),
    );
    for (const file of filesUnder(dist))
      if (!wanted.has(file) && !file.endsWith('.part')) rmSync(file, { force: true });
  }
  return compiled;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  const names = process.argv.slice(2);
  const compiled = await build(names.length ? names : undefined);
  console.log(`compiled ${compiled} file${compiled === 1 ? '' : 's'} in ${Date.now() - started} ms`);
}
