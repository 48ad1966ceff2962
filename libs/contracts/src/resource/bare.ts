import type { Static } from 'typebox';
import { integer, listOf, oneOf, record, text } from '../schema';
import { URLs } from './urls';

export const ENTITY_TYPES = ['person', 'company', 'school', 'organization'] as const;
export const PRECISIONS = ['YEAR', 'MONTH', 'DAY'] as const;

export const BareCompany = record(
  'BareCompany',
  { id: text({ description: 'company identifier' }) },
  {
    name: text(),
    description: text(),
    country: text({ description: 'full country name' }),
    region: text({ description: 'state or province' }),
    locality: text({ description: 'city, town or village' }),
    URLs,
    industryList: listOf(text()),
    proIndustries: listOf(text(), { description: 'industry labels as the professional network reports them' }),
    headcount: integer({ description: 'current number of employees' }),
    computed_headcount: integer({ description: 'headcount computed by the service' }),
  },
);
export type BareCompany = Static<typeof BareCompany>;

export const BarePerson = record(
  'BarePerson',
  { id: text(), fullName: text(), firstName: text(), lastName: text() },
  {
    entityType: oneOf(ENTITY_TYPES, { description: 'always `person` for people' }),
    location: text(),
    URLs,
  },
);
export type BarePerson = Static<typeof BarePerson>;
