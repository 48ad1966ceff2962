export * from './kinds';
export { type Asked, ID, type LookupRules, type Way, waysOf } from './lookup';
export { extraKinds, identifiersOf, type Misstated, type RecordValues, type Stated } from './of-record';
export { companyOfProURL, DEFAULT_PRO_HOSTS, type ProHosts, personOfProURL, proHostsOf } from './pro-url';
export { IDENTIFIER_LENGTH_MAX } from './value';
export { type Website, websiteOf } from './website';
