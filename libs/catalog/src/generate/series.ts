/** Histories that lead to a current number: drawn backwards from it, written oldest first. */
import type { Random } from './random';
import { dayText, MONTHS, REFERENCE_DAY, WEEKS } from './time';

export interface Course {
  current: number;
  /** Growth a month; 0.02 is two percent. */
  growth: number;
  /** Wobble of a month. */
  noise: number;
  /** Months of history before the newest. */
  months: number;
  /** Nothing before this day. */
  since: number;
  /** The newest observation, in months before the reference month. */
  newest: number;
  /** Observations of the last four weeks, from which weekly growth is read. */
  weekly?: boolean;
  /** Totals such as followers never shrink going forward. */
  rising?: boolean;
  decimals?: 0 | 2;
}

const written = (value: number, decimals: 0 | 2): number =>
  decimals === 2 ? Math.round(value * 100) / 100 : Math.max(0, Math.round(value));

/** A map by day. Its last value is `current`. */
export function courseOf(random: Random, course: Course): Record<string, number> {
  const { current, growth, noise, newest, decimals = 0, rising = false } = course;
  const days: number[] = [];
  const values: number[] = [];
  const put = (day: number, value: number) => {
    days.push(day);
    values.push(written(value, decimals));
  };
  const last = MONTHS[newest];
  put(last, current);
  if (course.weekly && last === REFERENCE_DAY)
    for (const [place, day] of WEEKS.entries())
      if (day >= course.since) put(day, current / (1 + (growth * (place + 1)) / 4.4));
  let value = current;
  const step = 1 + growth;
  for (let month = newest + 1; month <= newest + course.months && MONTHS[month] >= course.since; month++) {
    value /= step;
    const wobble = 1 + noise * (random.unit() - 0.5);
    // A rising total may stand still for a month but not fall.
    const shown = rising ? Math.min(value * Math.min(1, wobble), values[values.length - 1]) : value * wobble;
    put(MONTHS[month], shown);
  }
  const map: Record<string, number> = {};
  for (let at = days.length - 1; at >= 0; at--) map[dayText(days[at])] = values[at];
  return map;
}
