/** The frame of a person's life: where, which line of work, since when, and what the plan needs them to be. */
import { HIGHER_EDUCATION } from './industries';
import { CITIES, CITY_SUMS, COUNTRIES } from './places';
import { Random, STREAM } from './random';
import { REFERENCE_DAY, snapUp, yearOf } from './time';
import { TRACK_SUMS, TRACKS } from './titles';
import type { World } from './world';

export type Role = 'founder' | 'partner' | 'angel' | 'employee';

export interface Life {
  index: number;
  slot: number;
  role: Role;
  gender: 'female' | 'male';
  city: number;
  /** Locale of the name: usually one of the country's. */
  locale: string;
  /** Index in TRACKS. */
  track: number;
  /** First day of the first job after the last degree. */
  workStart: number;
  /** Still studying on the reference day. */
  student: boolean;
  /** Dates are known to the month, or only to the year. */
  unit: 'MONTH' | 'YEAR';
  /** Speed of promotion; 1 is usual. */
  pace: number;
  /** The highest level that this person reaches, 3–7. */
  ceiling: number;
  /** The venture firm of a partner, else −1. */
  firm: number;
}

const YEAR_DAYS = 365;
const CEILINGS = [3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7] as const;
const FINANCE = TRACKS.findIndex(({ name }) => name === 'Finance');
const ELSEWHERE_LOCALES = ['en', 'en_IN', 'es', 'fr', 'de', 'pt_BR', 'en_NG', 'pl', 'it', 'vi'] as const;

const random = new Random();

function roleOf({ founders, partnerSlots, angels }: World, slot: number): Role {
  if (slot < founders.slots) return 'founder';
  if (slot < founders.slots + partnerSlots) return 'partner';
  return angels.length > 0 && slot <= angels[angels.length - 1] ? 'angel' : 'employee';
}

/** Days at work: 0 … 40 years, half of them below ten. */
function careerDays(): number {
  const u = random.unit();
  return Math.floor(40 * YEAR_DAYS * (0.3 * u + 0.7 * u * u * u)) + 30;
}

/** The frame of person `index`; drawn anew at every call, so that both sides of a relation see the same. */
export function lifeOf(world: World, index: number): Life {
  const { companies, founders, firms } = world;
  const slot = world.slots.from(index);
  const role = roleOf(world, slot);
  random.at(world.seed, STREAM.person, index);
  const gender = random.chance(role === 'employee' ? 0.46 : 0.24) ? 'female' : 'male';
  let city = random.weighted(CITY_SUMS);
  let track = random.weighted(TRACK_SUMS);
  const unit = role === 'employee' && random.chance(0.2) ? 'YEAR' : 'MONTH';
  let started = REFERENCE_DAY - careerDays();
  let firm = -1;
  if (role === 'founder') {
    const first = founders.seatCompany[founders.firstOf[slot]];
    city = companies.city[first];
    started = companies.founded[first] - Math.floor(random.unit() * random.unit() * 18 * YEAR_DAYS);
  } else if (role === 'partner') {
    firm = firms[(slot - founders.slots) % firms.length];
    city = companies.city[firm];
    track = FINANCE;
    started = Math.min(started, REFERENCE_DAY - random.between(9, 25) * YEAR_DAYS);
  } else if (role === 'angel') started -= random.between(8, 18) * YEAR_DAYS;
  const student = role === 'employee' && REFERENCE_DAY - started < 420 && random.chance(0.55);
  const locales = COUNTRIES[CITIES[city].country].locales;
  const locale = random.chance(0.88) ? random.pick(locales) : random.pick(ELSEWHERE_LOCALES);
  return {
    index,
    slot,
    role,
    gender,
    city,
    locale,
    track,
    student,
    unit,
    firm,
    workStart: student ? snapUp(REFERENCE_DAY - random.between(120, 900), unit) : snapUp(started, unit),
    pace: 0.7 + random.unit() * 0.8,
    ceiling: role === 'employee' ? random.pick(CEILINGS) : 7,
  };
}

/** Whether a company is a place where lecturers and researchers work. */
export const isSchool = (world: World, company: number): boolean =>
  world.companies.industry[company] === HIGHER_EDUCATION;

/** Day of the last degree: the June before work began. */
export const graduationYear = (life: Life): number =>
  life.student ? yearOf(REFERENCE_DAY) + 1 : yearOf(life.workStart - 151);
