/** Who may import whom: the nx tags in each package.json say it, sources must keep to it. */
import { posix } from 'node:path';
import { importsOf, type Syntax } from './syntax';

export interface Package {
  /** `libs/catalog` */
  dir: string;
  /** `@almanac/catalog` */
  name: string;
  isApp: boolean;
  /** Short names of the libs that its tags let it import. */
  mayImport: readonly string[];
}

export interface Manifest {
  name: string;
  nx?: { tags?: string[] };
}

export function packageOf(dir: string, manifest: Manifest): Package {
  const tags = manifest.nx?.tags ?? [];
  return {
    dir,
    name: manifest.name,
    isApp: dir.startsWith('apps/'),
    mayImport: tags.filter((tag) => tag.startsWith('imports:')).map((tag) => tag.slice('imports:'.length)),
  };
}

/** Tests may lean on more than the code they test, and are never imported by it. */
export const isTest = (path: string): boolean => /\.(spec|fixture)\.ts$/.test(path) || path.startsWith('libs/testing/');

/** What the tags themselves get wrong: apps as targets, unknown libs, circles, a wrong type tag. */
export function tagFindings(packages: readonly Package[], manifests: ReadonlyMap<string, Manifest>): string[] {
  const libs = new Map(packages.filter(({ isApp }) => !isApp).map((lib) => [lib.dir.slice('libs/'.length), lib]));
  const findings: string[] = [];
  for (const { dir, isApp, mayImport } of packages) {
    const type = isApp ? 'type:app' : 'type:lib';
    if (!manifests.get(dir)?.nx?.tags?.includes(type)) findings.push(`${dir}: has no tag ${type}`);
    for (const lib of mayImport) {
      if (!libs.has(lib)) findings.push(`${dir}: tag imports:${lib} names no lib`);
      if (lib === 'testing') findings.push(`${dir}: only tests import testing; no tag allows it`);
    }
  }
  for (const [name, lib] of libs)
    if (reaches(libs, lib, name, new Set())) findings.push(`${lib.dir}: imports itself in a circle`);
  return findings;
}

function reaches(libs: ReadonlyMap<string, Package>, from: Package, target: string, seen: Set<string>): boolean {
  return from.mayImport.some((name) => {
    if (name === target) return true;
    const next = libs.get(name);
    if (!next || seen.has(name)) return false;
    seen.add(name);
    return reaches(libs, next, target, seen);
  });
}

/** Imports of a source that its package's tags do not allow. */
export function importFindings(syntax: Syntax, packages: readonly Package[]): string[] {
  const { path } = syntax.source;
  const own = packages.find(({ dir }) => path.startsWith(`${dir}/`));
  if (!own) return [`${path}: belongs to no package`];
  return importsOf(syntax).flatMap(({ from, line }) => {
    const problem = from.startsWith('.') ? relativeProblem(path, own, from) : packageProblem(path, own, from, packages);
    return problem ? [`${path}:${line}: ${problem}`] : [];
  });
}

function relativeProblem(path: string, own: Package, from: string): string | undefined {
  const target = posix.join(posix.dirname(path), from);
  if (!target.startsWith(`${own.dir}/src`)) return `imports ${from}, which leaves ${own.dir}/src`;
  if (!isTest(path) && isTest(`${target}.ts`)) return `imports ${from}, which is for tests`;
  return undefined;
}

function packageProblem(path: string, own: Package, from: string, packages: readonly Package[]): string | undefined {
  if (from.startsWith('/')) return `imports ${from} by an absolute path`;
  const target = packages.find(({ name }) => from === name || from.startsWith(`${name}/`));
  if (!target) return from.startsWith('@almanac/') ? `imports ${from}, which no package provides` : undefined;
  if (target === own) return `imports itself as ${from}; use a relative path`;
  if (target.isApp) return `imports the app ${from}`;
  if (from.slice(target.name.length).split('/').length > 2) return `imports ${from}, past its entry points`;
  if (isTest(path)) return undefined;
  const lib = target.dir.slice('libs/'.length);
  if (lib === 'testing') return `imports ${from}, which is for tests`;
  return own.mayImport.includes(lib) ? undefined : `imports ${from} without the tag imports:${lib}`;
}
