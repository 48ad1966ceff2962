/** Dates as files write them, turned into the API's form: midnight UTC with milliseconds. */

const pad = (text: string) => text.padStart(2, '0');

/** A day that the calendar has; undefined for the 30th of February. */
function dayOf(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${pad(month)}-${pad(day)}T00:00:00.000Z`;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text ? text : undefined;
}

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads `2026`, `2026-01`, `2026-01-31` and ISO moments; with a form such as `DD.MM.YYYY` a day written so.
 * Undefined for anything else, and for days that no calendar has.
 */
export function dateOf(text: string, form?: string): string | undefined {
  if (form) return byForm(text, form);
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? [];
  if (year) return dayOf(year, month, day);
  const moment = MOMENT.exec(text);
  if (!moment || !dayOf(...(moment[1].split('-') as [string, string, string]))) return undefined;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const date = new Date(zoned.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function byForm(text: string, form: string): string | undefined {
  const parts: Record<string, string> = {};
  let at = 0;
  for (let place = 0; place < form.length; ) {
    const name = ['YYYY', 'MM', 'DD'].find((one) => form.startsWith(one, place));
    if (!name) {
      if (text[at++] !== form[place++]) return undefined;
      continue;
    }
    const digits = new RegExp(`^\\d{${name === 'YYYY' ? '4' : '1,2'}}`).exec(text.slice(at))?.[0];
    if (!digits) return undefined;
    parts[name] = digits;
    at += digits.length;
    place += name.length;
  }
  return at === text.length && parts.YYYY ? dayOf(parts.YYYY, parts.MM ?? '01', parts.DD ?? '01') : undefined;
}

/** The year that a text begins with, however it goes on: `2013 (1888)`. */
export const yearOf = (text: string): string | undefined => /^\d{4}(?!\d)/.exec(text)?.[0];
