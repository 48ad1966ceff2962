export { type GrowthPeriod, growthOf, startWindow } from './derive';
export * from './identifier';
export {
  type Claim,
  claimOf,
  type Facts,
  mergeFacts,
  type SourcePriority,
  type Statement as SourceStatement,
} from './load/facts';
export { goneHash } from './load/identity';
export { linesOf } from './load/lines';
export { load } from './load/load';
export {
  BATCH_SIZE,
  type InputRecord,
  type LoadOptions,
  type LoadSummary,
  type Progress,
  type Rejection,
} from './load/options';
export * from './merge';
export { type MigrateOptions, migrateCatalog } from './migrate/migrate';
export * from './provenance';
export * from './read';
