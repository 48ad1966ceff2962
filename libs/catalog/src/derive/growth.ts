import { GROWTH_PERIODS, GROWTH_SOURCES, type GrowthMetric } from '@almanac/contracts';

type Observations = Readonly<Record<string, number>>;

/** Length of a period: days, or calendar months. */
const LENGTHS = {
  weekly: { days: 7, months: 0 },
  monthly: { days: 0, months: 1 },
  triMonthly: { days: 0, months: 3 },
  yearly: { days: 0, months: 12 },
} as const;
export type GrowthPeriod = keyof typeof LENGTHS;

const DAY_MS = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * The last day at which a period that ends on `end` may start, and the first: a quarter of the period earlier.
 * Months are calendar months; one that has no such day gives its last (31 March minus a month is 28 February).
 */
export function startWindow(end: string, period: GrowthPeriod): { first: string; last: string } | undefined {
  const endMs = Date.parse(end);
  if (Number.isNaN(endMs)) return undefined;
  const { days, months } = LENGTHS[period];
  const date = new Date(endMs);
  const monthIndex = date.getUTCFullYear() * 12 + date.getUTCMonth() - months;
  const lastOfMonth = new Date(Date.UTC(Math.floor(monthIndex / 12), (monthIndex % 12) + 1, 0)).getUTCDate();
  const lastMs =
    Date.UTC(Math.floor(monthIndex / 12), monthIndex % 12, Math.min(date.getUTCDate(), lastOfMonth)) - days * DAY_MS;
  return { first: dayOf(lastMs - Math.floor((endMs - lastMs) / 4 / DAY_MS) * DAY_MS), last: dayOf(lastMs) };
}

const windows = new Map<string, Record<GrowthPeriod, { first: string; last: string }> | undefined>();
const WINDOWS_MAX = 4_096;

/** Records share their newest days, so the windows of a day are worked out once. */
function windowsOf(end: string) {
  if (windows.has(end)) return windows.get(end);
  const of = (period: GrowthPeriod) => startWindow(end, period);
  const [weekly, monthly, triMonthly, yearly] = [of('weekly'), of('monthly'), of('triMonthly'), of('yearly')];
  const all = weekly && monthly && triMonthly && yearly ? { weekly, monthly, triMonthly, yearly } : undefined;
  if (windows.size >= WINDOWS_MAX) windows.clear();
  windows.set(end, all);
  return all;
}

const fieldNames = Object.entries(GROWTH_PERIODS).flatMap(([period, metrics]) =>
  metrics.map((metric) => ({
    period: period as GrowthPeriod,
    metric,
    change: `${period}${metric}Change`,
    percent: `${period}${metric}Percent`,
  })),
);
const fieldsByMetric = (Object.keys(GROWTH_SOURCES) as GrowthMetric[]).map((metric) => ({
  source: GROWTH_SOURCES[metric],
  fields: fieldNames.filter((field) => field.metric === metric),
}));

/**
 * Growth over a period: end = the newest observation; start = the last observation at or before end minus the period,
 * at most a quarter of the period older. Change = end − start; percent = change ÷ start, absent when start is 0.
 * Undefined when there is no such start.
 */
export function growthOf(
  observations: Observations,
  period: GrowthPeriod,
): { change: number; percent?: number } | undefined {
  const end = newestDay(observations);
  const window = end === undefined ? undefined : windowsOf(end)?.[period];
  return end === undefined || !window ? undefined : between(observations, end, window);
}

function between(observations: Observations, end: string, window: { first: string; last: string }) {
  let start: string | undefined;
  for (const day in observations)
    if (day <= window.last && day >= window.first && (start === undefined || day > start)) start = day;
  if (start === undefined) return undefined;
  const change = observations[end] - observations[start];
  const percent = change / observations[start];
  return Number.isFinite(percent) ? { change, percent } : { change };
}

function newestDay(observations: Observations): string | undefined {
  let newest: string | undefined;
  for (const day in observations) if (newest === undefined || day > newest) newest = day;
  return newest;
}

/** All growth fields that a company's histories allow. */
export function growthFields(company: Readonly<Record<string, unknown>>): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { source, fields } of fieldsByMetric) {
    const observations = company[source] as Observations | undefined;
    const end = observations && newestDay(observations);
    const window = end === undefined ? undefined : windowsOf(end);
    if (!observations || end === undefined || !window) continue;
    for (const field of fields) {
      const growth = between(observations, end, window[field.period]);
      if (!growth) continue;
      found[field.change] = growth.change;
      if (growth.percent !== undefined) found[field.percent] = growth.percent;
    }
  }
  return found;
}
