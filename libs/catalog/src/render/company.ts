import { BareCompany, COMPANY_FIELDS, COMPANY_REQUIRED_LISTS, fieldsOf } from '@almanac/contracts';
import { deriveCompany } from '../derive';
import { type Facts, presentValues } from '../load/facts';
import { FieldOrder, type Rendered } from './fields';

const BODY = new FieldOrder(COMPANY_FIELDS, COMPANY_REQUIRED_LISTS);
const BARE = new FieldOrder(fieldsOf(BareCompany));

/** A company's body and bare record: fields in the contract's order, required lists present. */
export function renderCompany(id: string, facts: Facts): Rendered {
  const stated = presentValues(facts.values);
  const ours = { ...deriveCompany(stated), id };
  return {
    body: JSON.stringify(BODY.of(stated, ours)),
    bare: JSON.stringify(BARE.of(stated, ours)),
    refs: [],
    values: stated,
  };
}
