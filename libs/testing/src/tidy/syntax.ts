/** TypeScript sources as trees, with line numbers and what they import. */
import { parseSync } from '@swc/core';

export interface Node {
  type: string;
  span?: { start: number; end: number };
  [key: string]: unknown;
}

export interface Source {
  /** From the root of the checkout, with forward slashes. */
  path: string;
  text: string;
}

export interface Syntax {
  source: Source;
  root: Node;
  lineOf: (node: Node) => number;
  /** Lines that a node covers. */
  linesOf: (node: Node) => number;
}

/** The parser counts bytes from wherever its last file ended; a first statement of our own tells where this one begins. */
const ANCHOR = '0;';

export function parse(source: Source): Syntax {
  const root = parseSync(ANCHOR + source.text, { syntax: 'typescript', decorators: true }) as unknown as Node;
  const base = (root.span?.start ?? 0) + ANCHOR.length;
  const bytes = Buffer.from(source.text);
  const newlines: number[] = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) newlines.push(at);
  const lineAt = (position: number): number => {
    let line = 1;
    while (line <= newlines.length && newlines[line - 1] < position - base) line++;
    return line;
  };
  const lineOf = (node: Node) => lineAt(node.span?.start ?? 0);
  return { source, root, lineOf, linesOf: (node) => lineAt((node.span?.end ?? 1) - 1) - lineOf(node) + 1 };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every node below and including one. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    if (isNode(value)) yield* nodesOf(value);
    else if (Array.isArray(value)) yield* nodesOfList(value);
    else if (typeof value === 'object' && value !== null) yield* nodesOfList(Object.values(value));
  }
}

function* nodesOfList(list: readonly unknown[]): Generator<Node> {
  for (const item of list) {
    if (isNode(item)) yield* nodesOf(item);
    else if (typeof item === 'object' && item !== null) yield* nodesOfList(Object.values(item));
  }
}

const textOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'StringLiteral' ? String(value.value) : undefined;

export interface Import {
  from: string;
  line: number;
}

/** Modules that a source names: import, export … from, import(), require() and import types. */
export function importsOf({ root, lineOf }: Syntax): Import[] {
  const found: Import[] = [];
  for (const node of nodesOf(root)) {
    const from = textOf(node.source) ?? importedBy(node);
    if (from !== undefined) found.push({ from, line: lineOf(node) });
  }
  return found;
}

function importedBy(node: Node): string | undefined {
  if (node.type === 'TsImportType') return textOf(node.argument);
  if (node.type === 'TsExternalModuleReference') return textOf(node.expression);
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return undefined;
  const isRequire = node.callee.type === 'Identifier' && node.callee.value === 'require';
  if (node.callee.type !== 'Import' && !isRequire) return undefined;
  const [first] = node.arguments as { expression: unknown }[];
  return textOf(first?.expression);
}
