/**
 * Input records: what `almanac import` reads, one JSON object a line. Company and person lines have the API's own shapes;
 * relation lines name the entities they join by id. The loader derives the rest.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { COMPANY_COMPUTED_FIELDS, Company } from '../resource/company';
import { PERSON_COMPUTED_FIELDS, PERSON_FULL_FIELDS, Person } from '../resource/person';
import { datetime, double, integer, listOf, oneOf, optionalAll, record, text } from '../schema';

function inputShape(resource: TSchema, left: string[], title: string) {
  const properties = (resource as unknown as { properties: Record<string, TSchema> }).properties;
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !left.includes(name)));
  return Type.Object(
    {
      ...optionalAll(kept),
      identifiers: Type.Optional(
        Type.Record(Type.String(), listOf(text()), {
          description: 'identifiers of kinds that the API shape has no place for',
        }),
      ),
    },
    { title, additionalProperties: false },
  );
}

/** A company line: the Company resource without what Almanac computes; null removes a field. */
export const CompanyRecord = inputShape(Company, COMPANY_COMPUTED_FIELDS, 'CompanyRecord');
/** A person line: the Person resource without what Almanac computes or joins from relation lines. */
export const PersonRecord = inputShape(Person, [...PERSON_COMPUTED_FIELDS, ...PERSON_FULL_FIELDS], 'PersonRecord');

const CompanyReference = record('CompanyReference', { id: text() }, {});
const PersonReference = record('PersonReference', { id: text() }, {});

export const STAGES = [
  'pre-seed',
  'seed',
  'series-a',
  'series-b',
  'series-c',
  'series-d',
  'series-e',
  'series-f',
  'series-g',
  'series-h',
  'series-i',
  'series-j',
  'growth',
  'private-equity',
  'debt',
  'grant',
  'convertible-note',
  'crowdfunding',
  'secondary',
  'ipo',
  'post-ipo',
  'other',
] as const;

export const FundingRoundRecord = record(
  'FundingRoundRecord',
  { id: integer(), companyID: text() },
  {
    announcedOn: datetime(),
    name: text(),
    stage: oneOf(STAGES),
    moneyRaised: double({ description: 'USD' }),
    valuation: record('Valuation', {}, { exact: double({ description: 'USD' }) }),
    leadCompanyInvestorList: listOf(CompanyReference),
    companyInvestorList: listOf(CompanyReference),
    leadPersonInvestorList: listOf(PersonReference),
    personInvestorList: listOf(PersonReference),
  },
);
/** An investment that no funding-round line tells of. */
export const InvestmentRecord = record(
  'InvestmentRecord',
  { id: integer(), companyID: text() },
  {
    companyInvestorID: text(),
    personID: text(),
    date: datetime(),
    totalAmountRaised: double({ description: 'USD' }),
    createdBy: text(),
  },
);
export const FundRecord = record(
  'FundRecord',
  { id: integer(), companyID: text({ description: 'the company that raised the fund' }) },
  {
    name: text(),
    date: datetime(),
    amountRaised: double(),
    companyInvestorList: listOf(CompanyReference),
    personInvestorList: listOf(PersonReference),
  },
);
export const AcquisitionRecord = record(
  'AcquisitionRecord',
  { id: integer(), acquirerID: text(), acquireeID: text() },
  {
    acquirerName: text(),
    acquireeName: text(),
    announcedOn: datetime(),
    price: double({ description: 'USD' }),
  },
);
export const FounderRecord = record('FounderRecord', { companyID: text(), personID: text() }, {});
export const VestingRecord = record(
  'VestingRecord',
  { personID: text(), companyID: text() },
  {
    companyName: text(),
    title: text(),
    startDate: datetime(),
    endDate: datetime(),
    scheduleName: text(),
    cliffMonths: integer({ minimum: 0 }),
    durationMonths: integer({ minimum: 1 }),
    fullyVestedDate: datetime(),
    schedule: listOf(
      record('VestingStep', { month: integer({ minimum: 0 }), percent: double({ minimum: 0, maximum: 100 }) }, {}),
    ),
  },
);
export const EMAIL_TYPES = ['personal', 'work', 'student'] as const;
export const PersonEmailRecord = record(
  'PersonEmailRecord',
  { personID: text(), email: text(), type: oneOf(EMAIL_TYPES) },
  {
    companyID: text({ description: 'only for work addresses' }),
  },
);

/** Every kind of input line by the name that `almanac import KIND` and exports use. */
export const RECORDS = {
  company: CompanyRecord,
  person: PersonRecord,
  funding_round: FundingRoundRecord,
  investment: InvestmentRecord,
  fund: FundRecord,
  acquisition: AcquisitionRecord,
  founder: FounderRecord,
  vesting: VestingRecord,
  person_email: PersonEmailRecord,
};
export type RecordKind = keyof typeof RECORDS;
interface WithIdentifiers {
  identifiers?: Record<string, string[]>;
}
/** A line of one kind. Company and person lines are built from the resources' field lists, so their types are told here. */
export type RecordOf<K extends RecordKind> = K extends 'company'
  ? Partial<Company> & WithIdentifiers
  : K extends 'person'
    ? Partial<Person> & WithIdentifiers
    : Static<(typeof RECORDS)[K]>;
