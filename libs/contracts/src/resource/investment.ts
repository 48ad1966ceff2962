import type { Static } from 'typebox';
import { datetime, double, integer, listOf, record, text } from '../schema';
import { BareCompany, BarePerson } from './bare';

export const CompanyFund = record(
  'CompanyFund',
  {
    id: integer({ description: 'fund identifier' }),
    companyInvestorList: listOf(BareCompany, { description: 'companies that invested in the fund' }),
    personInvestorList: listOf(BarePerson, { description: 'people who invested in the fund' }),
  },
  {
    name: text(),
    date: datetime({ description: 'date the fund was raised' }),
    amountRaised: double({ description: 'total raised' }),
  },
);
export type CompanyFund = Static<typeof CompanyFund>;

export const CompanyInvestmentWithInvestor = record(
  'CompanyInvestmentWithInvestor',
  { id: integer() },
  {
    companyID: text({ description: 'company receiving the investment' }),
    companyInvestor: BareCompany,
    companyInvestorID: text(),
    createdBy: text({ description: 'who created the record' }),
    date: datetime(),
    person: BarePerson,
    personID: text(),
    totalAmountRaised: double({ description: 'USD' }),
  },
);
export type CompanyInvestmentWithInvestor = Static<typeof CompanyInvestmentWithInvestor>;

export const CompanyInvestmentWithCompany = record(
  'CompanyInvestmentWithCompany',
  { id: integer() },
  {
    company: BareCompany,
    companyID: text(),
    companyInvestorID: text(),
    createdBy: text(),
    personID: text(),
    date: datetime(),
    totalAmountRaised: double({ description: 'USD' }),
  },
);
export type CompanyInvestmentWithCompany = Static<typeof CompanyInvestmentWithCompany>;
