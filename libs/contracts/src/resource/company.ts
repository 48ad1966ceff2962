import type { Static } from 'typebox';
import Type from 'typebox';
import { boolean, datetime, double, fieldsOf, history, integer, listOf, optionalAll, record, text } from '../schema';
import * as part from './company-parts';
import { LocationDetail } from './place';
import { URLs } from './urls';

/** Required lists of a company: present even when empty. */
export const COMPANY_REQUIRED_LISTS = {
  alternateNames: listOf(text()),
  businessModelList: listOf(text()),
  customerTypes: listOf(text(), { description: 'B2B, B2C, B2G' }),
  jobFamilyList: listOf(text()),
  screenshotList: listOf(text()),
  targetMarketList: listOf(text()),
  jobListingList: listOf(part.JobListing),
  techStackList: listOf(part.TechStack),
};

const identity = {
  CIKNumber: text(),
  NAICSCode: text(),
  cageCode: text(),
  dunsNumber: text(),
  legalEntityID: text(),
  legalName: text(),
  name: text(),
  description: text(),
  tagline: text(),
  dataFID: text(),
  wikidataID: text(),
  siteBID: text(),
  hubID: text(),
  proID: text({ description: 'company id or page name' }),
  proNumID: text(),
};
const location = {
  country: text(),
  region: text(),
  locality: text(),
  locationDetails: LocationDetail,
  locationIDList: listOf(integer()),
  officeLocations: listOf(part.OfficeLocation),
};
const size = {
  headcount: integer(),
  computed_headcount: integer(),
  headcountHistorical: history(double()),
  employeeCountRange: part.EmployeeCountRange,
};
const classification = { industryList: listOf(text()), proIndustries: listOf(text()), computed_tags: listOf(text()) };
const corporateStatus = {
  status: text(),
  ownershipStatus: text(),
  financingStatus: text(),
  founded: datetime(),
  ipoDate: datetime(),
  isAcquired: boolean(),
  isExited: boolean(),
  isGovernment: boolean(),
  isNonProfit: boolean(),
  isShutDown: boolean(),
  acquiredBy: part.CompanyAcquisition,
  exitCount: integer(),
};
const funding = {
  fundingRoundCount: integer(),
  investmentCount: integer(),
  investorCount: integer(),
  leadInvestmentCount: integer(),
  leadInvestorCount: integer(),
  lastRoundValuation: double(),
  totalFunding: double({ description: 'USD' }),
  latestDealAmount: integer(),
  latestDealDate: datetime(),
  latestDealType: text(),
};
const publicMarkets = {
  marketCap: double(),
  outstandingShares: double(),
  sharePrice: double({ description: 'USD' }),
  sharePriceHistorical: history(double()),
  stockPriceHistorical: history(part.StockPrice),
  stockExchange: text(),
  stockSymbol: text(),
};
const compensation = {
  monetaryCompensation: part.RangeNumberData,
  equityCompensation: part.RangeNumberData,
  departmentMonetaryCompensation: Type.Record(Type.String(), part.RangeNumberData),
  paySchedule: text(),
};
const otherRecords = {
  embeddedNews: listOf(part.Article),
  governmentAwards: part.GovermentAwardData,
  ownedPatents: part.PatentData,
  patentCount: integer(),
  productList: listOf(part.CompanyProduct),
  revenue: part.CompanyRevenue,
};
const audience = {
  currentWebTraffic: double(),
  socialALikes: integer(),
  proFollowers: integer(),
  socialBFollowers: integer(),
  siteAReviewCount: integer(),
  launchFollowerCount: integer(),
  launchTotalVotes: integer(),
  siteAAverageStars: double(),
  launchAvgRating: double(),
  socialAHistorical: history(double()),
  socialBHistorical: history(double()),
  siteAReviewCountHistorical: history(double()),
  siteAStarsHistorical: history(double()),
  webTrafficHistorical: history(double()),
  webTrafficSources: part.WebTrafficSources,
  webViewerCountries: listOf(part.WebTrafficCountry),
};

/** The historical map that each growth metric is computed from. */
export const GROWTH_SOURCES = {
  SocialA: 'socialAHistorical',
  SocialB: 'socialBHistorical',
  SiteAReviewCount: 'siteAReviewCountHistorical',
  SiteAStars: 'siteAStarsHistorical',
  Headcount: 'headcountHistorical',
  WebTraffic: 'webTrafficHistorical',
} as const;
export type GrowthMetric = keyof typeof GROWTH_SOURCES;

const allMetrics = Object.keys(GROWTH_SOURCES) as GrowthMetric[];
/** Periods of growth and the metrics that the interface gives each. */
export const GROWTH_PERIODS: Record<'weekly' | 'monthly' | 'triMonthly' | 'yearly', GrowthMetric[]> = {
  weekly: ['SocialA', 'SocialB', 'SiteAReviewCount', 'SiteAStars'],
  monthly: allMetrics,
  triMonthly: allMetrics,
  yearly: allMetrics,
};
export const GROWTH_FIELDS = Object.entries(GROWTH_PERIODS).flatMap(([period, metrics]) =>
  metrics.flatMap((metric) => [`${period}${metric}Change`, `${period}${metric}Percent`]),
);
const growth = Object.fromEntries(GROWTH_FIELDS.map((name) => [name, double()])) as Record<
  string,
  ReturnType<typeof double>
>;

/** Field groups of a company as the interface lists them; the category views are built of them. */
export const COMPANY_GROUPS = {
  identity: Object.keys(identity),
  location: Object.keys(location),
  size: Object.keys(size),
  classification: Object.keys(classification),
  corporateStatus: Object.keys(corporateStatus),
  funding: Object.keys(funding),
  publicMarkets: Object.keys(publicMarkets),
  compensation: Object.keys(compensation),
  otherRecords: Object.keys(otherRecords),
  audience: Object.keys(audience),
  growth: GROWTH_FIELDS,
};

export const Company = record(
  'Company',
  { id: text(), ...COMPANY_REQUIRED_LISTS },
  {
    ...identity,
    URLs,
    ...location,
    ...size,
    ...classification,
    ...corporateStatus,
    ...funding,
    ...publicMarkets,
    ...compensation,
    ...otherRecords,
    ...audience,
    ...growth,
  },
);
export type Company = Static<typeof Company>;

/** What `/company/enrich` answers: the company record plus when its record last changed. `fields` may leave out all but `id`. */
export const EnrichedCompany = Type.Object(
  { ...Company.properties, ...optionalAll({ lastUpdated: datetime() }) },
  { title: 'EnrichedCompany', additionalProperties: false },
);

/**
 * Fields that Almanac derives (ARCHITECTURE, "Derived"). A loader ignores them in a record and says so;
 * counts, flags and latest deal are derived too but a source may state them, so they are not here.
 */
export const COMPANY_COMPUTED_FIELDS = [
  'computed_headcount',
  'computed_tags',
  'locationDetails',
  'locationIDList',
  'revenue',
  ...GROWTH_FIELDS,
];
/** Counts and flags that the catalog derives from relations; the generator never writes them, a source may. */
export const COMPANY_RELATION_FIELDS = [
  'acquiredBy',
  'isAcquired',
  'isExited',
  'exitCount',
  'fundingRoundCount',
  'investmentCount',
  'investorCount',
  'leadInvestmentCount',
  'leadInvestorCount',
  'lastRoundValuation',
  'totalFunding',
  'latestDealAmount',
  'latestDealDate',
  'latestDealType',
];
export const COMPANY_FIELDS = fieldsOf(Company);
