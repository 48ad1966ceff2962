import type { CompanyIdentifier, PersonIdentifier } from '@almanac/contracts';
import { cage, cik, duns, email, folded, lei, plain, slug, symbol, wikidata } from './value';

export type EntityKind = 'company' | 'person';

/** An identifier in normal form, as it stands in `catalog.identifier`. */
export interface Identifier {
  kind: string;
  value: string;
}

export interface IdentifierKind {
  normalise: (text: string) => string | undefined;
  /**
   * Strength on load, 1 is strongest; a record's identity is sought only in the strongest tier it carries.
   * Absent: the kind never decides identity and may stand on several entities.
   */
  tier?: number;
}

const network = (normalise: IdentifierKind['normalise']): IdentifierKind => ({ normalise, tier: 1 });
const database: IdentifierKind = { normalise: plain, tier: 2 };

/** Kinds that records state, strongest first within a tier. Case is folded where API.md says so. */
export const COMPANY_KINDS: Record<string, IdentifierKind> = {
  proNumID: network(plain),
  proID: network(slug),
  socialAID: network(folded),
  socialBID: network(folded),
  dataAID: database,
  dataBID: database,
  dataCID: database,
  dataDID: database,
  dataEID: database,
  dataFID: database,
  launchID: database,
  siteBID: database,
  hubID: database,
  CIKNumber: { normalise: cik, tier: 3 },
  legalEntityID: { normalise: lei, tier: 4 },
  dunsNumber: { normalise: duns, tier: 5 },
  cageCode: { normalise: cage, tier: 6 },
  wikidataID: { normalise: wikidata, tier: 7 },
  stockSymbol: { normalise: symbol, tier: 8 },
};

export const PERSON_KINDS: Record<string, IdentifierKind> = {
  proEntityId: network(plain),
  proNumID: network(plain),
  proID: network(slug),
  socialAID: network(folded),
  socialBID: network(folded),
  dataAID: database,
  dataEID: database,
  dataGID: database,
  dataHID: database,
  email: { normalise: email },
};

export const KINDS: Record<EntityKind, Record<string, IdentifierKind>> = {
  company: COMPANY_KINDS,
  person: PERSON_KINDS,
};

/** Kinds beside those of records: where a website or URL stands, never unique. */
export const WEBSITE = 'website';
export const WEBSITE_DOMAIN = 'websiteDomain';
/** The kind of an identifier read off a URL that the record states, such as `URLs.pro`. */
export const urlKind = (kind: string) => `URLs.${kind}`;

/** Identifier parameters that are looked up by one kind of the same name. */
export type PlainParameter = Exclude<CompanyIdentifier | PersonIdentifier, 'id' | 'website' | 'proURL'>;
