import { checkOf } from '@almanac/contracts';
import type { TSchema } from 'typebox';

/** A place where a value did not fit its schema, and what became of it. */
export type Pruned =
  | { what: 'dropped'; path: string; value: unknown; reason: string }
  | { what: 'unknown'; path: string }
  | { what: 'filled'; path: string };

interface SchemaNode extends TSchema {
  type?: string;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  anyOf?: SchemaNode[];
}
interface SchemaError {
  keyword: string;
  instancePath: string;
  message: string;
  params: { requiredProperties?: string[]; additionalProperties?: string[]; allowedValues?: unknown[] };
}
type Holder = Record<string, unknown>;

const ROUNDS_MAX = 20;
/** No schema is nested deeper: what is, is wrong as a whole and need not be looked into. */
export const SCHEMA_DEPTH_MAX = 16;

/**
 * Makes a record fit its schema in place, losing as little as possible: an unknown key goes alone, a wrong value takes
 * the nearest optional field or list item around it with it, a missing required list becomes []. The whole record must
 * be optional at its top level. Returns false when it could not be made to fit.
 */
export function prune(schema: TSchema, record: object, tell: (pruned: Pruned) => void): boolean {
  const check = checkOf(schema);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (check.Check(record)) return true;
    const errors = check.Errors(record) as unknown as SchemaError[];
    for (const error of errors) mend(schema as unknown as SchemaNode, record as Holder, error, tell);
    for (const value of Object.values(record)) compact(value);
  }
  return dropFields(schema as unknown as SchemaNode, record as Holder, tell);
}

/** The end of patience: a field with so many wrong places goes as a whole. */
function dropFields(schema: SchemaNode, record: Holder, tell: (pruned: Pruned) => void): boolean {
  for (const [name, value] of Object.entries(record)) {
    const field = schema.properties?.[name];
    if (field && checkOf(field as TSchema).Check(value)) continue;
    delete record[name];
    tell({ what: 'dropped', path: name, value, reason: 'is wrong in too many places' });
  }
  return checkOf(schema as TSchema).Check(record);
}

/** Stands where a list item was, until the list is made whole. */
const HOLE = Symbol('removed');

function mend(schema: SchemaNode, record: Holder, error: SchemaError, tell: (pruned: Pruned) => void): void {
  const parts = partsOf(error.instancePath);
  const value = parts.reduce<unknown>((at, part) => (isHolder(at) ? at[part] : undefined), record);
  if (error.keyword === 'additionalProperties') {
    if (isHolder(value)) dropUnknown(value, parts, error, tell);
  } else if (error.keyword === 'required') {
    for (const name of error.params.requiredProperties ?? []) {
      const isList = schemaAt(schema, [...parts, name])?.type === 'array';
      if (isList && isHolder(value)) {
        value[name] = [];
        tell({ what: 'filled', path: placeOf([...parts, name]) });
      } else if (value !== undefined) remove(schema, record, parts, `${name} is required`, tell);
    }
  } else if (error.keyword !== 'boolean' && error.keyword !== 'anyOf' && value !== undefined) {
    remove(schema, record, parts, reasonOf(error), tell);
  }
}

function dropUnknown(value: Holder, parts: string[], error: SchemaError, tell: (pruned: Pruned) => void): void {
  for (const name of error.params.additionalProperties ?? []) {
    if (!Object.hasOwn(value, name)) continue;
    const dropped = value[name];
    delete value[name];
    const path = placeOf([...parts, name]);
    // Keys of a map by date are data: one that is no date is a wrong value, not an unknown key.
    if (parts.at(-1)?.endsWith('Historical'))
      tell({ what: 'dropped', path, value: dropped, reason: 'must be a day, YYYY-MM-DD' });
    else if (!name.startsWith('_')) tell({ what: 'unknown', path });
  }
}

/** Removes the nearest thing around the place that may be absent. */
function remove(schema: SchemaNode, record: Holder, parts: string[], reason: string, tell: (pruned: Pruned) => void) {
  for (let depth = parts.length; depth > 0; depth--) {
    const at = parts.slice(0, depth);
    const name = at[depth - 1];
    const holder = at
      .slice(0, -1)
      .reduce<unknown>((inner, part) => (isHolder(inner) ? inner[part] : undefined), record);
    if (!isHolder(holder) || holder[name] === HOLE || holder[name] === undefined) return;
    if (!Array.isArray(holder) && schemaAt(schema, at.slice(0, -1))?.required?.includes(name)) continue;
    tell({ what: 'dropped', path: placeOf(parts), value: holder[name], reason });
    if (Array.isArray(holder)) holder[Number(name)] = HOLE;
    else delete holder[name];
    return;
  }
}

function compact(value: unknown, depth = 0): void {
  if (!isHolder(value) || depth > SCHEMA_DEPTH_MAX) return;
  if (Array.isArray(value) && value.includes(HOLE)) keepOnly(value, (item) => item !== HOLE);
  for (const inner of Object.values(value)) compact(inner, depth + 1);
}

/** Filters a list in place, however long it is. */
export function keepOnly(list: unknown[], wanted: (item: unknown) => boolean): void {
  let length = 0;
  for (const item of list) if (wanted(item)) list[length++] = item;
  list.length = length;
}

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

function schemaAt(schema: SchemaNode, parts: string[]): SchemaNode | undefined {
  return parts.reduce<SchemaNode | undefined>((at, part) => {
    const inner = at?.properties?.[part] ?? at?.items;
    return inner ?? Object.values(at?.patternProperties ?? {})[0];
  }, schema);
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** `['lookups', '3', 'website']` → `lookups[3].website`. */
const placeOf = (parts: string[]): string =>
  parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');

const reasonOf = (error: SchemaError): string =>
  error.keyword === 'enum' ? `must be one of ${(error.params.allowedValues ?? []).join(', ')}` : error.message;
