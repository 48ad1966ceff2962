/** Rules of STYLE.md that a machine can hold within one file. Biome holds the others. */
import { isTest } from './boundaries';
import { type Node, nodesOf, type Source, type Syntax } from './syntax';

/** Sources and tests alike. */
export const FILE_LINES_MAX = 350;
/** Of one function; the body of a test file's `describe` is not one. */
export const FUNCTION_LINES_MAX = 80;
export const CONSTRUCTOR_ARGUMENTS_MAX = 4;
export const DECORATORS_MAX = 3;

/** Configuration is read in `config.ts` and by the launcher; the runtime serves both. */
const READS_ENVIRONMENT = [
  /^apps\/[^/]+\/src\/config\.ts$/,
  /^apps\/cli\/src\/main\.ts$/,
  /^libs\/runtime\/src\/(config|boot)\.ts$/,
  /^libs\/runtime\/src\/servers\//,
];
const VAGUE_NAMES = new Set(['common', 'shared', 'utils', 'util', 'helpers', 'helper', 'misc']);
// Written in two parts, so that this file does not name what it forbids.
const IGNORED_TYPES = new RegExp(`@ts-${'(ignore|nocheck|expect-error)'}`);
const LEFT_UNDONE = new RegExp(`//.*\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b`);

/** What can be seen without parsing. */
export function textFindings({ path, text }: Source): string[] {
  const findings: string[] = [];
  const lines = text.split('\n');
  const count = lines.length - (text.endsWith('\n') ? 1 : 0);
  if (count > FILE_LINES_MAX) findings.push(`${path}: has ${count} lines; at most ${FILE_LINES_MAX}`);
  for (const part of path.split('/')) {
    const name = part.split('.')[0].toLowerCase();
    if (VAGUE_NAMES.has(name)) findings.push(`${path}: nothing is named ${name}`);
  }
  lines.forEach((line, index) => {
    if (IGNORED_TYPES.test(line)) findings.push(`${path}:${index + 1}: switches the type check off`);
    if (LEFT_UNDONE.test(line)) findings.push(`${path}:${index + 1}: leaves something undone`);
  });
  return findings;
}

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
]);

const named = (value: unknown, name: string): boolean => (value as Node | undefined)?.value === name;

/** What a single node does wrong; the rule's sentence without the place. */
function problemsOf(node: Node, syntax: Syntax, inTest: boolean): string[] {
  const problems: string[] = [];
  if (!inTest && FUNCTIONS.has(node.type)) {
    const lines = syntax.linesOf(node);
    if (lines > FUNCTION_LINES_MAX) problems.push(`a function of ${lines} lines; at most ${FUNCTION_LINES_MAX}`);
  }
  if (node.type === 'TsKeywordType' && node.kind === 'any') problems.push('the type any');
  if (node.type === 'Constructor' && (node.params as unknown[]).length > CONSTRUCTOR_ARGUMENTS_MAX)
    problems.push(`a constructor of more than ${CONSTRUCTOR_ARGUMENTS_MAX} arguments`);
  if (Array.isArray(node.decorators) && node.decorators.length > DECORATORS_MAX)
    problems.push(`more than ${DECORATORS_MAX} decorators on one thing`);
  const readsEnvironment =
    node.type === 'MemberExpression' && named(node.object, 'process') && named(node.property, 'env');
  if (readsEnvironment && !inTest && !READS_ENVIRONMENT.some((place) => place.test(syntax.source.path)))
    problems.push('reads process.env; only configuration does');
  return problems;
}

/** Classes of ours stand alone; errors and what a framework asks to be extended aside. */
function baseClassFindings(syntax: Syntax): string[] {
  const nodes = [...nodesOf(syntax.root)];
  const foreign = new Set(['Error']);
  for (const node of nodes) {
    const from = String((node.source as Node | undefined)?.value ?? '.');
    if (node.type !== 'ImportDeclaration' || from.startsWith('.') || from.startsWith('@almanac/')) continue;
    for (const { local } of node.specifiers as { local: Node }[]) foreign.add(String(local.value));
  }
  return nodes
    .filter(
      ({ type, superClass }) =>
        type.startsWith('Class') && superClass && !foreign.has(String((superClass as Node).value)),
    )
    .map((node) => `${syntax.source.path}:${syntax.lineOf(node)}: a base class of ours`);
}

/** What the tree shows. */
export function treeFindings(syntax: Syntax): string[] {
  const inTest = isTest(syntax.source.path);
  const findings = [...nodesOf(syntax.root)].flatMap((node) =>
    problemsOf(node, syntax, inTest).map((problem) => `${syntax.source.path}:${syntax.lineOf(node)}: ${problem}`),
  );
  return [...findings, ...baseClassFindings(syntax)];
}
