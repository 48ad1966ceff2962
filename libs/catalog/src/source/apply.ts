import type { InputRecord } from '../load/options';
import { type Expression, isMap, type Mapping } from './mapping';
import type { Row } from './row';
import { SKIP_RULES } from './skip';
import { isAbsent, type Surroundings, transformed, Unfit } from './transform';

/** Something in a row that was not taken: a value, or without a path the row. */
export interface MappingReport {
  line: number;
  reason: string;
  path?: string;
  value?: unknown;
  rejected: boolean;
}
export type Applied = { record: InputRecord } | { skipped: string } | { rejected: true };

interface Scope extends Surroundings {
  row: Readonly<Record<string, unknown>>;
  /** `$item`, `$number`, `$key`: what stands for more than a column inside lists. */
  special: Readonly<Record<string, unknown>>;
  drop: (path: string, value: unknown, reason: string) => void;
}

/** Makes a record of a row, or says why not. */
export function applyMapping(
  mapping: Mapping,
  row: Row & { value: Readonly<Record<string, unknown>> },
  surroundings: Surroundings,
  report: (report: MappingReport) => void,
): Applied {
  const { line, value } = row;
  const skipped = skippedBy(mapping, value);
  if (skipped) return { skipped };
  const drop = (path: string, wrong: unknown, reason: string) =>
    report({ line, reason, path, value: wrong, rejected: false });
  const scope: Scope = { ...surroundings, row: value, special: {}, drop };
  const key = mapping.key === undefined ? undefined : evaluate(mapping.key, scope, 'key');
  if (mapping.key !== undefined && isAbsent(key)) {
    report({ line, reason: 'has no key', path: nameOf(mapping.key), rejected: true });
    return { rejected: true };
  }
  const record: Record<string, unknown> = mapping.keep ? Object.assign({}, value) : {};
  for (const [path, constant] of Object.entries(mapping.constants ?? {})) put(record, path, constant);
  const keyed: Scope = { ...scope, special: { $key: key } };
  for (const [path, expression] of Object.entries(mapping.fields ?? {}))
    put(record, path, evaluate(expression, keyed, path));
  for (const [kind, expression] of Object.entries(mapping.identifiers ?? {})) {
    const values = [evaluate(expression, keyed, `identifiers.${kind}`)].flat().filter((one) => !isAbsent(one));
    if (values.length) put(record, `identifiers.${kind}`, values.map(String));
  }
  return { record: { line, record, ...(key === undefined ? {} : { key: String(key) }) } };
}

const nameOf = (expression: Expression) => (typeof expression === 'string' ? expression : 'key');

function skippedBy(mapping: Mapping, row: Readonly<Record<string, unknown>>): string | undefined {
  for (const { name, column, rule, is, startsWith } of mapping.skip ?? []) {
    const text = String(columnOf(row, column) ?? '').trim();
    if (rule) {
      const found = SKIP_RULES[rule](text);
      if (found) return found;
    } else if (is ? is.includes(text) : text.startsWith(startsWith as string)) return name ?? column;
  }
  return undefined;
}

/** A column by its name, or in nested rows by its path. */
function columnOf(row: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name];
  return name.split('.').reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)];
    return isMap(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  }, row);
}

/** The value of an expression; undefined: there is none. What does not fit is reported under `path`. */
function evaluate(expression: Expression, scope: Scope, path: string): unknown {
  if (typeof expression === 'string') return columnValue([expression], scope, path);
  if ('const' in expression) return expression.const;
  if ('from' in expression)
    return stepped(columnValue([expression.from].flat(), scope, path), expression.do, scope, path);
  if ('record' in expression) return recordOf(expression.record, scope, path);
  if ('list' in expression) return nonEmpty(expression.list.map((one) => evaluate(one, scope, path)));
  if ('join' in expression) {
    const parts = expression.join.map((one) => evaluate(one, scope, path)).filter((one) => !isAbsent(one));
    return stepped(parts.length ? parts.join(expression.with ?? '') : undefined, expression.do, scope, path);
  }
  const items = [evaluate(expression.each, scope, path)].flat().filter((one) => !isAbsent(one));
  return nonEmpty(
    items.map((item, index) => {
      const special = { ...scope.special, $item: item, $number: index + 1 };
      return recordOf(expression.as, { ...scope, special }, `${path}[${index}]`);
    }),
  );
}

/** Lists in a list are one. */
const nonEmpty = (values: unknown[]): unknown[] | undefined => {
  const present = values.flat().filter((one) => !isAbsent(one));
  return present.length ? present : undefined;
};

/** A record to which no column gives anything is none, whatever its constants are. */
function recordOf(fields: Record<string, Expression>, scope: Scope, path: string): unknown {
  const record: Record<string, unknown> = {};
  let isTold = false;
  for (const [name, expression] of Object.entries(fields)) {
    const value = evaluate(expression, scope, `${path}.${name}`);
    put(record, name, value);
    if (!isAbsent(value) && !(isMap(expression) && 'const' in expression)) isTold = true;
  }
  return isTold ? record : undefined;
}

/** The first column that holds something. */
function columnValue(names: readonly string[], scope: Scope, path: string): unknown {
  for (const name of names) {
    const special = name.startsWith('$');
    const raw = special ? scope.special[name] : columnOf(scope.row, name);
    const value = typeof raw === 'string' ? raw.trim() : raw;
    if (isAbsent(value)) continue;
    const problem = typeof value === 'string' ? oddText(value) : undefined;
    if (!problem) return value;
    scope.drop(path, value, problem);
  }
  return undefined;
}

function oddText(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL';
  return text.isWellFormed() ? undefined : 'is not UTF-8 text';
}

function stepped(
  from: unknown,
  steps: Extract<Expression, { from: unknown }>['do'],
  scope: Scope,
  path: string,
): unknown {
  let value = from;
  for (const step of steps ?? []) {
    if (isAbsent(value)) return undefined;
    const next = transformed(value, step, scope);
    if (next instanceof Unfit) {
      scope.drop(path, from, next.reason);
      return undefined;
    }
    value = next;
  }
  return value;
}

/** Sets a value at a dotted path; maps on the way are made. An absent value is not set. */
function put(record: Record<string, unknown>, path: string, value: unknown): void {
  if (isAbsent(value)) return;
  const parts = path.split('.');
  const last = parts.pop() as string;
  let at = record;
  for (const part of parts) {
    if (!isMap(at[part])) at[part] = {};
    at = at[part] as Record<string, unknown>;
  }
  at[last] = value;
}
