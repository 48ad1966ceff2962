export { MergeError, type MergeProblem } from './error';
export { merge, mergeAll } from './merge';
export type { Merge, MergeAllOptions, MergeOptions, MergePair, MergeSummary } from './options';
export { type Clash, type United, type UniteRules, unite } from './unite';
