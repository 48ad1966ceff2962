/** Jobs of a person, oldest first, none overlapping, each within the life of its company; and the positions in each. */
import { seatsOf } from './founders';
import { INDUSTRIES, VENTURE } from './industries';
import type { Life } from './life';
import { CITIES } from './places';
import { placeOf, type Random, STREAM } from './random';
import { REFERENCE_DAY, snapDown, snapUp } from './time';
import { fits, TRACKS } from './titles';
import { acquisitionDay, NEVER, type World } from './world';

export interface Position {
  title: string;
  level: number;
  start: number;
  /** NEVER while it lasts. */
  end: number;
}

export interface Job {
  /** Index of the company; −1 for one that the data set does not hold. */
  company: number;
  start: number;
  end: number;
  kind: 'job' | 'internship' | 'founder' | 'partner';
  /** Which founder (0 is the first). */
  seat: number;
  positions: Position[];
}

const JOBS_MAX = 9;
const YEAR_DAYS = 365;
/** Years at work, at usual pace, from which the levels 2 … 7 are reached. */
const LEVEL_YEARS = [0, 1, 4.5, 9, 14, 19] as const;

export function levelAt(life: Life, day: number): number {
  const years = ((day - life.workStart) / YEAR_DAYS) * life.pace;
  let level = 1;
  for (const from of LEVEL_YEARS) if (years >= from) level++;
  return Math.min(Math.max(2, level), life.ceiling);
}

/**
 * A company of the country (mostly) that existed on that day and went on for a year, where the person's work is done;
 * likelier the larger it is. −1 when none is met.
 */
export function employerFor(world: World, life: Life, day: number, random: Random): number {
  const { companies, jobs, order, countryStart } = world;
  const country = CITIES[life.city].country;
  let passable = -1;
  for (let attempt = 0; attempt < 12; attempt++) {
    const home = random.chance(attempt < 8 ? 0.9 : 0.3);
    const from = home ? countryStart[country] : 0;
    const to = home ? countryStart[country + 1] : companies.count;
    if (from >= to) continue;
    const before = from > 0 ? jobs[from - 1] : 0;
    const company = order[placeOf(jobs, before + random.unit() * (jobs[to - 1] - before), from, to)];
    if (companies.founded[company] > day || companies.closed[company] < day + YEAR_DAYS) continue;
    if (companies.industry[company] === VENTURE) continue;
    passable = company;
    if (random.chance(fits(TRACKS[life.track], INDUSTRIES[companies.industry[company]].sector))) return company;
  }
  return passable;
}

/** A new employer, or the last one again; nobody returns to an earlier one, least of all a founder as a clerk. */
function nextEmployer(jobs: Job[], world: World, life: Life, day: number, random: Random): number {
  for (let attempt = 0; attempt < 3; attempt++) {
    const company = employerFor(world, life, day, random);
    const before = jobs.findIndex((job) => job.company === company);
    if (before < 0 || (before === jobs.length - 1 && jobs[before].kind === 'job')) return company;
  }
  return -1;
}

/** Jobs in a row that fill the time from one day to another; the last one lasts to `to`, which may be NEVER. */
function fillJobs(jobs: Job[], world: World, life: Life, from: number, to: number, random: Random): void {
  const end = Math.min(to, REFERENCE_DAY);
  let day = snapUp(from, life.unit);
  while (end - day > 100 && jobs.length < JOBS_MAX) {
    const tenure = Math.floor((0.5 + 9 * random.unit() * random.unit() + random.unit() * 3) * YEAR_DAYS);
    const last = jobs.length === JOBS_MAX - 1 || day + tenure > end - 120;
    const company = random.chance(0.05) ? -1 : nextEmployer(jobs, world, life, day, random);
    let until = last ? to : snapUp(day + tenure, life.unit);
    if (last && to === NEVER && random.chance(0.07))
      until = snapDown(REFERENCE_DAY - random.between(0, 300), life.unit);
    if (company >= 0 && world.companies.closed[company] < Math.min(until, REFERENCE_DAY))
      until = snapDown(world.companies.closed[company], life.unit);
    if (until <= day) return;
    const before = jobs[jobs.length - 1];
    // Drawn again where one already was: the same job went on.
    if (company >= 0 && before?.company === company && before.kind === 'job') before.end = until;
    else jobs.push({ company, start: day, end: until, kind: 'job', seat: 0, positions: [] });
    if (until === NEVER || until >= end) return;
    day = snapUp(until + (random.chance(0.7) ? 0 : random.between(20, 250)), life.unit);
  }
}

/** When a founder left: at the next founding, the shutdown, a year after the sale, sometimes earlier; else not yet. */
function founderEnd(world: World, company: number, next: number, random: Random): number {
  const { companies } = world;
  const founded = companies.founded[company];
  let end = Math.min(companies.closed[company], next);
  if (companies.acquirer[company] >= 0) end = Math.min(end, acquisitionDay(world, company) + YEAR_DAYS);
  const early = founded + random.between(1100, 3600);
  if (random.chance(0.12)) end = Math.min(end, early);
  return end >= REFERENCE_DAY ? NEVER : snapDown(end, 'MONTH');
}

function founderJobs(jobs: Job[], world: World, life: Life, random: Random): void {
  const { founders, companies } = world;
  const seats = seatsOf(founders, life.slot);
  let day = life.workStart;
  for (const [place, seat] of seats.entries()) {
    const company = founders.seatCompany[seat];
    const start = snapUp(companies.founded[company], 'MONTH');
    if (start - day > 200) fillJobs(jobs, world, life, day, start, random);
    const next = place + 1 < seats.length ? companies.founded[founders.seatCompany[seats[place + 1]]] : NEVER;
    const end = founderEnd(world, company, next, random);
    jobs.push({ company, start, end, kind: 'founder', seat: seat - founders.firstSeat[company], positions: [] });
    day = end;
  }
  if (day < REFERENCE_DAY) fillJobs(jobs, world, life, day + random.between(0, 200), NEVER, random);
}

function partnerJobs(jobs: Job[], world: World, life: Life, random: Random): void {
  const founded = world.companies.founded[life.firm];
  const joined = snapUp(Math.max(founded, life.workStart + random.between(3, 8) * YEAR_DAYS), 'MONTH');
  fillJobs(jobs, world, life, life.workStart, joined, random);
  jobs.push({ company: life.firm, start: joined, end: NEVER, kind: 'partner', seat: 0, positions: [] });
}

/** All jobs of a person with their positions. Students have an internship at most. */
export function jobsOf(world: World, life: Life, random: Random): Job[] {
  random.at(world.seed, STREAM.career, life.index);
  const jobs: Job[] = [];
  if (life.student || (life.unit === 'MONTH' && life.role === 'employee' && random.chance(0.14))) {
    const end = snapDown(life.student ? REFERENCE_DAY - random.between(0, 200) : life.workStart - 31, 'MONTH');
    const start = snapDown(end - random.between(70, 200), 'MONTH');
    const company = employerFor(world, life, start, random);
    jobs.push({ company, start, end, kind: 'internship', seat: 0, positions: [] });
  }
  if (life.student) jobs.length = random.chance(0.6) ? 1 : 0;
  else if (life.role === 'founder') founderJobs(jobs, world, life, random);
  else if (life.role === 'partner') partnerJobs(jobs, world, life, random);
  else fillJobs(jobs, world, life, life.workStart, NEVER, random);
  return jobs;
}
