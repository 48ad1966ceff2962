import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './place';
import { importFindings, type Manifest, type Package, packageOf, tagFindings } from './tidy/boundaries';
import { FILE_LINES_MAX, FUNCTION_LINES_MAX, textFindings, treeFindings } from './tidy/habits';
import { parse, type Source } from './tidy/syntax';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const manifests = new Map(
  ['apps', 'libs']
    .flatMap((kind) => readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}`))
    .filter((dir) => existsSync(join(ROOT, dir, 'package.json')))
    .map((dir) => [dir, JSON.parse(read(`${dir}/package.json`)) as Manifest]),
);
const packages = [...manifests].map(([dir, manifest]) => packageOf(dir, manifest));
const sources: Source[] = packages
  .filter(({ dir }) => existsSync(join(ROOT, dir, 'src')))
  .flatMap(({ dir }) =>
    readdirSync(join(ROOT, dir, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${dir}/src/${file.replaceAll('\\', '/')}`),
  )
  .map((path) => ({ path, text: read(path) }));

describe('the sources', () => {
  it('are all looked at', () => {
    expect(packages.length).toBeGreaterThan(9);
    expect(sources.length).toBeGreaterThan(100);
  });

  it('import what the tags of their package allow', () => {
    expect(tagFindings(packages, manifests)).toEqual([]);
    expect(sources.flatMap((source) => importFindings(parse(source), packages))).toEqual([]);
  });

  it('keep their files, functions and names in bounds, and leave configuration to those who read it', () => {
    expect(sources.flatMap((source) => [...textFindings(source), ...treeFindings(parse(source))])).toEqual([]);
  });
});

/** An invented checkout, to show that each rule can fail. */
const invented: Package[] = [
  packageOf('apps/gateway', { name: '@almanac/gateway', nx: { tags: ['type:app', 'imports:bus'] } }),
  packageOf('apps/billing', { name: '@almanac/billing' }),
  packageOf('libs/bus', { name: '@almanac/bus' }),
  packageOf('libs/catalog', { name: '@almanac/catalog' }),
  packageOf('libs/testing', { name: '@almanac/testing' }),
];
const importing = (path: string, text: string) => importFindings(parse({ path, text }), invented);
const telling = (path: string, text: string) => {
  const source = { path, text };
  return [...textFindings(source), ...treeFindings(parse(source))];
};

describe('the rule of boundaries', () => {
  const file = 'apps/gateway/src/http/routes.ts';

  it.each([
    [
      'a lib without a tag',
      `import { x } from '@almanac/catalog';`,
      'imports @almanac/catalog without the tag imports:catalog',
    ],
    ['a type of a lib without a tag', `import type { X } from '@almanac/catalog';`, 'without the tag imports:catalog'],
    ['a lib re-exported', `export * from '@almanac/catalog';`, 'without the tag imports:catalog'],
    ['a lib imported late', `const x = () => import('@almanac/catalog');`, 'without the tag imports:catalog'],
    ['a lib required', `const x = require('@almanac/catalog/load');`, 'without the tag imports:catalog'],
    ['a lib named in a type', `let x: import('@almanac/catalog').X;`, 'without the tag imports:catalog'],
    ['another app', `import { x } from '@almanac/billing';`, 'imports the app @almanac/billing'],
    ['another app by path', `import { x } from '../../../billing/src/main';`, 'which leaves apps/gateway/src'],
    ['its own manifest', `import x from '../../package.json';`, 'which leaves apps/gateway/src'],
    ['itself by name', `import { x } from '@almanac/gateway';`, 'imports itself'],
    ['the tests', `import { x } from '@almanac/testing';`, 'which is for tests'],
    ['a fixture', `import { x } from './routes.fixture';`, 'which is for tests'],
    ['a lib past its entry points', `import { x } from '@almanac/bus/src/wire';`, 'past its entry points'],
    ['a package that is not there', `import { x } from '@almanac/nothing';`, 'which no package provides'],
    ['an absolute path', `import { x } from '/etc/x';`, 'by an absolute path'],
  ])('refuses %s', (_, text, message) => {
    expect(importing(file, `// a comment first\n\n${text}\n`)).toEqual([expect.stringContaining(message)]);
  });

  it('says where', () => {
    const [finding] = importing(file, `/** ä */\nimport a from 'node:fs';\nimport { x } from '@almanac/catalog';\n`);
    expect(finding).toMatch(/^apps\/gateway\/src\/http\/routes\.ts:3: /);
  });

  it('allows tagged libs, own files and, in specs, the tests', () => {
    expect(
      importing(file, `import '@almanac/bus';\nimport '@almanac/bus/client';\nimport '../main';\nimport 'pg';`),
    ).toEqual([]);
    expect(importing('apps/gateway/src/a.spec.ts', `import '@almanac/testing';\nimport './a.fixture';`)).toEqual([]);
    expect(importing('apps/gateway/src/a.spec.ts', `import '@almanac/billing';`)).toHaveLength(1);
  });

  it('refuses wrong tags: circles, apps, unknown libs, the tests, a missing type', () => {
    const of = (tags: Record<string, string[]>) => {
      const all = new Map(
        Object.entries(tags).map(([dir, list]) => [dir, { name: `@almanac/${dir}`, nx: { tags: list } }]),
      );
      return tagFindings(
        [...all].map(([dir, manifest]) => packageOf(dir, manifest)),
        all,
      );
    };
    expect(of({ 'libs/a': ['type:lib', 'imports:b'], 'libs/b': ['type:lib'] })).toEqual([]);
    expect(of({ 'libs/a': ['type:lib', 'imports:b'], 'libs/b': ['type:lib', 'imports:a'] })).toHaveLength(2);
    expect(of({ 'libs/a': ['type:lib', 'imports:gateway'], 'apps/gateway': ['type:app'] })).toHaveLength(1);
    expect(of({ 'libs/testing': ['type:lib'], 'apps/gateway': ['type:app', 'imports:testing'] })).toHaveLength(1);
    expect(of({ 'libs/a': [] })).toEqual(['libs/a: has no tag type:lib']);
  });
});

describe('the rule of habits', () => {
  const file = 'libs/bus/src/wire.ts';
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `  step(${index});`).join('\n');

  it.each([
    ['a long file', file, `${lines(FILE_LINES_MAX + 1)}\n`, `has ${FILE_LINES_MAX + 1} lines`],
    [
      'a long function',
      file,
      `export function f() {\n${lines(FUNCTION_LINES_MAX)}\n}`,
      `a function of ${FUNCTION_LINES_MAX + 2} lines`,
    ],
    ['a long arrow function', file, `const f = () => {\n${lines(FUNCTION_LINES_MAX)}\n};`, 'a function of'],
    ['a long method', file, `class A {\n  m() {\n${lines(FUNCTION_LINES_MAX)}\n  }\n}`, 'a function of'],
    ['the environment', file, 'const url = process.env.DATABASE_URL;', 'reads process.env'],
    ['the environment taken apart', file, 'const { PATH } = process.env;', 'reads process.env'],
    ['a vague folder', 'libs/bus/src/utils/a.ts', 'export const a = 1;', 'nothing is named utils'],
    ['a vague file', 'apps/gateway/src/shared.spec.ts', 'export const a = 1;', 'nothing is named shared'],
    ['a common file', 'apps/gateway/src/common.ts', 'export const a = 1;', 'nothing is named common'],
    ['as any', file, `const a = b as ${'any'};`, 'the type any'],
    ['any in a signature', file, 'function f(a: any[]) {}', 'the type any'],
    ['a check switched off', file, `// @ts-${'ignore'}\nconst a = 1;`, 'switches the type check off'],
    ['something undone', file, `const a = 1; // ${'TO' + 'DO'} later`, 'leaves something undone'],
    [
      'a wide constructor',
      file,
      'class A { constructor(a: A, b: A, c: A, d: A, e: A) {} }',
      'a constructor of more than',
    ],
    ['a base class', file, `import { Base } from './base';\nclass A extends Base {}`, 'a base class of ours'],
    ['a stack of decorators', file, '@A() @B() @C() @D() class X {}', 'decorators on one thing'],
  ])('refuses %s', (_, path, text, message) => {
    expect(telling(path, text)).toEqual([expect.stringContaining(message)]);
  });

  it('allows what stays in bounds, and configuration to read the environment', () => {
    expect(telling(file, `${lines(FILE_LINES_MAX)}\n`)).toEqual([]);
    expect(telling(file, `function f() {\n${lines(FUNCTION_LINES_MAX - 2)}\n}`)).toEqual([]);
    expect(telling('apps/gateway/src/config.ts', 'export const env = process.env;')).toEqual([]);
    expect(
      telling(file, `import { Server } from 'nest';\nclass A extends Server {}\nclass B extends Error {}`),
    ).toEqual([]);
    expect(telling(file, `const text = 'process.env as any';`)).toEqual([]);
  });
});
