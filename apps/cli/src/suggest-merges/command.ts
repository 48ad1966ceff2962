import { MIN_SCORE, SUGGESTIONS, type Suggestions, suggestMerges } from '@almanac/catalog';
import { type Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '../admin/arguments';
import { catalogFault, loaderUrl } from '../admin/catalog';
import type { Context } from '../admin/context';
import { kindOf } from '../admin/kind';
import { grouped, show, table } from '../admin/output';

interface Options {
  limit: number;
  minScore: number;
  json?: boolean;
}

const HELP = `
Score, 0 to 1: half the name (1 when the same but for case, accents and legal form, else the share of letter pairs in
common), a fifth the place, three tenths the site; place and site that are not known of both count a third. Two that one
source knows under keys of its own: times 0.6. Only what shares a name, a site, or first word and place is compared.
Nothing is merged: look at both, and accept with almanac merge.

Examples:
  almanac suggest-merges company
  almanac suggest-merges person --min-score 0.8 --limit 10 --json`;

const LIMIT_MAX = 100_000;

function limitOf(text: string): number {
  const limit = wholeNumber(text);
  if (limit < 1 || limit > LIMIT_MAX) throw new InvalidArgumentError(`Give a number from 1 to ${grouped(LIMIT_MAX)}.`);
  return limit;
}

function scoreOf(text: string): number {
  const score = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || score > 1) throw new InvalidArgumentError('Give a number from 0 to 1, such as 0.8.');
  return score;
}

export function suggestMergesCommand(program: Command, { env, print }: Context): void {
  program
    .command('suggest-merges')
    .description('list entities that may be one, by name, place and site; merges none')
    .argument('<kind>', 'company or person')
    .option('--limit <n>', 'the best pairs, at most so many', limitOf, SUGGESTIONS)
    .option('--min-score <score>', 'leave out pairs below, 0 to 1', scoreOf, MIN_SCORE)
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (kind: string, { limit, minScore, json }: Options, command: Command) => {
      const options = { kind: kindOf(kind, command), limit, minScore, databaseUrl: loaderUrl(env) };
      const value = await suggestMerges(options).catch((error: unknown) => {
        throw catalogFault(error);
      });
      show({ json, print, value, text });
    });
}

function text({ kind, suggestions, entities, crowded }: Suggestions): string {
  const lines = suggestions.length
    ? [
        table(
          ['SCORE', 'FROM', 'INTO', 'NAMES', 'WHY'],
          suggestions.map(({ score, from, into, fromName, intoName, reason }) => [
            score.toFixed(2),
            from,
            into,
            fromName === intoName ? fromName : `${fromName} / ${intoName}`,
            reason,
          ]),
        ),
        '',
        `Nothing was merged. Accept a pair with almanac merge ${kind} FROM INTO.`,
      ]
    : [`No likely pairs among ${grouped(entities)}.`];
  if (crowded) lines.push(`${grouped(crowded)} names, sites or places that more than 50 share were passed over.`);
  return lines.join('\n');
}
