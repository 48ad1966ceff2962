import Type from 'typebox';
import { contract } from '../contract';
import { personIdentifierParameters } from '../identifiers';
import { EnrichedPerson } from '../resource/person';
import { URLs } from '../resource/urls';
import { record, text } from '../schema';
import { selectionParameters } from './company';

/** What `preview=true` answers: minimal identification, free. */
export const PersonPreview = record(
  'PersonPreview',
  { id: text(), fullName: text(), firstName: text(), lastName: text() },
  { URLs },
);

/** What `fields=…` answers: the named top-level fields, and the id always. */
export const PersonSelection = Type.Object(
  { ...Type.Partial(EnrichedPerson).properties, id: text() },
  { title: 'PersonSelection', additionalProperties: false },
);

export const personEnrich = contract({
  name: 'person.enrich',
  summary: 'Enrich a person by any of their identifiers',
  subject: 'v1.enrichment.person.enrich',
  http: { method: 'GET', path: '/person/enrich', scope: 'read', limit: 'enrich' },
  input: Type.Object({ ...personIdentifierParameters, ...selectionParameters }, { additionalProperties: false }),
  output: EnrichedPerson,
  variants: { preview: PersonPreview, fields: PersonSelection },
  errors: [
    'identifier_required',
    'identifier_conflict',
    'identifier_ambiguous',
    'person_not_found',
    'requirement_not_met',
  ],
  price: { kind: 'person', credits: 1, unit: 'person' },
  timeoutMs: 5_000,
  example: { input: { email: 'ada@acme.com' } },
});
