/** Headcount, web visits, followers and reviews of a company, now and over time, moving together with its fortune. */
import type { Company } from '@almanac/contracts';
import { INDUSTRIES } from './industries';
import { CITIES, COUNTRIES } from './places';
import { cents, type Random, rounded, STREAM } from './random';
import { courseOf } from './series';
import { MONTHS, REFERENCE_DAY } from './time';
import { FLAG, type World } from './world';

export interface Fortune {
  /** Growth a month. */
  growth: number;
  /** Month of the newest observation, counted back from the reference month. */
  newest: number;
  since: number;
}

/** Young and funded grows, closed shrinks; most stand nearly still. */
export function fortuneOf(world: World, index: number, random: Random): Fortune {
  const { companies } = world;
  const years = (REFERENCE_DAY - companies.founded[index]) / 365;
  const closed = (companies.flags[index] & FLAG.closed) !== 0;
  const base = closed ? -0.03 : companies.rounds[index] > 0 ? 0.022 : years < 4 ? 0.014 : 0.003;
  const growth = base + random.normal() * (years < 6 ? 0.014 : 0.006);
  let newest = 0;
  if (closed) while (newest < MONTHS.length - 1 && MONTHS[newest] > companies.closed[index]) newest++;
  else if (random.chance(0.12)) newest = random.between(1, 3);
  return { growth, newest, since: companies.founded[index] };
}

/** People at the company: monthly for up to three years. A company closed for longer has no history left. */
export function headcountOf(world: World, index: number, fortune: Fortune, random: Random): Partial<Company> {
  const size = world.companies.size[index];
  if ((world.companies.flags[index] & FLAG.closed) !== 0 && fortune.newest > 40) return {};
  const months = size < 10 ? 18 : 36;
  const history = courseOf(random, { ...fortune, current: size, noise: size > 500 ? 0.01 : 0.04, months });
  return { headcount: size, headcountHistorical: history };
}

function visitsOf(world: World, index: number, fortune: Fortune, random: Random): Partial<Company> {
  const { companies } = world;
  const { traffic } = INDUSTRIES[companies.industry[index]];
  const current = rounded(random.around(Math.sqrt(companies.size[index]) * 700 * traffic, 1.4)) + 5;
  const growth = fortune.growth + random.normal() * 0.015;
  const webTrafficHistorical = courseOf(random, { ...fortune, growth, current, noise: 0.22, months: 24 });
  return {
    currentWebTraffic: current,
    webTrafficHistorical,
    ...(random.chance(0.75) ? { webTrafficSources: sourcesOf(random) } : {}),
    ...(random.chance(0.75) ? { webViewerCountries: viewersOf(CITIES[companies.city[index]].country, random) } : {}),
  };
}

/** Shares of all visits; they add up to 1. */
function sourcesOf(random: Random) {
  const direct = 25 + random.below(30);
  const search = 15 + random.below(25);
  const social = random.below(10);
  const mail = random.below(6);
  const paidReferrals = random.below(5);
  const referrals = 100 - direct - search - social - mail - paidReferrals;
  const share = (percent: number) => percent / 100;
  return {
    mail: share(mail),
    direct: share(direct),
    search: share(search),
    social: share(social),
    referrals: share(referrals),
    paidReferrals: share(paidReferrals),
  };
}

function viewersOf(home: number, random: Random) {
  const viewers = [{ country: COUNTRIES[home].name, percentage: cents(0.4 + random.unit() * 0.45) }];
  let left = 1 - viewers[0].percentage;
  for (let more = random.between(2, 5); more > 0; more--) {
    const { name } = COUNTRIES[random.chance(0.4) ? 0 : random.below(COUNTRIES.length)];
    const percentage = cents(left * (0.2 + random.unit() * 0.4));
    if (percentage === 0 || viewers.some(({ country }) => country === name)) continue;
    viewers.push({ country: name, percentage });
    left -= percentage;
  }
  return viewers;
}

/** Followers on a network: the total rises month by month. */
function followers(random: Random, fortune: Fortune, median: number, weekly: boolean) {
  const current = Math.round(random.around(median, 1.3)) + 3;
  const growth = Math.max(0.002, fortune.growth * 0.8 + 0.006);
  return {
    current,
    history: courseOf(random, { ...fortune, current, growth, noise: 0.01, months: 14, rising: true, weekly }),
  };
}

function reviewsOf(world: World, index: number, fortune: Fortune, random: Random): Partial<Company> {
  const current = Math.round(random.around(Math.sqrt(world.companies.size[index]) * 6, 1)) + 1;
  const stars = cents(Math.min(4.9, 3.9 + random.normal() * 0.4));
  const growth = Math.max(0, fortune.growth + 0.01);
  const course = { ...fortune, months: 14, weekly: true };
  return {
    siteAReviewCount: current,
    siteAAverageStars: stars,
    siteAReviewCountHistorical: courseOf(random, { ...course, current, growth, noise: 0.01, rising: true }),
    siteAStarsHistorical: courseOf(random, { ...course, current: stars, growth: 0.001, noise: 0.02, decimals: 2 }),
  };
}

export interface Presence {
  website: boolean;
  pro: boolean;
  socialA: boolean;
  socialB: boolean;
  launch: boolean;
}

export function audienceOf(
  world: World,
  index: number,
  fortune: Fortune,
  presence: Presence,
  random: Random,
): Partial<Company> {
  random.at(world.seed, STREAM.audience, index);
  const { companies } = world;
  const root = Math.sqrt(companies.size[index]);
  const industry = INDUSTRIES[companies.industry[index]];
  const record: Partial<Company> = {};
  if (presence.website && random.chance(0.88)) Object.assign(record, visitsOf(world, index, fortune, random));
  if (presence.pro) record.proFollowers = Math.round(random.around(companies.size[index] * 9 + 40, 1.1));
  if (presence.socialA) {
    const { current, history } = followers(random, fortune, root * 90 * industry.traffic, true);
    record.socialALikes = current;
    if (random.chance(0.8)) record.socialAHistorical = history;
  }
  if (presence.socialB) {
    const { current, history } = followers(random, fortune, root * 110, true);
    record.socialBFollowers = current;
    if (random.chance(0.8)) record.socialBHistorical = history;
  }
  if (industry.sector === 'software' && companies.size[index] > 8 && random.chance(0.5))
    Object.assign(record, reviewsOf(world, index, fortune, random));
  if (presence.launch) {
    record.launchFollowerCount = Math.round(random.around(160, 1.2));
    record.launchTotalVotes = Math.round(random.around(240, 1));
    record.launchAvgRating = cents(Math.min(5, 4.3 + random.normal() * 0.35));
  }
  return record;
}
