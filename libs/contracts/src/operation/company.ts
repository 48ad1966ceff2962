import Type from 'typebox';
import { contract } from '../contract';
import { companyIdentifierParameters } from '../identifiers';
import { EnrichedCompany } from '../resource/company';
import { URLs } from '../resource/urls';
import { boolean, listOf, optionalAll, record, text } from '../schema';

/** What `preview=true` answers: minimal identification, free. */
export const CompanyPreview = record('CompanyPreview', { id: text() }, { name: text(), URLs });

/** What `fields=…` answers: the named top-level fields, and the id always. */
export const CompanySelection = Type.Object(
  { ...Type.Partial(EnrichedCompany).properties, id: text() },
  { title: 'CompanySelection', additionalProperties: false },
);

export const selectionParameters = optionalAll({
  preview: boolean({ description: 'Only id, name and URLs, free; `require` is ignored.' }),
  require: listOf(text({ minLength: 1 }), {
    maxItems: 200,
    description: 'Top-level fields that must be non-empty; else 404 without charge.',
  }),
  fields: listOf(text({ minLength: 1 }), {
    maxItems: 200,
    description: 'Keep only these top-level fields; `id` always stays.',
  }),
});

export const companyEnrich = contract({
  name: 'company.enrich',
  summary: 'Enrich a company by any of its identifiers',
  subject: 'v1.enrichment.company.enrich',
  http: { method: 'GET', path: '/company/enrich', scope: 'read', limit: 'enrich' },
  input: Type.Object({ ...companyIdentifierParameters, ...selectionParameters }, { additionalProperties: false }),
  output: EnrichedCompany,
  variants: { preview: CompanyPreview, fields: CompanySelection },
  errors: [
    'identifier_required',
    'identifier_conflict',
    'identifier_ambiguous',
    'company_not_found',
    'requirement_not_met',
  ],
  price: { kind: 'company', credits: 1, unit: 'company' },
  timeoutMs: 5_000,
  example: { input: { website: 'acme.com' } },
});
