import { customerCreate, customerList, type OutputOf } from '@almanac/contracts';
import type { Command } from 'commander';
import type { Context } from './context';
import { commandMeta, withBus } from './instance';
import { minute, show, table } from './output';

type Customers = OutputOf<typeof customerList>;

const customersText = ({ customers }: Customers) =>
  customers.length
    ? table(
        ['CUSTOMER', 'NAME', 'NUMBER', 'DEFAULT TEAM', 'CREATED (UTC)'],
        customers.map((one) => [one.id, one.name, one.number, one.defaultTeamID, minute(one.createdAt)]),
      )
    : 'No customers yet: create one with almanac customer create NAME.';

export function customerCommands(program: Command, { env, print }: Context): void {
  const customer = program.command('customer').description('customers: who the limits belong to; each has teams');

  customer
    .command('create')
    .description('create a customer with its default team')
    .argument('<name>', 'what to call it')
    .option('--team <name>', 'name of its default team (default: the same)')
    .option('--json', 'print JSON')
    .addHelpText('after', "\nExample:\n  almanac customer create 'Acme Analytics' --team research")
    .action(async (name: string, options: { team?: string; json?: boolean }) => {
      const input = { name, ...(options.team === undefined ? {} : { teamName: options.team }) };
      const value = await withBus(env, (bus) => bus.call(customerCreate, input, commandMeta()));
      const text = () =>
        `Customer ${value.customer.id} with team ${value.team.id}.\nNext: almanac key create --team ${value.team.id} and almanac credits grant ${value.team.id} company 1000`;
      show({ json: options.json, print, value, text });
    });

  customer
    .command('list')
    .description('all customers')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac customer list')
    .action(async (options: { json?: boolean }) => {
      const value = await withBus(env, (bus) => bus.call(customerList, {}, commandMeta()));
      show({ json: options.json, print, value, text: customersText });
    });
}
