import { createHash } from 'node:crypto';
import { type ErrorDetail, fail, invalidRequest, nearest } from '@almanac/contracts';

type Fields = Readonly<Record<string, unknown>>;

/** Present and not null, "", [] or {}; false and 0 are values. */
export function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (typeof value !== 'object') return true;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

/** Names of the fields that hold something. */
export const filledOf = (record: Fields): ReadonlySet<string> =>
  new Set(Object.keys(record).filter((name) => isFilled(record[name])));

/** Throws `invalid_request` naming each field in `parameter` that this operation cannot answer. */
export function assertFields(parameter: string, names: readonly string[], legal: readonly string[]): void {
  const unknown = names.flatMap((name, index): ErrorDetail[] => {
    if (legal.includes(name)) return [];
    const suggestions = nearest(name, legal);
    return [
      {
        path: `${parameter}[${index}]`,
        message: `names ${JSON.stringify(name.slice(0, 100))}, which is no field of this answer`,
        ...(suggestions.length ? { suggestions } : {}),
      },
    ];
  });
  if (unknown.length) throw invalidRequest(unknown);
}

/** Throws `requirement_not_met` naming the required fields that are empty. */
export function assertFilled(required: readonly string[], filled: ReadonlySet<string>): void {
  const missing = [...new Set(required)].filter((name) => !filled.has(name));
  if (!missing.length) return;
  throw fail(
    'requirement_not_met',
    `The record has no ${missing.join(', ')}; nothing was charged.`,
    missing.map((name) => ({ path: name, message: 'is empty' })),
  );
}

/** The named fields that the record has, in the contract's order; `id` always. */
export function pick(record: Fields, names: readonly string[], order: readonly string[]): Record<string, unknown> {
  const wanted = new Set(['id', ...names]);
  return Object.fromEntries(
    order.filter((name) => wanted.has(name) && record[name] !== undefined).map((name) => [name, record[name]]),
  );
}

/** Tells variants of one record's reply apart in its ETag; empty for the whole record. */
export function variantOf(preview: boolean, fields: readonly string[] | undefined): string {
  if (preview) return '-p';
  if (!fields) return '';
  const names = [...new Set(fields)].sort().join(',');
  return `-${createHash('sha256').update(names).digest('base64url').slice(0, 12)}`;
}
