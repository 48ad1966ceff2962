import {
  COMPANY_COMPUTED_FIELDS,
  COMPANY_REQUIRED_LISTS,
  CompanyRecord,
  checkOf,
  PERSON_COMPUTED_FIELDS,
  PERSON_FULL_FIELDS,
  PERSON_REQUIRED_LISTS,
  PersonRecord,
} from '@almanac/contracts';
import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { type EntityKind, extraKinds } from '../identifier';
import { plain } from '../identifier/value';
import type { Values } from './facts';
import { normalise, planOf } from './normalise';
import { count, type InputRecord, type LoadSummary, RECORD_BYTES_MAX, type Rejection } from './options';
import { keepOnly, prune, SCHEMA_DEPTH_MAX } from './prune';

interface Shape {
  schema: TSchema;
  plan: NonNullable<ReturnType<typeof planOf>>;
  /** The compiled check of each field: a record is checked by the fields it has, most of the schema's being absent. */
  checks: ReadonlyMap<string, Validator>;
  computed: ReadonlySet<string>;
  requiredScalars: readonly string[];
  requiredLists: readonly string[];
}

const shape = (schema: TSchema, computed: string[], requiredScalars: string[], lists: object): Shape => ({
  schema,
  plan: planOf(schema) ?? { what: 'object' },
  checks: new Map(
    Object.entries((schema as unknown as { properties: Record<string, TSchema> }).properties).map(([name, field]) => [
      name,
      checkOf(field),
    ]),
  ),
  computed: new Set([...computed, 'lastUpdated']),
  requiredScalars,
  requiredLists: Object.keys(lists).filter((name) => !computed.includes(name)),
});
const SHAPES: Record<EntityKind, Shape> = {
  company: shape(CompanyRecord, COMPANY_COMPUTED_FIELDS, [], COMPANY_REQUIRED_LISTS),
  person: shape(
    PersonRecord,
    [...PERSON_COMPUTED_FIELDS, ...PERSON_FULL_FIELDS],
    ['firstName', 'lastName', 'fullName'],
    PERSON_REQUIRED_LISTS,
  ),
};

/** A record that fits: values in the API's field names, null where the source says that there is nothing. */
export interface Valid {
  line: number;
  /** Length of the record's text. */
  size: number;
  id?: string;
  key?: string;
  values: Values;
}
export type Report = (rejection: Rejection) => void;

/** Checks one record. Undefined: rejected, and reported. Otherwise what was left out is reported and counted. */
export function validate(
  kind: EntityKind,
  input: InputRecord,
  summary: LoadSummary,
  report: Report,
): Valid | undefined {
  const reject = (reason: string, path?: string, value?: unknown): undefined => {
    report({ line: input.line, reason, ...(path ? { path } : {}), ...shown(value), rejected: true });
  };
  // An object goes through text too: what is kept of it is plain JSON, and the caller's stays as it was.
  const text = typeof input.record === 'string' ? input.record : JSON.stringify(input.record);
  const parsed = parse(text);
  if (typeof parsed === 'string') return reject(parsed, undefined, text);
  const { schema, plan, checks, requiredScalars, requiredLists } = SHAPES[kind];
  const { id, values, nulls } = sorted(kind, parsed, summary);
  if (kind === 'person') referOnly(values);
  const drop = (path: string, value: unknown, reason: string) => {
    count(summary.droppedFields, path.replaceAll(/\[\d+\]/g, '[]'));
    report({ line: input.line, reason, path, ...shown(value), rejected: false });
  };
  if (mayHoldOddText(text)) dropOddText(values, '', drop, 0);
  normalise(plan, values, drop);
  if (!fits(checks, values)) {
    for (const name of requiredScalars)
      if (values[name] !== undefined && typeof values[name] !== 'string')
        return reject('must be a string', name, values[name]);
    const pruned = prune(schema, values, (one) => {
      if (one.what === 'dropped') drop(one.path, one.value, one.reason);
      else if (one.what === 'unknown') count(summary.unknownKeys, one.path.replaceAll(/\[\d+\]/g, '[]'));
      else count(summary.filledLists, one.path.replaceAll(/\[\d+\]/g, '[]'));
    });
    if (!pruned) return reject('does not fit the record schema');
  }
  for (const name of requiredScalars)
    if (values[name] === undefined) return reject('is required', name, nulls.includes(name) ? null : undefined);
  if (id !== undefined && !isKey(id))
    return reject('must be a string of 1 to 500 characters without control characters', 'id', id);
  if (input.key !== undefined && !isKey(input.key))
    return reject('the source key must be 1 to 500 characters', undefined, input.key);
  dropUnknownKinds(kind, values, summary);
  for (const name of requiredLists) if (values[name] === undefined) count(summary.filledLists, name);
  for (const name of nulls) values[name] = null;
  return {
    line: input.line,
    size: text.length,
    ...(id !== undefined ? { id: (id as string).trim() } : {}),
    ...(input.key !== undefined ? { key: input.key.trim() } : {}),
    values,
  };
}

function fits(checks: Shape['checks'], values: Values): boolean {
  for (const name in values) if (!checks.get(name)?.Check(values[name])) return false;
  return true;
}

const isKey = (value: unknown) => typeof value === 'string' && plain(value) !== undefined;

/** The object, or a sentence that says why there is none. */
function parse(text: string): Values | string {
  if (text.length > RECORD_BYTES_MAX) return `is longer than ${RECORD_BYTES_MAX} bytes`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is not JSON: ${(error as Error).message.slice(0, 200)}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not a JSON object';
  return value as Values;
}

/** Keeps known keys, sets nulls apart, counts what Almanac computes itself and what nobody knows. */
function sorted(
  kind: EntityKind,
  record: Values,
  summary: LoadSummary,
): { id: unknown; values: Values; nulls: string[] } {
  const { checks, computed } = SHAPES[kind];
  const values: Values = {};
  const nulls: string[] = [];
  for (const name of Object.keys(record)) {
    if (computed.has(name)) count(summary.ignoredComputed, name);
    else if (checks.has(name)) {
      if (name === 'id') continue;
      if (record[name] !== null) values[name] = record[name];
      else nulls.push(name);
    } else if (!name.startsWith('_')) count(summary.unknownKeys, name);
  }
  return { id: record.id ?? undefined, values, nulls };
}

const lists = (value: unknown): Values[] =>
  Array.isArray(value) ? value.filter((item): item is Values => typeof item === 'object' && item !== null) : [];

/** A person refers to companies and never carries their record; whose education it is follows from the record itself. */
function referOnly(values: Values): void {
  for (const field of ['experienceList', 'educationList', 'degreeList']) {
    if (!Array.isArray(values[field])) continue;
    values[field] = values[field].map((item: unknown) => {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
      const { company, ...rest } = item as Values;
      rest.personID = '';
      const [named] = lists([company]);
      if (named && rest.companyID === undefined && typeof named.id === 'string') rest.companyID = named.id;
      if (named && rest.companyName === undefined && typeof named.name === 'string') rest.companyName = named.name;
      return rest;
    });
  }
}

/** Escapes that stand for a NUL or half a character; JSON text cannot hold them otherwise. */
const mayHoldOddText = (text: string) => text.includes('\\u') && /\\u(?:0000|d[89a-f])/i.test(text);

function dropOddText(
  holder: Values,
  path: string,
  drop: (path: string, value: unknown, reason: string) => void,
  depth: number,
): void {
  const isOdd = (value: unknown) => typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());
  for (const [name, value] of Object.entries(holder)) {
    const place = Array.isArray(holder) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    if (isOdd(value)) {
      drop(place, String(value).replaceAll('\0', '\\u0000').toWellFormed(), 'holds a NUL or half a character');
      if (!Array.isArray(holder)) delete holder[name];
    } else if (typeof value === 'object' && value !== null && depth < SCHEMA_DEPTH_MAX)
      dropOddText(value as Values, place, drop, depth + 1);
  }
  if (Array.isArray(holder)) keepOnly(holder, (value) => !isOdd(value));
}

function dropUnknownKinds(kind: EntityKind, values: Values, summary: LoadSummary): void {
  if (values.identifiers === undefined) return;
  const known = Object.entries(values.identifiers as Values).filter(([name]) => {
    if (extraKinds(kind).has(name)) return true;
    count(summary.unknownKeys, `identifiers.${name}`);
    return false;
  });
  if (known.length) values.identifiers = Object.fromEntries(known);
  else delete values.identifiers;
}

function shown(value: unknown): { value?: string } {
  if (value === undefined) return {};
  return { value: (typeof value === 'string' ? value : shallow(value)).slice(0, 200) };
}

/** JSON of a value that may be nested past what can be written. */
function shallow(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return Array.isArray(value) ? '[…]' : '{…}';
  }
}
