/**
 * Synthetic companies and people for the demo, load tests and search benches. Pure: the same options give the same
 * bytes on every machine. See README.md beside this file.
 */
import type { RecordKind } from '@almanac/contracts';
import { acquisitionRecord, fundRecords, investmentRecord } from './backing';
import { companyRecord } from './company';
import { fundingRecords } from './funding';
import { companyID, personID } from './identity';
import { personRecord, somebody } from './person';
import { Random, seedOf } from './random';
import { emailRecords, vestingRecords } from './reach';
import type { Generated } from './records';
import { acquisitionDay, planWorld, type World } from './world';

export { CREATED_BY } from './backing';
export { SYNTHETIC_COMPANY } from './company';
export { HOSTS } from './hosts';
export { SYNTHETIC_PERSON } from './person';
export type { CompanyLine, Generated, PersonLine } from './records';
export { REFERENCE_DAY, stamp } from './time';

export interface GenerateOptions {
  /** How many companies: 0 … 10 million. */
  companies: number;
  /** How many people: 0 … 90 million. */
  people: number;
  /** A number or any text. */
  seed: number | string;
  /** Only these kinds; the records of a kind do not depend on which others are asked for. */
  kinds?: readonly RecordKind[];
}

/** Bounds of what arithmetic on indexes can hold exactly. */
const COMPANIES_MAX = 10_000_000;
const PEOPLE_MAX = 90_000_000;

const inRange = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most;

/**
 * Every record, in this order: companies; people, each followed by their e-mail addresses and vestings; then funding
 * rounds, investments, funds, acquisitions, founders. So a line only names entities that came before it.
 * Throws a RangeError for counts that are not whole numbers within bounds.
 */
export function* generate({ companies, people, seed, kinds }: GenerateOptions): Generator<Generated> {
  if (!inRange(companies, COMPANIES_MAX))
    throw new RangeError(`companies must be a whole number up to ${COMPANIES_MAX}`);
  if (!inRange(people, PEOPLE_MAX)) throw new RangeError(`people must be a whole number up to ${PEOPLE_MAX}`);
  const world = planWorld(seedOf(seed), companies, people);
  const wanted = (...some: RecordKind[]) => !kinds || some.some((kind) => kinds.includes(kind));
  const random = new Random();
  if (wanted('company'))
    for (let index = 0; index < companies; index++)
      yield { kind: 'company', record: companyRecord(world, index, random) };
  if (wanted('person', 'person_email', 'vesting')) yield* peopleOf(world, wanted, random);
  yield* relationsOf(world, wanted, random);
}

/** The same records as JSON texts without line ends: what `almanac generate` writes. */
export function* generateLines(options: GenerateOptions): Generator<{ kind: RecordKind; line: string }> {
  for (const { kind, record } of generate(options)) yield { kind, line: JSON.stringify(record) };
}

type Wanted = (...some: RecordKind[]) => boolean;

function* peopleOf(world: World, wanted: Wanted, random: Random): Generator<Generated> {
  const [person, email, vesting] = [wanted('person'), wanted('person_email'), wanted('vesting')];
  for (let index = 0; index < world.people; index++) {
    const who = somebody(world, index, random);
    if (person) yield { kind: 'person', record: personRecord(world, who, random) };
    if (email) for (const record of emailRecords(world, who, random)) yield { kind: 'person_email', record };
    if (vesting) for (const record of vestingRecords(world, who, random)) yield { kind: 'vesting', record };
  }
}

function* relationsOf(world: World, wanted: Wanted, random: Random): Generator<Generated> {
  const { companies, firms, founders } = world;
  if (wanted('funding_round'))
    for (let index = 0; index < companies.count; index++)
      for (const record of fundingRecords(world, index, random)) yield { kind: 'funding_round', record };
  if (wanted('investment'))
    for (let index = 0; index < companies.count; index++) {
      const record = investmentRecord(world, index, random);
      if (record) yield { kind: 'investment', record };
    }
  if (wanted('fund'))
    for (const firm of firms) for (const record of fundRecords(world, firm, random)) yield { kind: 'fund', record };
  if (wanted('acquisition'))
    for (let index = 0; index < companies.count; index++)
      if (companies.acquirer[index] >= 0)
        yield { kind: 'acquisition', record: acquisitionRecord(world, index, acquisitionDay(world, index), random) };
  if (wanted('founder'))
    for (let seat = 0; seat < founders.seats; seat++) {
      const person = world.slots.to(founders.seatSlot[seat]);
      yield {
        kind: 'founder',
        record: { companyID: companyID(world, founders.seatCompany[seat]), personID: personID(world, person) },
      };
    }
}
