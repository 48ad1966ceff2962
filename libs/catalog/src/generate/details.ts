/** Offices, pay, open jobs, products, news, public awards and patents of a company. */
import type { Company } from '@almanac/contracts';
import { roundsOf } from './funding';
import { HOSTS } from './hosts';
import { INDUSTRIES, type Industry } from './industries';
import { drawName, slug } from './names';
import { CITIES, CITIES_OF, COUNTRIES } from './places';
import { cents, hash, Random, rounded, STREAM } from './random';
import { dayText, REFERENCE_DAY, stamp } from './time';
import { fits, TRACKS, type Track } from './titles';
import { FLAG, sizeClassOf, type World } from './world';

interface Names {
  name: string;
  slug: string;
  stem: string;
}

interface Subject {
  world: World;
  index: number;
  names: Names;
  industry: Industry;
  sizeClass: number;
  /** The last day on which anything happened there. */
  until: number;
  /** Lines of work at the company. */
  tracks: Track[];
  random: Random;
}

const STREETS = [
  'Market Street',
  'Harbour Road',
  'Station Road',
  'Mill Lane',
  'Garden Avenue',
  'River Street',
  'Park Lane',
  'Bridge Street',
];

function officesOf({ world, index, sizeClass, random }: Subject): Company['officeLocations'] {
  const home = world.companies.city[index];
  const cities = new Set([home]);
  for (let more = random.below(1 + sizeClass); more > 0; more--) {
    const near = CITIES_OF[CITIES[home].country];
    cities.add(random.chance(0.6) ? random.pick(near) : random.below(CITIES.length));
  }
  return [...cities].map((place) => {
    const city = CITIES[place];
    return {
      address: {
        city: city.name,
        country: COUNTRIES[city.country].name,
        geographicArea: city.region,
        line1: `${random.between(1, 240)} ${random.pick(STREETS)}`,
        postalCode: String(random.between(10000, 99999)),
      },
      headquarter: place === home,
      localizedName: place === home ? 'Headquarters' : `${city.name} office`,
      latitude: city.lat,
      longitude: city.lon,
    };
  });
}

/** A range about a mean, in USD a year. */
function payRange(random: Random, mean: number) {
  const at = (factor: number) => rounded(mean * factor);
  const tail = 1.7 + random.unit();
  return {
    min: at(0.42),
    p10: at(0.58),
    p25: at(0.75),
    p50: at(0.95),
    mean: at(1),
    p75: at(1.2),
    p90: at(1.48),
    max: at(tail),
  };
}

function payOf({ world, index, sizeClass, tracks, random }: Subject): Partial<Company> {
  if (!random.chance(0.1 + sizeClass * 0.12)) return {};
  const { pay } = COUNTRIES[CITIES[world.companies.city[index]].country];
  const mean = random.around(82_000 * pay, 0.3);
  const departments = random.some(tracks, 2 + sizeClass);
  return {
    monetaryCompensation: payRange(random, mean),
    ...(world.companies.rounds[index] > 0 ? { equityCompensation: payRange(random, mean * 0.25) } : {}),
    departmentMonetaryCompensation: Object.fromEntries(
      departments.map(({ name }) => [name, payRange(random, mean * (0.7 + random.unit() * 0.7))]),
    ),
    paySchedule: random.pick(['monthly', 'monthly', 'biweekly']),
  };
}

function jobListingsOf({
  world,
  index,
  names,
  industry,
  sizeClass,
  tracks,
  random,
}: Subject): Company['jobListingList'] {
  if ((world.companies.flags[index] & FLAG.closed) !== 0) return [];
  const most = [1, 2, 3, 4, 5, 7, 9, 12][sizeClass] + (world.companies.rounds[index] > 0 ? 2 : 0);
  const list: Company['jobListingList'] = [];
  for (let wanted = random.between(0, most); wanted > 0; wanted--) {
    const track = random.pick(tracks);
    const title = random.pick(track.titles[random.between(1, 4)]);
    const remote = random.chance(0.25);
    const city = CITIES[world.companies.city[index]];
    const key = `${slug(title)}-${(hash(index, 1, wanted) % 900_000) + 100_000}`;
    const skills = random.some(track.skills, 3);
    list.push({
      category: track.name,
      subCategory: skills[0],
      title,
      slug: key,
      url: `https://jobs.${names.slug}.example/${key}`,
      mdDescription:
        `## ${title}\n\nJoin ${names.name} and work on ${random.pick(industry.themes)}.\n\n` +
        `**You bring**\n\n${skills.map((skill) => `- ${skill}`).join('\n')}\n`,
      isFullTime: random.chance(0.9),
      isRemote: remote,
      locations: remote ? ['Remote'] : [`${city.name}, ${COUNTRIES[city.country].name}`],
    });
  }
  return list;
}

function productsOf({ world, index, names, industry, sizeClass, until, random }: Subject): Company['productList'] {
  const since = world.companies.founded[index];
  const products = random.some(industry.products, random.between(1, Math.min(3, 1 + sizeClass)));
  return products.map((product) => {
    const productName = `${names.stem} ${product}`;
    const key = slug(productName);
    const launched = industry.sector === 'software' && random.chance(0.4);
    return {
      productName,
      tagline: `${product} for ${random.pick(industry.themes)}`,
      createdAt: stamp(since + random.below(Math.max(1, until - since))),
      imageID: `i_${hash(world.seed, index, product.length).toString(36)}`,
      productURL: `${names.slug}.example/${slug(product)}`,
      ...(launched ? { launchURL: `${HOSTS.launch}/posts/${key}`, votes: Math.round(random.around(180, 1.2)) } : {}),
    };
  });
}

const PAPERS = ['Example Business Wire', 'The Sample Herald', 'Placeholder Daily', 'Example Tech Review'];
const other = new Random();

function newsOf({ world, index, names, industry, sizeClass, until, random }: Subject): Company['embeddedNews'] {
  const since = Math.max(world.companies.founded[index], until - 1500);
  const list: NonNullable<Company['embeddedNews']> = [];
  const put = (day: number, title: string) => {
    const key = slug(title);
    list.push({
      date: dayText(day),
      title,
      author: drawName(random, 'en', random.chance(0.5) ? 'female' : 'male').full,
      source: random.pick(PAPERS),
      linkUrl: `https://${HOSTS.news}/${key}`,
      imageUrl: `https://${HOSTS.images}/news/${key}.jpg`,
    });
  };
  const rounds = roundsOf(world, index, other);
  const last = rounds[rounds.length - 1];
  if (last) put(last.day, `${names.name} raises ${Math.max(0.1, cents(last.amount / 1e6))} million USD (${last.name})`);
  for (let more = random.below(1 + sizeClass); more > 0; more--) {
    const day = since + random.below(Math.max(1, until - since));
    put(
      day,
      `${names.name} ${random.pick(HAPPENINGS).replace('%t', random.pick(industry.themes)).replace('%c', random.pick(CITIES).name)}`,
    );
  }
  return list.sort((a, b) => (a.date === b.date ? 0 : String(a.date) < String(b.date) ? 1 : -1));
}
const HAPPENINGS = [
  'opens an office in %c',
  'bets on %t',
  'names a new head of %t',
  'reports a strong year in %t',
  'starts a programme for %t with partners in %c',
];

const AGENCIES = [
  'Department of Examples',
  'Ministry of Samples',
  'Agency for Placeholder Research',
  'Office of Test Programmes',
];

function awardOf({ world, index, industry, until, random }: Subject): Partial<Company> {
  const likely = industry.customers.includes('B2G') || industry.sector === 'health' ? 0.14 : 0.015;
  if (!random.chance(likely)) return {};
  const since = Math.max(world.companies.founded[index], until - 3000);
  const signed = since + random.below(Math.max(1, until - 60 - since));
  const topAgency = random.pick(AGENCIES);
  return {
    governmentAwards: {
      awardId: `EX-${hash(world.seed, 99, index)}`,
      awardType: random.pick(['Contract', 'Grant', 'Delivery Order']),
      awardingTopTierAgency: topAgency,
      awardingSubTierAgency: `${topAgency}, Division ${random.between(1, 9)}`,
      productOrServiceDescription: `Services for ${random.pick(industry.themes)}`,
      awardAmount: rounded(random.around(400_000, 1.5)),
      dateSigned: stamp(signed),
      actionDate: stamp(signed + random.between(0, 60)),
      startDate: stamp(signed + 30),
      endDate: stamp(signed + 30 + random.between(180, 1500)),
    },
  };
}

function patentsOf({ world, index, industry, sizeClass, until, random }: Subject): Partial<Company> {
  const inventive = ['hardware', 'health', 'industry', 'energy'].includes(industry.sector);
  const old = until - world.companies.founded[index];
  if (old < 1200 || !random.chance((inventive ? 0.3 : 0.04) * (1 + sizeClass * 0.25))) return {};
  const filed = until - random.between(500, Math.min(old - 200, 5000));
  const document = `EX${hash(world.seed, 98, index)}B2`;
  const theme = random.pick(industry.themes);
  return {
    patentCount: 1 + Math.floor(random.around(2 + sizeClass * sizeClass * 2, 1)),
    ownedPatents: {
      documentId: document,
      documentUrl: `https://${HOSTS.patents}/${document}`,
      inventionTitle: `${random.pick(['Method', 'Apparatus', 'System and method'])} for ${theme}`,
      latestFilingDate: stamp(filed),
      datePublished: stamp(Math.min(until, filed + random.between(300, 500))),
    },
  };
}

export function detailsOf(world: World, index: number, names: Names, random: Random): Partial<Company> {
  random.at(world.seed, STREAM.extras, index);
  const industry = INDUSTRIES[world.companies.industry[index]];
  const sizeClass = sizeClassOf(world.companies.size[index]);
  const tracks = TRACKS.filter((track) => fits(track, industry.sector) > 0.5);
  const until = Math.min(REFERENCE_DAY, world.companies.closed[index]);
  const subject: Subject = { world, index, names, industry, sizeClass, until, tracks, random };
  const news = newsOf(subject);
  return {
    jobFamilyList: random.some(tracks, 3 + sizeClass).map(({ name }) => name),
    officeLocations: officesOf(subject),
    ...payOf(subject),
    jobListingList: jobListingsOf(subject),
    productList: productsOf(subject),
    ...(news?.length ? { embeddedNews: news } : {}),
    ...awardOf(subject),
    ...patentsOf(subject),
  };
}
