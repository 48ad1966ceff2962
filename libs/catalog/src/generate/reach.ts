/** E-mail addresses and equity of a person. */
import type { RecordOf } from '@almanac/contracts';
import type { Job } from './career';
import { PERSONAL_MAIL_HOSTS } from './hosts';
import { companyID, mailHost, personID } from './identity';
import { handleOf, type Somebody } from './person';
import { isCurrent } from './positions';
import { type Random, STREAM } from './random';
import { schoolMailHost } from './schools';
import { dayOf, REFERENCE_DAY, stamp, yearOf } from './time';
import type { World } from './world';

/** Work addresses at the current employer's own domain, some personal ones, and those of students. */
export function* emailRecords(world: World, who: Somebody, random: Random): Generator<RecordOf<'person_email'>> {
  random.at(world.seed, STREAM.email, who.life.index);
  const local = handleOf(who).replaceAll('-', '.');
  const id = personID(world, who.life.index);
  const job = who.jobs[who.jobs.length - 1];
  const host = job && isCurrent(job) && job.company >= 0 ? mailHost(world, job.company) : undefined;
  if (host !== undefined && random.chance(0.7))
    yield { personID: id, email: `${local}@${host}`, type: 'work', companyID: companyID(world, job.company) };
  if (random.chance(0.38))
    yield { personID: id, email: `${local}@${random.pick(PERSONAL_MAIL_HOSTS)}`, type: 'personal' };
  const school = who.studies.schools[0];
  if (school && (who.life.student || random.chance(0.03)))
    yield { personID: id, email: `${local}@${schoolMailHost(school)}`, type: 'student' };
}

const DAYS_MONTH = 30.4375;

/** The day a number of months after another that is the first of a month. */
const monthsAfter = (day: number, months: number): number => {
  const year = yearOf(day);
  const month = Math.round((day - dayOf(year)) / DAYS_MONTH) + 1;
  return dayOf(year, month + months);
};

/** A grant vests its first part at the cliff, the rest quarter by quarter; the percents add up to 100. */
function scheduleOf(cliff: number, duration: number) {
  const steps: { month: number; percent: number }[] = [];
  const whole = 100;
  if (cliff > 0) steps.push({ month: cliff, percent: (whole * cliff) / duration });
  for (let month = cliff + 3; month <= duration; month += 3) steps.push({ month, percent: (whole * 3) / duration });
  return steps;
}

const SCHEDULES = [
  { scheduleName: '4 years, 1 year cliff', cliffMonths: 12, durationMonths: 48 },
  { scheduleName: '4 years, 1 year cliff', cliffMonths: 12, durationMonths: 48 },
  { scheduleName: '4 years, quarterly', cliffMonths: 0, durationMonths: 48 },
  { scheduleName: '5 years, 1 year cliff', cliffMonths: 12, durationMonths: 60 },
  { scheduleName: '3 years, 6 months cliff', cliffMonths: 6, durationMonths: 36 },
] as const;

const holdsEquity = (world: World, job: Job, random: Random): boolean => {
  if (job.company < 0 || job.kind === 'internship' || world.companies.rounds[job.company] === 0) return false;
  return random.chance(job.kind === 'founder' ? 0.9 : world.companies.size[job.company] < 1000 ? 0.6 : 0.3);
};

/** Equity of founders and employees of companies that raised money. `endDate` is when a leaver stopped vesting. */
export function* vestingRecords(world: World, who: Somebody, random: Random): Generator<RecordOf<'vesting'>> {
  random.at(world.seed, STREAM.vesting, who.life.index);
  for (const job of who.jobs) {
    if (!holdsEquity(world, job, random)) continue;
    const schedule = random.pick(SCHEDULES);
    const fully = monthsAfter(job.start, schedule.durationMonths);
    const left = Math.min(job.end, REFERENCE_DAY) < fully && !isCurrent(job);
    yield {
      personID: personID(world, who.life.index),
      companyID: companyID(world, job.company),
      companyName: world.companies.name(job.company).name,
      title: job.positions[0].title,
      startDate: stamp(job.start),
      ...(left ? { endDate: stamp(job.end) } : { fullyVestedDate: stamp(fully) }),
      ...schedule,
      schedule: scheduleOf(schedule.cliffMonths, schedule.durationMonths),
    };
  }
}
