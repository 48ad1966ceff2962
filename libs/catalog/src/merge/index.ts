export { MergeError, type MergeProblem } from './error';
export { merge, mergeAll } from './merge';
export type { Merge, MergeAllOptions, MergeOptions, MergePair, MergeSummary } from './options';
export {
  MIN_SCORE,
  SUGGESTIONS,
  type Suggestion,
  type Suggestions,
  type SuggestOptions,
  suggestMerges,
} from './suggest/suggest';
export { type Clash, type United, type UniteRules, unite } from './unite';
