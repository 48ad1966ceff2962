import { balanceGet, grantCreate, grantList, type OutputOf } from '@almanac/contracts';
import { Argument, type Command } from 'commander';
import { moment, wholeNumber } from './arguments';
import type { Context } from './context';
import { commandMeta, withBus } from './instance';
import { grouped, minute, show, table } from './output';

const KINDS = ['company', 'person'] as const;
type Kind = (typeof KINDS)[number];

interface GrantOptions {
  priority?: number;
  from?: string;
  expires?: string;
  note?: string;
  id?: string;
  json?: boolean;
}

interface Credits {
  balance: OutputOf<typeof balanceGet>;
  grants: OutputOf<typeof grantList>['grants'];
}

function creditsText({ balance, grants }: Credits): string {
  const kinds = KINDS.map((kind) => `${grouped(balance.credits[kind].balance)} ${kind}`).join(' and ');
  const title = `Team ${balance.team.id} (${balance.team.name}) can spend ${kinds} credits.`;
  if (!grants.length) return `${title}\nNext: almanac credits grant ${balance.team.id} company 1000`;
  const rows = grants.map((grant) => [
    grant.kind,
    grant.amount,
    grant.remaining,
    grant.priority,
    minute(grant.effectiveAt),
    minute(grant.expiresAt) ?? 'never',
    grant.note,
  ]);
  return `${title}\n\n${table(['KIND', 'GIVEN', 'LEFT', 'PRIORITY', 'FROM (UTC)', 'UNTIL (UTC)', 'NOTE'], rows)}`;
}

export function creditsCommands(program: Command, { env, print }: Context): void {
  const credits = program.command('credits').description('credits of a team, by kind');

  credits
    .command('grant')
    .description('give a team credits')
    .argument('<team>', 'the team’s id (almanac team list)')
    .addArgument(new Argument('<kind>', 'what they pay for').choices(KINDS))
    .argument('<amount>', 'how many', wholeNumber)
    .option('--priority <number>', 'lower is spent first (default: 100)', wholeNumber)
    .option('--from <time>', 'first moment, such as 2027-01-01 (default: now)', moment)
    .option('--expires <time>', 'last moment, such as 2027-01-31 (default: never)', moment)
    .option('--note <text>', 'why, for whoever reads it later')
    .option('--id <uuid>', 'an id of yours, so that a repeated command gives them once')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      "\nExample:\n  almanac credits grant team_7c1… company 5000 --expires 2027-12-31 --note 'order 41'",
    )
    .action(async (team: string, kind: Kind, amount: number, options: GrantOptions) => {
      const { priority, from, expires, note, id, json } = options;
      const given = { priority, effectiveAt: from, expiresAt: expires, note, id };
      const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const input = { team, kind, amount, ...set };
      const value = await withBus(env, (bus) => bus.call(grantCreate, input, commandMeta()));
      const text = () => `Grant ${value.id}: ${grouped(value.amount)} ${value.kind} credits for team ${value.teamID}.`;
      show({ json, print, value, text });
    });

  credits
    .command('show')
    .description('what a team can spend, and from which grants, in the order in which they are spent')
    .argument('<team>', 'the team’s id (almanac team list)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac credits show team_7c1…')
    .action(async (team: string, options: { json?: boolean }) => {
      const value = await withBus(env, async (bus) => {
        const { grants } = await bus.call(grantList, { team }, commandMeta());
        return { balance: await bus.call(balanceGet, {}, { ...commandMeta(), team }), grants };
      });
      show({ json: options.json, print, value, text: creditsText });
    });
}
