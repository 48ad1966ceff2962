import { closest, distance } from 'fastest-levenshtein';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type ErrorDetail, fail } from './errors';
import { JSON_DEPTH_MAX } from './limits';

const compiled = new WeakMap<object, Validator>();

/** The compiled check of a schema; compiled once, at first use. */
export function checkOf(schema: TSchema): Validator {
  let check = compiled.get(schema);
  if (check) return check;
  check = Compile(schema) as Validator;
  compiled.set(schema, check);
  return check;
}

/** The known name nearest to a wrong one, if it is near enough to be meant. */
export function nearest(name: string, known: readonly string[]): string[] {
  if (!known.length || name.length > 100) return [];
  const lower = name.toLowerCase();
  const exact = known.find((candidate) => candidate.toLowerCase() === lower);
  if (exact) return [exact];
  const best = closest(name, known as string[]);
  const wrong = distance(name, best);
  return wrong < best.length && wrong <= Math.max(1, Math.floor(best.length / 3)) ? [best] : [];
}

/** `/lookups/3/website` → `lookups[3].website`. */
const placeOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');

const joined = (path: string, name: string) => (path ? `${path}.${name}` : name);

interface RawError {
  keyword: string;
  instancePath: string;
  message: string;
  params: Record<string, unknown>;
}

function propertiesAt(schema: TSchema, pointer: string): string[] {
  let at = schema as unknown as { properties?: Record<string, typeof at>; items?: typeof at } | undefined;
  for (const part of pointer.split('/').slice(1)) at = at?.properties?.[part] ?? at?.items;
  return Object.keys(at?.properties ?? {});
}

/** What is wrong with a value, one detail for each place, at most 20. Empty when it fits. */
export function problemsOf(schema: TSchema, value: unknown): ErrorDetail[] {
  const check = checkOf(schema);
  if (check.Check(value)) return [];
  const details = new Map<string, ErrorDetail>();
  const put = (detail: ErrorDetail & { path: string }) => {
    if (details.size < 20 && !details.has(detail.path)) details.set(detail.path, detail);
  };
  for (const error of check.Errors(value) as unknown as RawError[]) {
    const path = placeOf(error.instancePath);
    if (error.keyword === 'additionalProperties') {
      const known = propertiesAt(schema, error.instancePath);
      for (const name of error.params.additionalProperties as string[]) {
        const suggestions = nearest(name, known);
        details.set(joined(path, name), {
          path: joined(path, name),
          message: 'is not known here',
          ...(suggestions.length ? { suggestions } : {}),
        });
      }
    } else if (error.keyword === 'required') {
      for (const name of error.params.requiredProperties as string[])
        put({ path: joined(path, name), message: 'is required' });
    } else if (error.keyword === 'enum') {
      put({ path, message: `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}` });
    } else if (error.keyword !== 'boolean') {
      put({ path, message: error.message });
    }
  }
  return [...details.values()];
}

/** Throws `invalid_request`, naming every wrong place, unless the value fits. */
export function assertValid(schema: TSchema, value: unknown): void {
  if (checkOf(schema).Check(value)) return;
  throw invalidRequest(problemsOf(schema, value));
}

export function invalidRequest(details: ErrorDetail[]) {
  const first = details[0];
  const message = first ? `${first.path || 'The input'} ${first.message}.` : 'The input is not valid.';
  const hint = first?.suggestions?.length ? ` Did you mean ${first.suggestions[0]}?` : '';
  return fail('invalid_request', message + hint, details);
}

/**
 * Refuses what no field may hold, wherever it stands: NUL, lone surrogates, numbers that are not finite, integers that
 * a double cannot hold exactly, nesting past JSON_DEPTH_MAX. Throws `invalid_request` naming the place.
 */
export function assertPlain(value: unknown): void {
  // The place is worked out only when something is wrong: this runs on every message.
  if (!isPlain(value, 0)) throw invalidRequest([oddity(value, '', 0) ?? { message: 'is not plain JSON' }]);
}

const hasNoNul = (text: string) => !text.includes('\0');

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return hasNoNul(value) && value.isWellFormed();
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= JSON_DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  for (const name in value) {
    if (!isPlain(name, depth) || !isPlain((value as Record<string, unknown>)[name], depth + 1)) return false;
  }
  return true;
}

function oddity(value: unknown, path: string, depth: number): ErrorDetail | undefined {
  if (typeof value === 'string') {
    if (!hasNoNul(value)) return { path, message: 'must not contain a NUL character' };
    return value.isWellFormed()
      ? undefined
      : { path, message: 'must be well-formed Unicode (it has a lone surrogate)' };
  }
  if (typeof value === 'number')
    return isPlain(value, 0) ? undefined : { path, message: 'must be a number that a double holds exactly' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= JSON_DEPTH_MAX) return { path, message: `is nested deeper than ${JSON_DEPTH_MAX} levels` };
  for (const [name, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${name}]` : joined(path, name);
    const found = oddity(name, path, depth) ?? oddity(inner, place, depth + 1);
    if (found) return found;
  }
  return undefined;
}
