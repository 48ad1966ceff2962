/** Priced funding rounds of a company: dates, stages and amounts that rise; grants and debt beside them. */
import type { RecordOf } from '@almanac/contracts';
import { investorsOf } from './backing';
import { companyID, relationID } from './identity';
import { INDUSTRIES } from './industries';
import { CITIES, COUNTRIES } from './places';
import { hash, Random, rounded, STREAM } from './random';
import { REFERENCE_DAY, stamp } from './time';
import { FLAG, lastDay, type World } from './world';

type Stage = NonNullable<RecordOf<'funding_round'>['stage']>;

export interface Round {
  stage: Stage;
  name: string;
  day: number;
  /** USD */
  amount: number;
  /** USD after the money; absent where no shares were sold. */
  valuation?: number;
}

const PRICED = [
  'pre-seed',
  'seed',
  'series-a',
  'series-b',
  'series-c',
  'series-d',
  'series-e',
  'series-f',
  'series-g',
] as const;
const USUAL_MILLIONS = [0.6, 2.2, 9, 22, 48, 95, 170, 260, 400];

/** The day a public company was listed. */
export function listingDay(world: World, index: number): number {
  const first = world.companies.founded[index] + 1500;
  return first + (hash(world.seed, STREAM.market, ~index) % (REFERENCE_DAY - 400 - first));
}

const stageName = (stage: string): string =>
  stage
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(stage === 'pre-seed' ? '-' : ' ');

/** All rounds of a company, oldest first; empty for those that never raised. */
export function roundsOf(world: World, index: number, random: Random): Round[] {
  const { companies } = world;
  const count = companies.rounds[index];
  if (count === 0) return [];
  random.at(world.seed, STREAM.rounds, index);
  const listed = (companies.flags[index] & FLAG.public) !== 0;
  const end = listed ? listingDay(world, index) : lastDay(world, index);
  const founded = companies.founded[index];
  const wealth = Math.sqrt(COUNTRIES[CITIES[companies.city[index]].country].pay);
  const firstStage = count > 1 && random.chance(0.35) ? 0 : 1;
  const step = (end - founded) / (count + 1);
  const rounds: Round[] = [];
  let day = founded;
  let amount = 0;
  let valuation = 0;
  for (let place = 0; place < count; place++) {
    const usual = USUAL_MILLIONS[firstStage + place] * 1e6 * wealth;
    day += Math.floor(
      Math.min(place === 0 ? random.between(90, 700) : random.between(300, 800), step * (0.6 + random.unit() * 0.4)),
    );
    amount = rounded(Math.max(random.around(usual, 0.7), amount * 1.2));
    valuation = rounded(Math.max(amount * (3.5 + random.unit() * 4), valuation * 1.25 + amount));
    const stage = PRICED[firstStage + place];
    rounds.push({ stage, name: stageName(stage), day, amount, valuation });
  }
  return withOthers(rounds, random, {
    end,
    founded,
    listed,
    research: INDUSTRIES[companies.industry[index]].sector === 'health',
  });
}

function withOthers(
  rounds: Round[],
  random: Random,
  { end, founded, listed, research }: { end: number; founded: number; listed: boolean; research: boolean },
): Round[] {
  const first = rounds[0];
  const last = rounds[rounds.length - 1];
  if (random.chance(research ? 0.4 : 0.06)) {
    const day = founded + Math.floor((first.day - founded) / 2);
    rounds.unshift({ stage: 'grant', name: 'Grant', day, amount: rounded(random.around(250_000, 1)) });
  }
  const later = last.day + random.between(60, 400);
  if (random.chance(0.07) && later < end)
    rounds.push({ stage: 'debt', name: 'Venture Debt', day: later, amount: rounded(last.amount * 0.4) });
  if (listed) {
    const amount = rounded(last.amount * (1.5 + random.unit() * 2));
    rounds.push({
      stage: 'ipo',
      name: 'IPO',
      day: end,
      amount,
      valuation: rounded((last.valuation ?? 0) * 1.5 + amount),
    });
  }
  return rounds;
}

const ROUNDS_MAX = 16;

export function* fundingRecords(world: World, index: number, random: Random): Generator<RecordOf<'funding_round'>> {
  const rounds = roundsOf(world, index, random);
  const companyKey = companyID(world, index);
  for (const [place, round] of rounds.entries()) {
    yield {
      id: relationID(world, STREAM.rounds, index * ROUNDS_MAX + place),
      companyID: companyKey,
      announcedOn: stamp(round.day),
      name: round.name,
      stage: round.stage,
      moneyRaised: round.amount,
      ...(round.valuation === undefined ? {} : { valuation: { exact: round.valuation } }),
      ...investorsOf(world, index, place, round, random),
    };
  }
}
