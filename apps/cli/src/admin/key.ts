import { keyCreate, keyList, keyRevoke, type OutputOf, SCOPES } from '@almanac/contracts';
import { type Command, Option } from 'commander';
import { moment } from './arguments';
import type { Context } from './context';
import { commandMeta, withBus } from './instance';
import { minute, show, table } from './output';

type Keys = OutputOf<typeof keyList>;
type Scope = (typeof SCOPES)[number];

interface CreateOptions {
  name: string;
  team?: string;
  customer?: string;
  scope: Scope[];
  env: string;
  expires?: string;
  json?: boolean;
}

const keysText = ({ keys }: Keys) =>
  keys.length
    ? table(
        ['KEY', 'NAME', 'ENDS IN', 'SCOPES', 'OF', 'LAST USED (UTC)', 'STATE'],
        keys.map((one) => [
          one.id,
          one.name,
          `…${one.hint}`,
          one.scopes.join(' '),
          one.teamID ?? one.customerID,
          minute(one.lastUsedAt),
          stateOf(one),
        ]),
      )
    : 'No keys yet: create one with almanac key create --team ID.';

const stateOf = ({ revokedAt, expiresAt }: Keys['keys'][number]) => {
  if (revokedAt) return `revoked ${minute(revokedAt)}`;
  return expiresAt ? `until ${minute(expiresAt)}` : 'open';
};

const scopeOption = () =>
  new Option('--scope <scope...>', 'what it may do; repeat for several').choices(SCOPES).default(['read', 'search']);

export function keyCommands(program: Command, { env, print }: Context): void {
  const key = program.command('key').description('API keys: shown once when created, revocable at once');

  key
    .command('create')
    .description('create a key of a team, or of a customer whose default team pays')
    .option('--team <id>', 'the team it belongs to (almanac team list)')
    .addOption(new Option('--customer <id>', 'or the customer (almanac customer list)').conflicts('team'))
    .option('--name <name>', 'what to call it', 'key')
    .addOption(scopeOption())
    .option('--env <word>', 'a word in the key that tells people where it belongs', 'live')
    .option('--expires <time>', 'last moment, such as 2027-01-31 (default: never)', moment)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac key create --team team_7c1… --name crm --scope read --scope search')
    .action(async ({ name, team, customer, scope, env: word, expires, json }: CreateOptions, command: Command) => {
      if (team === undefined && customer === undefined) command.error('error: give --team ID or --customer ID');
      const owner = team === undefined ? { customerID: customer } : { teamID: team };
      const input = { name, scopes: scope, env: word, ...owner, ...(expires ? { expiresAt: expires } : {}) };
      const value = await withBus(env, (bus) => bus.call(keyCreate, input, commandMeta()));
      const text = () => `${value.token}\nKey ${value.key.id}. It is shown this once: only a hash of it is kept.`;
      show({ json, print, value, text });
    });

  key
    .command('list')
    .description('keys of one team or customer, or all, without their secrets')
    .option('--team <id>', 'only this team’s')
    .option('--customer <id>', 'only this customer’s')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac key list --team team_7c1…')
    .action(async ({ team, customer, json }: { team?: string; customer?: string; json?: boolean }) => {
      const input = {
        ...(team === undefined ? {} : { teamID: team }),
        ...(customer === undefined ? {} : { customerID: customer }),
      };
      const value = await withBus(env, (bus) => bus.call(keyList, input, commandMeta()));
      show({ json, print, value, text: keysText });
    });

  key
    .command('revoke')
    .description('close a key: every gateway refuses it within a second')
    .argument('<id>', 'the key’s id (almanac key list)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac key revoke key_19b…')
    .action(async (id: string, options: { json?: boolean }) => {
      const value = await withBus(env, (bus) => bus.call(keyRevoke, { id }, commandMeta()));
      show({ json: options.json, print, value, text: () => `Key ${value.id} is revoked.` });
    });
}
