import { URL_KINDS } from '@almanac/contracts';
import { parseAddress } from '../identifier/pro-url';
import { dateOf } from './date';

/** A value that no record may hold; it is left out. */
export type Wrong = (path: string, value: unknown, reason: string) => void;
type Holder = Record<string, unknown>;

interface SchemaNode {
  type?: string;
  format?: string;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
}
/** What is looked at in a value of a schema; whatever needs no look is not in the plan. */
interface Plan {
  what: 'date' | 'count' | 'days' | 'list' | 'object';
  /** Null is a value here, and stays. */
  nullable?: boolean;
  fields?: Map<string, Plan>;
  inner?: Plan;
}

/** Fields that hold a day though their schema says text. */
const DATE_TEXTS = new Set(['startDate']);

/** What to look at in records of a schema. */
export function planOf(schema: SchemaNode, name = ''): Plan | undefined {
  const nullable = schema.anyOf?.some(({ type }) => type === 'null');
  const node = nullable ? (schema.anyOf?.find(({ type }) => type !== 'null') ?? schema) : schema;
  const withNull = nullable ? { nullable } : {};
  if (node.format === 'date-time' || (node.type === 'string' && DATE_TEXTS.has(name)))
    return { what: 'date', ...withNull };
  if (node.type === 'integer') return { what: 'count', ...withNull };
  if (name.endsWith('Historical') && node.patternProperties) return { what: 'days' };
  if (node.items) {
    const inner = planOf(node.items);
    return { what: 'list', ...(inner ? { inner } : {}) };
  }
  if (!node.properties) return undefined;
  const fields = new Map<string, Plan>();
  for (const [field, inner] of Object.entries(node.properties)) {
    const plan = planOf(inner, field);
    if (plan) fields.set(field, plan);
  }
  return { what: 'object', fields };
}

/**
 * Writes a record's values as the API does, in place: dates with milliseconds in UTC, URLs without a scheme; a null
 * inside the record is the same as nothing. What no record may hold is left out: days that no calendar has, counts below
 * nothing, texts that are no web address.
 */
export function normalise(plan: Plan, values: Holder, wrong: Wrong): void {
  for (const name of Object.keys(values)) {
    if (name === 'URLs') tidyUrls(values.URLs, wrong);
    const field = plan.fields?.get(name);
    if (field) set(values, name, looked(field, values[name], name, wrong));
  }
}

const GONE = Symbol('gone');

function set(holder: Holder, name: string, value: unknown): void {
  if (value === GONE) delete holder[name];
  else if (value !== holder[name]) holder[name] = value;
}

function looked(plan: Plan, value: unknown, path: string, wrong: Wrong): unknown {
  if (plan.what === 'date' && typeof value === 'string') return dated(value, path, wrong);
  if (plan.what === 'count' && typeof value === 'number' && value < 0) return gone(path, value, 'is below 0', wrong);
  if (plan.what === 'days' && isMap(value)) tidyDays(value, path, wrong);
  else if (plan.what === 'list' && Array.isArray(value) && plan.inner) {
    const { inner } = plan;
    const kept = value.map((item, index) => looked(inner, item, `${path}[${index}]`, wrong));
    return kept.includes(GONE) ? kept.filter((item) => item !== GONE) : kept;
  } else if (plan.what === 'object' && isMap(value)) tidyObject(plan, value, path, wrong);
  return value;
}

function tidyObject(plan: Plan, value: Holder, path: string, wrong: Wrong): void {
  for (const name of Object.keys(value)) {
    const inner = plan.fields?.get(name);
    if (value[name] === null) {
      if (!inner?.nullable) delete value[name];
    } else if (inner) set(value, name, looked(inner, value[name], `${path}.${name}`, wrong));
  }
}

function gone(path: string, value: unknown, reason: string, wrong: Wrong): symbol {
  wrong(path, value, reason);
  return GONE;
}

const known = new Map<string, string | undefined>();
const KNOWN_MAX = 50_000;

/** As `dateOf`. The days of histories are the same from record to record, so what was found of one is kept. */
function knownDate(text: string): string | undefined {
  const found = known.get(text);
  if (found !== undefined || known.has(text)) return found;
  const date = dateOf(text);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(text, date);
  return date;
}

const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function dated(value: string, path: string, wrong: Wrong): unknown {
  // A year alone would claim to be the first of January; a source that means it says so by a precision.
  const date = /^\d{4}-\d\d-\d\d/.test(value.trim()) ? knownDate(value.trim()) : undefined;
  if (date === undefined) return gone(path, value, 'is not a date', wrong);
  return WRITTEN.test(value) ? value : date;
}

function tidyDays(days: Holder, path: string, wrong: Wrong): void {
  for (const day in days) {
    const value = days[day];
    const isDay = day.length === 10 && knownDate(day) !== undefined;
    const problem = !isDay ? 'is not a day' : typeof value === 'number' && value < 0 ? 'is below 0' : undefined;
    if (!problem) continue;
    wrong(`${path}.${day}`, value, problem);
    delete days[day];
  }
}

function tidyUrls(urls: unknown, wrong: Wrong): void {
  if (!isMap(urls)) return;
  for (const [name, value] of Object.entries(urls)) {
    if (value === null) delete urls[name];
    if (typeof value !== 'string' || !(URL_KINDS as readonly string[]).includes(name)) continue;
    const bare = value.trim().replace(/^https?:\/\//i, '');
    const host = /\s/.test(bare) ? undefined : parseAddress(bare)?.hostname;
    if (host?.includes('.')) urls[name] = bare;
    else {
      wrong(`URLs.${name}`, value, 'is not a web address');
      delete urls[name];
    }
  }
}

const isMap = (value: unknown): value is Holder => typeof value === 'object' && value !== null && !Array.isArray(value);
