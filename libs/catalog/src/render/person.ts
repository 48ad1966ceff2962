import {
  BarePerson,
  EnrichedPerson,
  fieldsOf,
  PERSON_REQUIRED_LISTS,
  WorkExperienceWithCompany,
} from '@almanac/contracts';
import { derivePerson } from '../derive';
import { type Facts, presentValues, type Values } from '../load/facts';
import { MARKER, type Rendered, renderFields } from './fields';

const BODY_FIELDS = fieldsOf(EnrichedPerson).filter((field) => field !== 'lastUpdated');
const BARE_FIELDS = fieldsOf(BarePerson);
const EXPERIENCE_FIELDS = fieldsOf(WorkExperienceWithCompany);
/** The fields of an experience before its company, which are always present, and after it. */
const BEFORE_COMPANY = EXPERIENCE_FIELDS.slice(0, EXPERIENCE_FIELDS.indexOf('company'));
const AFTER_COMPANY = EXPERIENCE_FIELDS.slice(EXPERIENCE_FIELDS.indexOf('company') + 1);

/** A person's body and bare record; companies of experiences are references. */
export function renderPerson(id: string, facts: Facts): Rendered {
  const stated = presentValues(facts.values);
  const values: Values = { ...stated, ...derivePerson(stated), id };
  for (const field of ['educationList', 'degreeList'])
    if (values[field] !== undefined)
      values[field] = (values[field] as Values[]).map((item) => ({ ...item, personID: id }));
  const refs: string[] = [];
  const written = new Map<string, string>();
  if (stated.experienceList !== undefined) {
    const items = (stated.experienceList as Values[]).map((item) => renderExperience({ ...item, personID: id }, refs));
    written.set('experienceList', `[${items.join(',')}]`);
  }
  return {
    body: renderFields(BODY_FIELDS, values, PERSON_REQUIRED_LISTS, written),
    bare: renderFields(BARE_FIELDS, values, {}),
    refs,
    values: stated,
  };
}

function renderExperience(experience: Values, refs: string[]): string {
  const { companyID } = experience;
  if (typeof companyID !== 'string') return renderFields(EXPERIENCE_FIELDS, experience, {});
  refs.push(companyID);
  const before = renderFields(BEFORE_COMPANY, experience, {}).slice(0, -1);
  // Never empty: it starts with companyID, so the comma before the marker and the one it stands for both hold.
  const after = renderFields(AFTER_COMPANY, experience, {}).slice(1);
  return `${before},${MARKER}${after}`;
}
