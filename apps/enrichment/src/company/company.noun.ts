import { COMPANY_IDENTIFIERS, CompanyPreview, EnrichedCompany, fail, fieldsOf } from '@almanac/contracts';
import type { EntityNoun } from '../entity/noun';

export const COMPANY: EntityNoun = {
  kind: 'company',
  plural: 'companies',
  identifiers: COMPANY_IDENTIFIERS,
  fields: fieldsOf(EnrichedCompany),
  previewFields: fieldsOf(CompanyPreview),
  nameField: 'name',
  notFound: (parameters) => fail('company_not_found', `No company is known by this ${parameters.join(', ')}.`),
};
