import { BareCompany, COMPANY_FIELDS, COMPANY_REQUIRED_LISTS, fieldsOf } from '@almanac/contracts';
import { deriveCompany } from '../derive';
import { type Facts, presentValues } from '../load/facts';
import { type Rendered, renderFields } from './fields';

const BARE_FIELDS = fieldsOf(BareCompany);

/** A company's body and bare record: fields in the contract's order, required lists present, `lastUpdated` last. */
export function renderCompany(id: string, facts: Facts): Rendered {
  const stated = presentValues(facts.values);
  const values = { ...stated, ...deriveCompany(stated), id };
  return {
    body: renderFields(COMPANY_FIELDS, values, COMPANY_REQUIRED_LISTS),
    bare: renderFields(BARE_FIELDS, values, {}),
    refs: [],
    values: stated,
  };
}
