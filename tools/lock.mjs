#!/usr/bin/env node
/**
 * Completes package-lock.json after a change of dependencies: `npm install` leaves out optional platform packages that
 * the registry at hand lacks, and `npm ci` then refuses the lock (docs/decisions/0005-lock-file.md). Missing optional
 * entries are added with version and platform, from the registry where it answers, else from the name.
 * Usage: node tools/lock.mjs [--check]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;
const OS = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'openharmony',
  'wasi',
  'sunos',
  'netbsd',
  'openbsd',
  'aix',
];
const CPU = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32', 'mips64el'];

/** Where Node looks for a dependency of the package at `from`: the entry that holds it, if any. */
function find(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at ? `${at}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[path]) return path;
    if (!at?.includes('node_modules')) return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
    if (!at.includes('/node_modules/')) at = '';
  }
}

function facts(name, version) {
  try {
    const view = JSON.parse(
      execFileSync(
        'npm',
        ['view', `${name}@${version}`, 'os', 'cpu', 'libc', 'engines', 'license', 'dist.integrity', '--json'],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      ),
    );
    return {
      integrity: view['dist.integrity'],
      cpu: view.cpu,
      libc: view.libc,
      os: view.os,
      license: view.license,
      engines: view.engines,
    };
  } catch {
    const words = name.split(/[^a-z0-9]+/);
    const os = OS.filter((word) => words.includes(word));
    const cpu = CPU.filter((word) => words.includes(word));
    return { os: os.length ? os : ['none'], ...(cpu.length ? { cpu } : {}) };
  }
}

let added = 0;
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (find(path, name)) continue;
    const version = /\d+\.\d+\.\d+[^\s|]*/.exec(range)?.[0];
    if (!version) throw new Error(`${path} wants ${name}@${range}: no version to write down`);
    added++;
    if (process.argv.includes('--check')) continue;
    const known = Object.fromEntries(Object.entries(facts(name, version)).filter(([, value]) => value !== undefined));
    packages[`node_modules/${name}`] = { version, ...known, optional: true, ...(entry.dev ? { dev: true } : {}) };
  }
}
if (process.argv.includes('--check')) {
  if (added)
    console.error(
      `package-lock.json lacks ${added} optional platform packages: run node tools/lock.mjs and commit it.`,
    );
  process.exit(added ? 1 : 0);
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added} optional packages`);
