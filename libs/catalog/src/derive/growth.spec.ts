import { GROWTH_FIELDS } from '@almanac/contracts';
import fc from 'fast-check';
import { growthFields, growthOf, startWindow } from './growth';

test.each([
  ['2026-03-31', 'monthly', { last: '2026-02-28', first: '2026-02-21' }],
  ['2026-03-15', 'triMonthly', { last: '2025-12-15', first: '2025-11-23' }],
  ['2024-02-29', 'yearly', { last: '2023-02-28', first: '2022-11-29' }],
  ['2026-01-08', 'weekly', { last: '2026-01-01', first: '2025-12-31' }],
] as const)('a period that ends on %s, %s, starts within %j', (end, period, expected) => {
  expect(startWindow(end, period)).toEqual(expected);
});

test('change and percent from the last observation before the period to the newest', () => {
  const headcount = { '2026-03-01': 120, '2026-02-01': 100, '2026-02-10': 110, '2025-03-01': 0 };
  expect(growthOf(headcount, 'monthly')).toEqual({ change: 20, percent: 0.2 });
  expect(growthOf(headcount, 'yearly')).toEqual({ change: 120 });
});

test('absent when the start is more than a quarter of the period older, or missing', () => {
  expect(growthOf({ '2026-03-01': 2, '2026-01-20': 1 }, 'monthly')).toBeUndefined();
  expect(growthOf({ '2026-03-01': 2, '2026-01-25': 1 }, 'monthly')).toEqual({ change: 1, percent: 1 });
  expect(growthOf({ '2026-03-01': 2 }, 'weekly')).toBeUndefined();
  expect(growthOf({}, 'weekly')).toBeUndefined();
  expect(growthOf({ '2026-99-99': 2, '2026-01-01': 1 }, 'weekly')).toBeUndefined();
});

const day = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const observations = fc
  .uniqueArray(fc.tuple(day, fc.double({ noNaN: true, min: 0, max: 1e9 })), {
    minLength: 1,
    maxLength: 60,
    selector: ([date]) => date,
  })
  .map((pairs) => Object.fromEntries(pairs) as Record<string, number>);
const PERIOD_DAYS = { weekly: [7, 7], monthly: [28, 31], triMonthly: [89, 92], yearly: [365, 366] } as const;

test('whatever the observations, the start is the newest one at least a period and at most a quarter more before the end', () => {
  fc.assert(
    fc.property(observations, fc.constantFrom('weekly', 'monthly', 'triMonthly', 'yearly'), (history, period) => {
      const [shortest, longest] = PERIOD_DAYS[period];
      const end = Object.keys(history).sort().at(-1) as string;
      const age = (date: string) => (Date.parse(end) - Date.parse(date)) / 86_400_000;
      const growth = growthOf(history, period);
      const surely = Object.keys(history).filter((date) => age(date) >= longest && age(date) <= shortest * 1.25 - 1);
      if (surely.length) expect(growth).toBeDefined();
      if (!growth) return;
      const starts = Object.keys(history).filter((date) => history[end] - history[date] === growth.change);
      expect(starts.some((date) => age(date) >= shortest && age(date) <= longest * 1.25)).toBe(true);
      if (growth.percent !== undefined) expect(Number.isFinite(growth.percent)).toBe(true);
    }),
  );
});

test('the order of observations does not matter, and growth of nothing but one value is zero', () => {
  fc.assert(
    fc.property(observations, (history) => {
      const company = { headcountHistorical: history };
      const turned = { headcountHistorical: Object.fromEntries(Object.entries(history).reverse()) };
      expect(growthFields(turned)).toEqual(growthFields(company));
      const flat = Object.fromEntries(Object.keys(history).map((date) => [date, 7]));
      for (const value of Object.values(growthFields({ siteAStarsHistorical: flat }))) expect(value).toBe(0);
    }),
  );
});

test('gives only fields of the contract, weekly ones only where the interface has them', () => {
  const every = Object.fromEntries(
    Array.from({ length: 800 }, (_, n) => [new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10), 1 + n]),
  );
  const sources = ['socialA', 'socialB', 'siteAReviewCount', 'siteAStars', 'headcount', 'webTraffic'];
  const found = growthFields(Object.fromEntries(sources.map((name) => [`${name}Historical`, every])));
  expect(Object.keys(found).sort()).toEqual([...GROWTH_FIELDS].sort());
  expect(found).not.toHaveProperty('weeklyHeadcountChange');
});
