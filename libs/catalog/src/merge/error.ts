/** Why two entities cannot be merged. */
export type MergeProblem =
  /** No entity has this id or identifier. */
  | 'unknown'
  /** It is the id of an entity of the other kind. */
  | 'other_kind'
  | 'erased'
  /** An identifier that several entities stand under. */
  | 'ambiguous'
  /** An entity into itself. */
  | 'itself'
  /** The second was merged into the first before. */
  | 'cycle'
  /** The first was merged into yet another entity before. */
  | 'merged_elsewhere';

/** The message is a sentence for the person who asked. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
  constructor(
    readonly problem: MergeProblem,
    message: string,
  ) {
    super(message);
  }
}
