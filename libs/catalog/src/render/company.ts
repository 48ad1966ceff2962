import { BareCompany, COMPANY_FIELDS, COMPANY_REQUIRED_LISTS, fieldsOf } from '@almanac/contracts';
import { deriveCompany } from '../derive';
import { type Facts, presentValues } from '../load/facts';
import { inOrder, type Rendered } from './fields';

const BARE_FIELDS = fieldsOf(BareCompany);

/** A company's body and bare record: fields in the contract's order, required lists present. */
export function renderCompany(id: string, facts: Facts): Rendered {
  const stated = presentValues(facts.values);
  const values = Object.assign({}, stated, deriveCompany(stated), { id });
  return {
    body: JSON.stringify(inOrder(COMPANY_FIELDS, values, COMPANY_REQUIRED_LISTS)),
    bare: JSON.stringify(inOrder(BARE_FIELDS, values)),
    refs: [],
    values: stated,
  };
}
