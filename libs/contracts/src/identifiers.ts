import { optionalAll, text } from './schema';

/** Identifier parameters of company operations, in the interface's order. */
export const COMPANY_IDENTIFIERS = [
  'id',
  'proID',
  'proNumID',
  'proURL',
  'socialAID',
  'socialBID',
  'dataAID',
  'dataBID',
  'launchID',
  'dataCID',
  'dataDID',
  'dataEID',
  'dataFID',
  'website',
] as const;
/** Identifier parameters of person operations, in the interface's order. */
export const PERSON_IDENTIFIERS = [
  'id',
  'proID',
  'proEntityId',
  'proURL',
  'socialBID',
  'dataAID',
  'dataEID',
  'dataGID',
  'dataHID',
  'email',
] as const;
export type CompanyIdentifier = (typeof COMPANY_IDENTIFIERS)[number];
export type PersonIdentifier = (typeof PERSON_IDENTIFIERS)[number];

const identifierText = () => text({ minLength: 1, maxLength: 2048 });
const all = <N extends string>(names: readonly N[]) =>
  optionalAll(
    Object.fromEntries(names.map((name) => [name, identifierText()])) as Record<N, ReturnType<typeof identifierText>>,
  );

export const companyIdentifierParameters = all(COMPANY_IDENTIFIERS);
export const personIdentifierParameters = all(PERSON_IDENTIFIERS);
