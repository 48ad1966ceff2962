import { boolean, datetime, double, integer, listOf, oneOf, record, text } from '../schema';

export const JobListing = record(
  'JobListing',
  {},
  {
    category: text(),
    subCategory: text(),
    title: text(),
    slug: text(),
    url: text(),
    mdDescription: text({ description: 'markdown' }),
    isFullTime: boolean(),
    isRemote: boolean(),
    locations: listOf(text()),
  },
);
export const TechStack = record('TechStack', {}, { productName: text(), productCategories: listOf(text()) });
export const CompanyAcquisition = record(
  'CompanyAcquisition',
  { id: integer() },
  {
    announcedOn: datetime(),
    acquirerName: text(),
    acquireeName: text(),
    price: double(),
  },
);
export const RangeNumberData = record(
  'RangeNumberData',
  {},
  {
    max: double(),
    mean: double(),
    min: double(),
    p10: double(),
    p25: double(),
    p50: double(),
    p75: double(),
    p90: double(),
  },
);
export const Article = record(
  'Article',
  {},
  {
    date: text(),
    title: text(),
    author: text(),
    source: text(),
    linkUrl: text(),
    imageUrl: text(),
  },
);
export const EmployeeCountRange = record('EmployeeCountRange', {}, { start: integer(), end: integer() });
export const GovermentAwardData = record(
  'GovermentAwardData',
  {},
  {
    awardId: text(),
    awardType: text(),
    awardingTopTierAgency: text(),
    awardingSubTierAgency: text(),
    productOrServiceDescription: text(),
    cfdaProgram: text(),
    awardAmount: double({ description: 'USD' }),
    startDate: datetime(),
    endDate: datetime(),
    actionDate: datetime(),
    dateSigned: datetime(),
  },
);
export const OfficeLocationAddress = record(
  'OfficeLocationAddress',
  {},
  {
    city: text(),
    country: text(),
    geographicArea: text(),
    line1: text(),
    line2: text(),
    postalCode: text(),
  },
);
export const OfficeLocation = record(
  'OfficeLocation',
  { address: OfficeLocationAddress, headquarter: boolean() },
  {
    localizedName: text(),
    description: text(),
    latitude: double(),
    longitude: double(),
  },
);
export const PatentData = record(
  'PatentData',
  {},
  {
    documentId: text(),
    documentUrl: text(),
    inventionTitle: text(),
    latestFilingDate: datetime(),
    datePublished: datetime(),
  },
);
export const CompanyProduct = record(
  'CompanyProduct',
  {},
  {
    createdAt: datetime(),
    imageID: text(),
    launchURL: text(),
    productName: text(),
    productURL: text(),
    tagline: text(),
    votes: integer(),
  },
);
export const REVENUE_BUCKETS = [
  '<$1M',
  '$1M-$5M',
  '$5M-$10M',
  '$10M-$50M',
  '$50M-$100M',
  '$100M-$500M',
  '$500M-$1B',
  '$1B+',
] as const;
export const CompanyRevenue = record(
  'CompanyRevenue',
  {},
  {
    low: double(),
    mid: double({ description: 'median, best point estimate' }),
    high: double(),
    bucket: oneOf(REVENUE_BUCKETS),
    confidence: oneOf(['high', 'medium', 'low']),
    computedAt: integer({ description: 'Unix time in milliseconds' }),
  },
);
export const StockPrice = record(
  'StockPrice',
  {},
  {
    high: double(),
    volume: double({ description: 'USD' }),
    open: double(),
    low: double(),
    close: double(),
    adjclose: double(),
  },
);
export const WebTrafficSources = record(
  'WebTrafficSources',
  {},
  {
    mail: double(),
    direct: double(),
    search: double(),
    social: double(),
    referrals: double(),
    paidReferrals: double(),
  },
);
export const WebTrafficCountry = record(
  'WebTrafficCountry',
  { country: text(), percentage: double({ minimum: 0, maximum: 1 }) },
  {},
);
