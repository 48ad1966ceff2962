import {
  BarePerson,
  EnrichedPerson,
  fieldsOf,
  PERSON_REQUIRED_LISTS,
  WorkExperienceWithCompany,
} from '@almanac/contracts';
import { derivePerson } from '../derive';
import { type Facts, presentValues, type Values } from '../load/facts';
import { FieldOrder, MARKER, type Rendered } from './fields';
import type { Successors } from './successors';

const BODY = new FieldOrder(
  fieldsOf(EnrichedPerson).filter((field) => field !== 'lastUpdated'),
  PERSON_REQUIRED_LISTS,
);
const BARE = new FieldOrder(fieldsOf(BarePerson));
const EXPERIENCE = new FieldOrder(fieldsOf(WorkExperienceWithCompany));

/**
 * How a marker comes out of JSON.stringify. The comma holds because companyID always follows. No text of a record can
 * look so: inside a string every quote is escaped, and no other field of a person is called company.
 */
const WRITTEN_MARKER = `"company":${JSON.stringify(MARKER)},`;

/** A person's body and bare record; companies of experiences are references, merged ones to their successor. */
export function renderPerson(id: string, facts: Facts, successors?: Successors): Rendered {
  const stated = presentValues(facts.values);
  const ours: Values = { ...derivePerson(stated), id };
  const owned = (item: Values): Values => ({ ...item, personID: id });
  for (const field of ['educationList', 'degreeList'])
    if (stated[field] !== undefined) ours[field] = (stated[field] as Values[]).map(owned);
  const refs: string[] = [];
  if (stated.experienceList !== undefined)
    ours.experienceList = (stated.experienceList as Values[]).map((item) => experience(owned(item), refs, successors));
  return {
    body: JSON.stringify(BODY.of(stated, ours)).replaceAll(WRITTEN_MARKER, MARKER),
    bare: JSON.stringify(BARE.of(stated, ours)),
    refs,
    values: stated,
  };
}

function experience(item: Values, refs: string[], successors?: Successors): Values {
  if (typeof item.companyID === 'string') {
    item.companyID = successors?.get(item.companyID) ?? item.companyID;
    refs.push(item.companyID as string);
    item.company = MARKER;
  }
  return EXPERIENCE.of(item);
}
