import { EnrichedPerson, fail, fieldsOf, PERSON_IDENTIFIERS, PersonPreview } from '@almanac/contracts';
import type { EntityNoun } from '../entity/noun';

export const PERSON: EntityNoun = {
  kind: 'person',
  plural: 'people',
  identifiers: PERSON_IDENTIFIERS,
  fields: fieldsOf(EnrichedPerson),
  previewFields: fieldsOf(PersonPreview),
  nameField: 'fullName',
  notFound: (parameters) => fail('person_not_found', `No person is known by this ${parameters.join(', ')}.`),
};
