/** How long owners of charges live without a word. */
export class OwnerLife {
  constructor(
    /** Seconds of silence, on the database clock, after which an owner is dead for ever. */
    readonly deadSeconds: number,
  ) {}
}
