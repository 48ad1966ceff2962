/** Dates as whole days since 1970-01-01, so that lives and companies are integer arithmetic; no clock is read anywhere. */

const DAY_MS = 86_400_000;

/** Day of a civil date (months 1–12, may run over). */
export const dayOf = (year: number, month = 1, day = 1): number => Date.UTC(year, month - 1, day) / DAY_MS;

/** The day on which every generated data set ends, whatever day it is run. */
export const REFERENCE_DAY = dayOf(2026, 10, 1);
const FIRST_DAY = dayOf(1850);
const LAST_DAY = dayOf(2060);

const texts: string[] = [];
const stamps: string[] = [];

/** `YYYY-MM-DD`; remembered, since the same few thousand days come again and again. */
export function dayText(day: number): string {
  const place = Math.min(Math.max(day, FIRST_DAY), LAST_DAY) - FIRST_DAY;
  let text = texts[place];
  if (!text) text = texts[place] = new Date((place + FIRST_DAY) * DAY_MS).toISOString().slice(0, 10);
  return text;
}

/** `YYYY-MM-DDT00:00:00.000Z` */
export function stamp(day: number): string {
  const place = Math.min(Math.max(day, FIRST_DAY), LAST_DAY) - FIRST_DAY;
  let text = stamps[place];
  if (!text) text = stamps[place] = `${dayText(day)}T00:00:00.000Z`;
  return text;
}

const dateOf = (day: number): Date => new Date(day * DAY_MS);
export const yearOf = (day: number): number => dateOf(day).getUTCFullYear();

/** Midnight of the first day of the month or year that begins at or after a day. */
export function snapUp(day: number, unit: 'MONTH' | 'YEAR'): number {
  const date = dateOf(day);
  const year = date.getUTCFullYear();
  const begin = unit === 'YEAR' ? dayOf(year) : dayOf(year, date.getUTCMonth() + 1);
  if (begin === day) return day;
  return unit === 'YEAR' ? dayOf(year + 1) : dayOf(year, date.getUTCMonth() + 2);
}

/** Midnight of the first day of the month or year that a day lies in. */
export function snapDown(day: number, unit: 'MONTH' | 'YEAR'): number {
  const date = dateOf(day);
  return unit === 'YEAR' ? dayOf(date.getUTCFullYear()) : dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** The firsts of the 60 months up to the reference day, newest first. */
export const MONTHS: readonly number[] = Array.from({ length: 60 }, (_, back) => dayOf(2026, 10 - back));
/** The last four weeks before the reference day: what weekly growth is read from. */
export const WEEKS: readonly number[] = [7, 14, 21, 28].map((back) => REFERENCE_DAY - back);
