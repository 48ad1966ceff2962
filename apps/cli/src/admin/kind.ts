import type { EntityKind } from '@almanac/catalog';
import type { Command } from 'commander';

/** The argument that says which kind of entity is meant; anything else is a wrong command line. */
export function kindOf(kind: string, command: Command): EntityKind {
  if (kind !== 'company' && kind !== 'person')
    return command.error(`error: ${kind} is no kind of entity: company or person`);
  return kind;
}
