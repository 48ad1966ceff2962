/** Who puts money in: venture firms and angels into rounds, institutions into funds, others outside of any round. */
import type { RecordOf } from '@almanac/contracts';
import { seatsOf } from './founders';
import type { Round } from './funding';
import { companyID, personID, relationID } from './identity';
import { lifeOf } from './life';
import { CITIES } from './places';
import { Random, rounded, STREAM } from './random';
import { REFERENCE_DAY, stamp } from './time';
import { FLAG, type World } from './world';

export const CREATED_BY = 'almanac-generator';
const FUNDS_MAX = 8;

/** A venture firm that existed by then, of the same country if one is met soon; −1 if none is. */
function firmFor(world: World, company: number, day: number, random: Random): number {
  const { firms, companies } = world;
  if (firms.length === 0) return -1;
  const country = CITIES[companies.city[company]].country;
  for (let attempt = 0; attempt < 8; attempt++) {
    const firm = firms[random.leaning(firms.length)];
    const near = attempt > 4 || CITIES[companies.city[firm]].country === country || random.chance(0.3);
    if (near && companies.founded[firm] + 180 < day) return firm;
  }
  return -1;
}

/** A person who invests, was at work by then and did not found the company; −1 if none is met soon. */
function angelFor(world: World, company: number, day: number, random: Random): number {
  const { angels, slots } = world;
  for (let attempt = 0; attempt < 4 && angels.length > 0; attempt++) {
    const slot = angels[random.leaning(angels.length)];
    const person = slots.to(slot);
    const own = seatsOf(world.founders, slot).some((seat) => world.founders.seatCompany[seat] === company);
    if (!own && lifeOf(world, person).workStart + 1100 < day) return person;
  }
  return -1;
}

type Investors = Pick<
  RecordOf<'funding_round'>,
  'leadCompanyInvestorList' | 'companyInvestorList' | 'leadPersonInvestorList' | 'personInvestorList'
>;

/** Investors of one round; leads are also among all. Grants, debt and listings name none or firms alone. */
export function investorsOf(world: World, company: number, place: number, round: Round, random: Random): Investors {
  if (round.stage === 'grant' || round.stage === 'ipo') return {};
  random.at(world.seed, STREAM.investors, company * 16 + place);
  const early = round.stage === 'pre-seed' || round.stage === 'seed';
  const firms = new Set<number>();
  const angels = new Set<number>();
  for (let wanted = round.stage === 'debt' ? 1 : random.between(early ? 0 : 1, early ? 3 : 5); wanted > 0; wanted--) {
    const firm = firmFor(world, company, round.day, random);
    if (firm >= 0) firms.add(firm);
  }
  const most = round.stage === 'pre-seed' ? 4 : round.stage === 'seed' ? 3 : round.stage === 'series-a' ? 1 : 0;
  for (let wanted = random.between(0, most); wanted > 0; wanted--) {
    const angel = angelFor(world, company, round.day, random);
    if (angel >= 0) angels.add(angel);
  }
  const companyList = [...firms].map((firm) => ({ id: companyID(world, firm) }));
  const personList = [...angels].map((person) => ({ id: personID(world, person) }));
  return {
    ...(companyList.length
      ? { leadCompanyInvestorList: companyList.slice(0, 1), companyInvestorList: companyList }
      : {}),
    ...(personList.length ? { personInvestorList: personList } : {}),
    ...(personList.length && !companyList.length ? { leadPersonInvestorList: personList.slice(0, 1) } : {}),
  };
}

/** Funds that a venture firm raised: each later and larger than the one before. */
export function* fundRecords(world: World, firm: number, random: Random): Generator<RecordOf<'fund'>> {
  const { companies, institutions } = world;
  random.at(world.seed, STREAM.funds, firm);
  let day = companies.founded[firm] + random.between(60, 500);
  let amount = random.around(40e6, 1);
  for (let number = 1; number <= FUNDS_MAX && day < REFERENCE_DAY; number++) {
    const partners = new Set<number>();
    for (let wanted = random.between(1, 6); wanted > 0 && institutions.length > 0; wanted--) {
      const institution = institutions[random.below(institutions.length)];
      if (institution !== firm) partners.add(institution);
    }
    const angel = random.chance(0.4) ? angelFor(world, firm, day, random) : -1;
    yield {
      id: relationID(world, STREAM.funds, firm * FUNDS_MAX + number - 1),
      companyID: companyID(world, firm),
      name: `${companies.name(firm).name} Fund ${['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'][number - 1]}`,
      date: stamp(day),
      amountRaised: rounded(amount),
      companyInvestorList: [...partners].map((index) => ({ id: companyID(world, index) })),
      personInvestorList: angel >= 0 ? [{ id: personID(world, angel) }] : [],
    };
    day += random.between(700, 1600);
    amount *= 1.3 + random.unit();
  }
}

/** An investment that no round tells of: by an angel or a large company, in about one young company of eight. */
export function investmentRecord(world: World, company: number, random: Random): RecordOf<'investment'> | undefined {
  const { companies, institutions } = world;
  random.at(world.seed, STREAM.investment, company);
  if (companies.rounds[company] === 0 || !random.chance(0.3)) return undefined;
  const day = companies.founded[company] + random.between(30, 500);
  const byPerson = random.chance(0.7) || institutions.length === 0;
  const person = byPerson ? angelFor(world, company, day, random) : -1;
  const investor = byPerson ? -1 : institutions[random.below(institutions.length)];
  if ((person < 0 && investor < 0) || day > REFERENCE_DAY || companies.closed[company] < day) return undefined;
  return {
    id: relationID(world, STREAM.investment, company),
    companyID: companyID(world, company),
    ...(person >= 0 ? { personID: personID(world, person) } : { companyInvestorID: companyID(world, investor) }),
    date: stamp(day),
    totalAmountRaised: rounded(random.around(person >= 0 ? 60_000 : 900_000, 1), 2),
    createdBy: CREATED_BY,
  };
}

/** The line of a company that was bought. */
export function acquisitionRecord(
  world: World,
  acquiree: number,
  day: number,
  random: Random,
): RecordOf<'acquisition'> {
  const { companies } = world;
  const acquirer = companies.acquirer[acquiree];
  random.at(world.seed, STREAM.acquisition, acquiree + companies.count);
  const disclosed = random.chance(0.4) || (companies.flags[acquirer] & FLAG.public) !== 0;
  return {
    id: relationID(world, STREAM.acquisition, acquiree),
    acquirerID: companyID(world, acquirer),
    acquireeID: companyID(world, acquiree),
    acquirerName: companies.name(acquirer).name,
    acquireeName: companies.name(acquiree).name,
    announcedOn: stamp(day),
    ...(disclosed ? { price: rounded(random.around(companies.size[acquiree] * 600_000, 1)) } : {}),
  };
}
