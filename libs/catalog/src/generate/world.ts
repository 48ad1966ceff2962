/**
 * The plan that makes all records fit together: for each company a few bytes in typed arrays, and who founded what.
 * Everything else of a record is drawn again from (seed, index) when its line is written.
 */

import { type Founders, planFounders } from './founders';
import { GOVERNMENT, INDUSTRIES, INDUSTRY_SUMS, NON_PROFIT, VENTURE } from './industries';
import { CITIES, CITY_SUMS, COUNTRIES } from './places';
import { hash, placeOf, Random, runningSums, STREAM, shuffleOf } from './random';
import { dayOf, REFERENCE_DAY } from './time';
import { type CompanyName, companyNames } from './words';

export const NEVER = 0x7fffffff;
export const FLAG = { public: 1, closed: 2, acquired: 4 } as const;

export interface Companies {
  count: number;
  city: Uint8Array;
  industry: Uint8Array;
  /** People who work there by the company's own count. */
  size: Int32Array;
  founded: Int32Array;
  /** The day it shut down, or NEVER. */
  closed: Int32Array;
  flags: Uint8Array;
  /** Priced funding rounds. */
  rounds: Uint8Array;
  /** Index of the company that bought it, or −1. */
  acquirer: Int32Array;
  name: (index: number) => CompanyName;
}

export interface World {
  seed: number;
  people: number;
  companies: Companies;
  /** Companies by country, within one by founding day. */
  order: Uint32Array;
  /** Running sums of size along `order`: where a job is likely. */
  jobs: Float64Array;
  /** `order` from `countryStart[c]` to `countryStart[c + 1]` holds the companies of country c. */
  countryStart: Uint32Array;
  firms: Uint32Array;
  /** Companies large enough to put money into funds. */
  institutions: Uint32Array;
  founders: Founders;
  /** Person by slot and back: founders have the first slots, then partners of venture firms, then angels. */
  slots: ReturnType<typeof shuffleOf>;
  partnerSlots: number;
  /** Slots of people who invest their own money. */
  angels: Uint32Array;
}

export const SIZE_CLASSES = [
  [1, 10],
  [11, 50],
  [51, 200],
  [201, 500],
  [501, 1000],
  [1001, 5000],
  [5001, 10000],
  [10001, 100000],
] as const;
const SIZE_SUMS = runningSums([43, 30, 15, 5.5, 2.5, 2.6, 0.7, 0.45]);
const YOUNGEST = [0.3, 1, 2, 4, 6, 8, 12, 15];
const AGE_SPREAD = [22, 32, 45, 55, 70, 95, 105, 120];
const PUBLIC_SHARE = [0, 0.001, 0.004, 0.015, 0.05, 0.14, 0.32, 0.5];

export const sizeClassOf = (size: number): number => SIZE_CLASSES.findIndex(([, high]) => size <= high);

function drawSize(random: Random, lean: number): number {
  const first = random.unit();
  const second = random.unit();
  const leans = random.unit() * 1.5 < Math.abs(lean);
  const u = !leans ? first : lean > 0 ? Math.max(first, second) : Math.min(first, second);
  const [low, high] = SIZE_CLASSES[placeOf(SIZE_SUMS, u * SIZE_SUMS[SIZE_SUMS.length - 1])];
  // Within a class large ones are rarer: the share above x falls as 1/x.
  return Math.min(high, Math.floor(low / (1 - random.unit() * (1 - low / (high + 1)))));
}

function drawCompany(companies: Companies, random: Random, seed: number, index: number): void {
  random.at(seed, STREAM.core, index);
  const city = random.weighted(CITY_SUMS);
  const industry = index % 61 === 7 ? VENTURE : random.weighted(INDUSTRY_SUMS);
  const { size: lean, sector, venture } = INDUSTRIES[industry];
  const size = industry === VENTURE ? random.between(3, 60) : drawSize(random, lean);
  const sizeClass = sizeClassOf(size);
  const pace =
    sector === 'software' || sector === 'capital' ? 0.45 : sector === 'hardware' || sector === 'media' ? 0.7 : 1;
  const spread = random.unit();
  const years = (YOUNGEST[sizeClass] + AGE_SPREAD[sizeClass] * (sizeClass < 3 ? spread * spread : spread)) * pace;
  const age = industry === VENTURE ? 4 + years * 1.5 : years;
  const year = Math.floor(2026.7 - age);
  const month = random.chance(0.55) || year >= 2026 ? 1 : random.between(1, 12);
  const founded = dayOf(year, month);

  companies.city[index] = city;
  companies.industry[index] = industry;
  companies.size[index] = size;
  companies.founded[index] = founded;
  companies.closed[index] = NEVER;
  companies.acquirer[index] = -1;
  const old = REFERENCE_DAY - founded;
  const ordinary = industry !== VENTURE && industry !== GOVERNMENT && industry !== NON_PROFIT;
  const fate = random.unit();
  if (!ordinary) return;
  if (old > 2500 && fate < PUBLIC_SHARE[sizeClass]) companies.flags[index] = FLAG.public;
  else if (fate > 0.94 && sizeClass < 3 && old > 900) {
    companies.flags[index] = FLAG.closed;
    companies.closed[index] = founded + 550 + random.below(old - 610);
  } else if (fate > 0.5 && fate < 0.5 + 0.04 + venture * 0.12 && sizeClass < 5 && old > 1200)
    companies.flags[index] = FLAG.acquired;
  companies.rounds[index] = drawRounds(
    random,
    venture,
    sizeClass,
    founded,
    Math.min(companies.closed[index], REFERENCE_DAY),
  );
}

/** Larger companies went through more rounds; none before 1996, none in the first half year. */
function drawRounds(random: Random, venture: number, sizeClass: number, founded: number, end: number): number {
  const raised = random.chance(venture * [0.5, 0.9, 1, 1, 0.9, 0.6, 0.4, 0.25][sizeClass]);
  const wanted = 1 + random.below(2) + random.below([1, 2, 3, 4, 5, 5, 5, 5][sizeClass]);
  if (!raised || founded < dayOf(1996)) return 0;
  return Math.min(wanted, 8, Math.floor((end - founded) / 500));
}

/** A company bought goes to a larger and older one; where none is found it stays independent. */
function findAcquirers(world: World, random: Random): void {
  const { companies, order, jobs, countryStart } = world;
  for (let index = 0; index < companies.count; index++) {
    if (companies.flags[index] !== FLAG.acquired) continue;
    random.at(world.seed, STREAM.acquisition, index);
    const country = CITIES[companies.city[index]].country;
    for (let attempt = 0; attempt < 16; attempt++) {
      const home = random.chance(0.6);
      const from = home ? countryStart[country] : 0;
      const to = home ? countryStart[country + 1] : companies.count;
      const before = from > 0 ? jobs[from - 1] : 0;
      const buyer = order[placeOf(jobs, before + random.unit() * (jobs[to - 1] - before), from, to)];
      const able = (companies.flags[buyer] & (FLAG.closed | FLAG.acquired)) === 0;
      const larger = companies.size[buyer] > companies.size[index] * 3;
      const older = companies.founded[buyer] + 700 < companies.founded[index];
      const commercial =
        INDUSTRIES[companies.industry[buyer]].sector !== 'public' && companies.industry[buyer] !== VENTURE;
      if (!(able && larger && older && commercial)) continue;
      companies.acquirer[index] = buyer;
      break;
    }
    if (companies.acquirer[index] < 0) companies.flags[index] = 0;
  }
}

/** The day a company was bought: at least two years after its founding. */
export function acquisitionDay(world: World, index: number): number {
  const first = world.companies.founded[index] + 730;
  return first + (hash(world.seed, STREAM.acquisition, ~index) % (REFERENCE_DAY - 30 - first));
}

/** The last day on which people could start there or money could come in. */
export function lastDay(world: World, index: number): number {
  const { companies } = world;
  if (companies.acquirer[index] >= 0) return acquisitionDay(world, index);
  return Math.min(companies.closed[index], REFERENCE_DAY);
}

function planCompanies(seed: number, count: number): Companies {
  const names = companyNames(seed);
  const companies: Companies = {
    count,
    city: new Uint8Array(count),
    industry: new Uint8Array(count),
    size: new Int32Array(count),
    founded: new Int32Array(count),
    closed: new Int32Array(count),
    flags: new Uint8Array(count),
    rounds: new Uint8Array(count),
    acquirer: new Int32Array(count),
    name: (index) => names(index, companies.industry[index], hash(seed, STREAM.name, index)),
  };
  const random = new Random();
  for (let index = 0; index < count; index++) drawCompany(companies, random, seed, index);
  return companies;
}

/** Sorting plain numbers is ten times as fast as sorting by a comparison: country, day and index in one number each. */
function orderOf({ count, city, founded }: Companies): Uint32Array {
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = (CITIES[city[i]].country * 131072 + founded[i] + 65536) * count + i;
  keys.sort();
  return Uint32Array.from(keys, (key) => key % count);
}

const indexesWhere = (count: number, test: (index: number) => boolean): Uint32Array => {
  let kept = 0;
  for (let i = 0; i < count; i++) if (test(i)) kept++;
  const indexes = new Uint32Array(kept);
  for (let i = 0, at = 0; i < count; i++) if (test(i)) indexes[at++] = i;
  return indexes;
};

export function planWorld(seed: number, companyCount: number, people: number): World {
  const companies = planCompanies(seed, companyCount);
  const order = orderOf(companies);
  const jobs = runningSums(Float64Array.from(order, (index) => companies.size[index]));
  const countryStart = new Uint32Array(COUNTRIES.length + 1);
  for (const index of order) countryStart[CITIES[companies.city[index]].country + 1]++;
  for (let c = 0; c < COUNTRIES.length; c++) countryStart[c + 1] += countryStart[c];
  const firms = indexesWhere(companyCount, (i) => companies.industry[i] === VENTURE);
  const moneyed = (i: number) =>
    companies.size[i] > 1500 && companies.flags[i] === 0 && companies.founded[i] < dayOf(2000);
  const institutions = indexesWhere(companyCount, moneyed);
  const founders = planFounders(seed, people, companies, order);
  const partnerSlots = Math.min(firms.length * 2, Math.floor(people / 40));
  const angelsFrom = founders.slots + partnerSlots;
  const angelsTo = Math.min(people, angelsFrom + Math.ceil(people / 60));
  const angels = indexesWhere(angelsTo, (slot) =>
    slot < founders.slots ? hash(seed, STREAM.angel, slot) % 8 === 0 : slot >= angelsFrom,
  );
  const slots = shuffleOf(seed, people);
  const world = {
    seed,
    people,
    companies,
    order,
    jobs,
    countryStart,
    firms,
    institutions,
    founders,
    slots,
    partnerSlots,
    angels,
  };
  findAcquirers(world, new Random());
  return world;
}
