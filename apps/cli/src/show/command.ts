import { MergeError, type Provenance, provenanceOf } from '@almanac/catalog';
import type { Command } from 'commander';
import { catalogFault, loaderUrl, proHostsOption } from '../admin/catalog';
import type { Context } from '../admin/context';
import { kindOf } from '../admin/kind';
import { show } from '../admin/output';
import { Fault } from '../fault';
import { provenanceText } from './text';

const HELP = `
ID is an id, or an identifier as KIND:VALUE. A field without a source is derived by Almanac from others.

Examples:
  almanac show company 7f21c0…
  almanac show company website:acme.com
  almanac show person 03be92… --json`;

export function showCommand(program: Command, { env, print }: Context): void {
  program
    .command('show')
    .description('an entity as the catalog holds it: each field with its source and date')
    .argument('<kind>', 'company or person')
    .argument('<id>', 'its id, or an identifier as KIND:VALUE')
    .option('--json', 'print JSON, with values whole')
    .addHelpText('after', HELP)
    .action(async (kind: string, name: string, { json }: { json?: boolean }, command: Command) => {
      const options = { kind: kindOf(kind, command), name, databaseUrl: loaderUrl(env), ...proHostsOption(env) };
      const value = await provenanceOf(options).catch((error: unknown) => {
        throw error instanceof MergeError ? new Fault(error.message) : catalogFault(error);
      });
      show<Provenance>({ json, print, value, text: (it) => provenanceText(it, name) });
    });
}
