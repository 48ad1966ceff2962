import { type OutputOf, teamCreate, teamList } from '@almanac/contracts';
import type { Command } from 'commander';
import type { Context } from './context';
import { commandMeta, withBus } from './instance';
import { minute, show, table } from './output';

type Teams = OutputOf<typeof teamList>;

const teamsText = ({ teams }: Teams) =>
  teams.length
    ? table(
        ['TEAM', 'NAME', 'CUSTOMER', 'CREATED (UTC)'],
        teams.map((one) => [one.id, one.name, one.customerID, minute(one.createdAt)]),
      )
    : 'No teams yet: create a customer with its team with almanac customer create NAME.';

export function teamCommands(program: Command, { env, print }: Context): void {
  const team = program.command('team').description('teams: who credits and exports belong to');

  team
    .command('create')
    .description('create a further team of a customer')
    .argument('<name>', 'what to call it')
    .requiredOption('--customer <id>', 'its customer (almanac customer list)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac team create sales --customer cus_4f9…')
    .action(async (name: string, options: { customer: string; json?: boolean }) => {
      const input = { name, customerID: options.customer };
      const value = await withBus(env, (bus) => bus.call(teamCreate, input, commandMeta()));
      const text = () => `Team ${value.id}.\nNext: almanac key create --team ${value.id}`;
      show({ json: options.json, print, value, text });
    });

  team
    .command('list')
    .description('teams of one customer, or all')
    .option('--customer <id>', 'only this customer’s')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac team list')
    .action(async (options: { customer?: string; json?: boolean }) => {
      const input = options.customer === undefined ? {} : { customerID: options.customer };
      const value = await withBus(env, (bus) => bus.call(teamList, input, commandMeta()));
      show({ json: options.json, print, value, text: teamsText });
    });
}
