/** What every command gets from outside. */
export interface Context {
  env: Record<string, string | undefined>;
  /** One line or more to stdout. */
  print(text: string): void;
}
