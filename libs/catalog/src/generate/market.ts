/** Shares of public companies: price, count, monthly and daily history. */
import type { Company } from '@almanac/contracts';
import { listingDay } from './funding';
import { stockSymbol } from './identity';
import { CITIES, COUNTRIES } from './places';
import { cents, mix, type Random, rounded, STREAM } from './random';
import { courseOf } from './series';
import { dayText, REFERENCE_DAY, stamp } from './time';
import type { World } from './world';

const TRADING_DAYS = 30;
const HOME_OF_CIK = 0;

export function marketOf(world: World, index: number, random: Random): Partial<Company> {
  const { companies } = world;
  random.at(world.seed, STREAM.market, index);
  const sharePrice = cents(random.around(38, 1));
  const outstandingShares = rounded(random.around(companies.size[index] * 320_000, 0.8) / sharePrice) + 100_000;
  const country = CITIES[companies.city[index]].country;
  const listed = listingDay(world, index);
  return {
    ...(country === HOME_OF_CIK || random.chance(0.2) ? { CIKNumber: cikNumber(index) } : {}),
    stockSymbol: stockSymbol(world, index),
    stockExchange: random.pick(COUNTRIES[country].exchange.split(',')),
    ipoDate: stamp(listed),
    sharePrice,
    outstandingShares,
    marketCap: Math.round(sharePrice * outstandingShares),
    sharePriceHistorical: courseOf(random, {
      current: sharePrice,
      growth: random.normal() * 0.01,
      noise: 0.12,
      months: 24,
      since: listed,
      newest: 0,
      decimals: 2,
    }),
    stockPriceHistorical: daysOf(random, sharePrice, outstandingShares),
  };
}

/** Ten digits above those filed so far. */
const cikNumber = (index: number): string => String(5_000_000_000 + index).padStart(10, '0');

/** Working days before the reference day, walked backwards from today's price. */
function daysOf(random: Random, price: number, shares: number): Company['stockPriceHistorical'] {
  const rows: [string, NonNullable<Company['stockPriceHistorical']>[string]][] = [];
  let close = price;
  for (let back = 0; rows.length < TRADING_DAYS; back++) {
    const day = REFERENCE_DAY - back;
    // 1970-01-01 was a Thursday.
    if ((day + 4) % 7 === 0 || (day + 4) % 7 === 6) continue;
    const open = cents(close * (1 + (random.unit() - 0.5) * 0.03));
    const high = cents(Math.max(open, close) * (1 + random.unit() * 0.012));
    const low = cents(Math.min(open, close) * (1 - random.unit() * 0.012));
    const volume = Math.round(shares * close * (0.001 + random.unit() * 0.004));
    rows.push([dayText(day), { high, volume, open, low, close, adjclose: close }]);
    close = open;
  }
  return Object.fromEntries(rows.reverse());
}

/** Nine digits for a company that files with public bodies. */
export const dunsNumber = (world: World, index: number): string =>
  String((mix(world.seed) + index * 7919) % 1_000_000_000).padStart(9, '0');
