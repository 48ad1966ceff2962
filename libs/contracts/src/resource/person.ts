import type { Static } from 'typebox';
import { boolean, datetime, datetimeOrNull, double, fieldsOf, integer, listOf, oneOf, record, text } from '../schema';
import { BareCompany, ENTITY_TYPES, PRECISIONS } from './bare';
import { CompanyFund, CompanyInvestmentWithCompany } from './investment';
import { LocationDetail } from './place';
import { URLs } from './urls';

const precision = () => oneOf(PRECISIONS);
const endDate = () => datetimeOrNull('null when ongoing');

export const School = record(
  'School',
  { id: text(), fullName: text() },
  {
    proID: text(),
    proNumID: integer(),
    location: text(),
    entityType: oneOf(ENTITY_TYPES, { description: 'always `school`' }),
  },
);
export const Certification = record(
  'Certification',
  { name: text() },
  {
    url: text(),
    issued: datetime(),
    expires: datetime(),
    companyID: text(),
    companyName: text(),
  },
);
export const Degree = record(
  'Degree',
  { personID: text() },
  {
    personEducationID: text(),
    fieldOfStudy: text(),
    name: text(),
    school: School,
  },
);
export const Education = record(
  'Education',
  { id: text(), personID: text() },
  {
    startDate: datetime(),
    endDate: endDate(),
    startDatePrecision: precision(),
    endDatePrecision: precision(),
    proID: text(),
    proNumID: integer(),
    name: text(),
    subject: text(),
    degreeName: text(),
    grade: text(),
    activities: text(),
    school: School,
    personEducationID: integer(),
  },
);

export const EMPLOYMENT_TYPES = [
  'FULL_TIME',
  'PART_TIME',
  'CONTRACT',
  'INTERNSHIP',
  'FREELANCE',
  'SELF_EMPLOYED',
  'APPRENTICESHIP',
  'SEASONAL',
  'TEMPORARY',
  'VOLUNTEER',
  'REMOTE',
  'OTHER',
] as const;
export const WorkPosition = record(
  'WorkPosition',
  {},
  {
    startDate: text(),
    endDate: endDate(),
    startDatePrecision: precision(),
    endDatePrecision: precision(),
    title: text({ description: 'The job title. (The interface declares a datetime here; a title is text.)' }),
    location: text(),
    department: text(),
    description: text(),
    seniorityScore: integer({ minimum: 1, maximum: 7 }),
    employmentType: oneOf(EMPLOYMENT_TYPES),
    skills: listOf(text()),
  },
);
export const WorkExperienceWithCompany = record(
  'WorkExperienceWithCompany',
  { personID: text(), positionList: listOf(WorkPosition) },
  {
    company: BareCompany,
    companyID: text(),
    companyName: text(),
    startDate: datetime(),
    endDate: endDate(),
    startDatePrecision: precision(),
    endDatePrecision: precision(),
    entityType: oneOf(ENTITY_TYPES),
    proID: text(),
    proNumID: text(),
  },
);
export const PROFICIENCIES = [
  'ELEMENTARY',
  'LIMITED_WORKING',
  'PROFESSIONAL_WORKING',
  'FULL_PROFESSIONAL',
  'NATIVE_OR_BILINGUAL',
] as const;
export const Language = record('Language', { languageName: text() }, { proficiency: oneOf(PROFICIENCIES) });

/** Required lists of a person: present even when empty. */
export const PERSON_REQUIRED_LISTS = {
  certifications: listOf(Certification),
  computed_highlightList: listOf(text(), { description: 'highlights computed by the service' }),
  investedIndustries: listOf(text()),
  investedRoundList: listOf(text()),
  investorCategoryList: listOf(text()),
  skills: listOf(text()),
};

/** Lists that come only with `full=true`. */
const relational = {
  companyInvestmentList: listOf(CompanyInvestmentWithCompany),
  foundedCompanyList: listOf(BareCompany),
  fundInvestmentList: listOf(CompanyFund),
};
export const PERSON_FULL_FIELDS = Object.keys(relational);

const optional = {
  URLs,
  about: text(),
  headline: text(),
  gender: text(),
  location: text(),
  degreeList: listOf(Degree),
  educationList: listOf(Education),
  emailAvailable: boolean(),
  personalEmailAvailable: boolean(),
  workEmailAvailable: boolean(),
  entityType: oneOf(ENTITY_TYPES),
  experienceList: listOf(WorkExperienceWithCompany),
  investorCurrentFirmID: text(),
  investorPreviousFirmID: text(),
  investorDisinterests: text(),
  investorInterests: text(),
  investorFirmPosition: text(),
  investorPreviousFirmPosition: text(),
  investorTitle: text(),
  investorType: text(),
  investorMaxInvestment: double(),
  investorMinInvestment: double(),
  investorTargetInvestment: double(),
  investorParticipatedRoundsCount: integer(),
  languageList: listOf(Language),
  lastUpdated: datetime(),
  proConnections: integer(),
  proFollowers: integer(),
  proEntityID: text(),
  proID: text({ description: 'the profile slug' }),
  proNumID: text(),
  locationDetails: LocationDetail,
  locationIDList: listOf(integer(), { description: 'geocoded ids, to filter people by location' }),
};
const required = { id: text(), firstName: text(), fullName: text(), lastName: text(), ...PERSON_REQUIRED_LISTS };

export const Person = record('Person', required, { ...optional, ...relational });
export type Person = Static<typeof Person>;

/** A person as answered without `full=true`. */
export const EnrichedPerson = record('EnrichedPerson', required, optional);

/** Fields that Almanac derives; a loader ignores them in a record and says so. */
export const PERSON_COMPUTED_FIELDS = ['computed_highlightList', 'locationDetails', 'locationIDList', 'lastUpdated'];
/** Derived from relations; the generator never writes them, a source may. */
export const PERSON_RELATION_FIELDS = [
  'investedIndustries',
  'investedRoundList',
  'investorParticipatedRoundsCount',
  'emailAvailable',
  'personalEmailAvailable',
  'workEmailAvailable',
];
export const PERSON_FIELDS = fieldsOf(Person);
