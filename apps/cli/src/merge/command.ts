import type { Readable } from 'node:stream';
import { type Merge, MergeError, type MergePair, type MergeSummary, merge, mergeAll } from '@almanac/catalog';
import type { Command } from 'commander';
import { catalogFault, loaderUrl, proHostsOption } from '../admin/catalog';
import type { Context } from '../admin/context';
import { kindOf } from '../admin/kind';
import { show } from '../admin/output';
import { Ended, Fault } from '../fault';
import { CrosswalkError, readCrosswalk } from './crosswalk';
import { crosswalkText, decisionsOf, lineText, mergeText } from './text';

export interface MergeContext extends Context {
  stdin: Readable;
  stderr: NodeJS.WritableStream;
}

interface Options {
  file?: string;
  priority?: string[];
  json?: boolean;
}

/** A line of a crosswalk that was not merged. */
export interface Refused extends Partial<MergePair> {
  line: number;
  reason: string;
}
export interface CrosswalkSummary extends MergeSummary {
  /** Lines that were not merged. */
  problems: Refused[];
  merges: (Merge & { line: number })[];
}

/** The exit code of a crosswalk of which lines were left out. */
export const EXIT_REFUSED = 3;

const HELP = `
FROM and INTO are ids, or identifiers as KIND:VALUE, such as website:acme.com or CIKNumber:320193. FROM goes: its
identifiers, source keys and fields move to INTO, its id answers with INTO, and records loaded later for it update INTO.
Where both state a field, the source priority decides, then the later date, then INTO. There is no way back.
A crosswalk is a CSV file with the columns from and into (others are passed over); - is stdin.

Exit codes: 0 done, or the two were one already; 1 a fault, such as an unknown id; 2 a wrong command line;
3 a crosswalk of which some lines were refused (each is told with its reason; the others are merged).

Examples:
  almanac suggest-merges company
  almanac merge company 7f21c0… 03be92…
  almanac merge company website:acme.com CIKNumber:320193 --json
  almanac merge company --file crosswalk.csv`;

export function mergeCommand(program: Command, context: MergeContext): void {
  program
    .command('merge')
    .description('join two entities that are one, or all pairs of a file')
    .argument('<kind>', 'company or person')
    .argument('[from]', 'the one that goes')
    .argument('[into]', 'the one that stays')
    .option('--file <crosswalk>', 'a CSV file of pairs, with the columns from and into')
    .option('--priority <sources>', 'sources from strongest to weakest, with commas', (text) => text.split(','))
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(
      async (kind: string, from: string | undefined, into: string | undefined, options: Options, command: Command) => {
        const refuse = (sentence: string): never => command.error(`error: ${sentence}`);
        if (options.file === undefined ? !from || !into : from)
          return refuse('give FROM and INTO, or --file with a crosswalk');
        const base = {
          kind: kindOf(kind, command),
          databaseUrl: loaderUrl(context.env),
          ...proHostsOption(context.env),
          ...(options.priority ? { sourcePriority: options.priority } : {}),
          onWait: () => context.stderr.write('A load is at work; the merge starts when it ends.\n'),
        };
        try {
          if (options.file === undefined) await mergeOne(context, base, { from, into } as MergePair, options);
          else await mergeFile(context, base, options.file, options);
        } catch (error) {
          if (error instanceof CrosswalkError) return refuse(error.message);
          throw error instanceof MergeError ? new Fault(error.message) : catalogFault(error);
        }
      },
    );
}

type Base = Omit<Parameters<typeof mergeAll>[0], 'pairs'>;

async function mergeOne({ print }: MergeContext, base: Base, pair: MergePair, { json }: Options): Promise<void> {
  show({ json, print, value: await merge({ ...base, ...pair }), text: mergeText });
}

async function mergeFile(context: MergeContext, base: Base, file: string, { json }: Options): Promise<void> {
  const { print, stdin } = context;
  const problems: Refused[] = [];
  const merges: CrosswalkSummary['merges'] = [];
  const told = (problem: Refused) => {
    problems.push(problem);
    if (!json) print(lineText(file, problem));
  };
  const summary = await mergeAll({
    ...base,
    pairs: readCrosswalk(file, stdin, told),
    onMerge: (pair, result) => {
      const line = pair.line as number;
      if (result instanceof MergeError) told({ ...pair, line, reason: result.message });
      else if (result.outcome === 'merged') {
        merges.push({ line, ...result });
        if (!json) for (const reason of decisionsOf(result)) print(lineText(file, { line, reason }));
      }
    },
  });
  const value: CrosswalkSummary = {
    ...summary,
    read: summary.read + problems.length - summary.refused,
    problems,
    merges,
  };
  value.refused = problems.length;
  show({ json, print, value, text: crosswalkText });
  if (problems.length) throw new Ended(EXIT_REFUSED);
}
