import { Serves } from '@almanac/bus';
import {
  customerCreate,
  customerList,
  fail,
  type InputOf,
  type OutputOf,
  teamCreate,
  teamList,
} from '@almanac/contracts';
import { randomBase62 } from '@almanac/runtime';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '../database';
import { insertCustomer, insertTeam, listCustomers, listTeams } from './customer.sql';

type Created = OutputOf<typeof customerCreate>;
type Team = OutputOf<typeof teamCreate>;

@Controller()
export class CustomerController {
  constructor(private readonly database: Database) {}

  @Serves(customerCreate)
  create(@Payload() { name, teamName = name, rateLimits }: InputOf<typeof customerCreate>): Promise<Created> {
    const id = `cus_${randomBase62()}`;
    const teamID = `team_${randomBase62()}`;
    return this.database.transaction(async (asked) => {
      const [customer] = await asked.rows<Created['customer']>(insertCustomer({ id, name, teamID, rateLimits }));
      const [team] = await asked.rows<Team>(insertTeam({ id: teamID, customerID: id, name: teamName }));
      return { customer, team };
    });
  }

  @Serves(customerList)
  async list(): Promise<OutputOf<typeof customerList>> {
    return { customers: await this.database.rows(listCustomers) };
  }

  @Serves(teamCreate)
  async createTeam(@Payload() { customerID, name }: InputOf<typeof teamCreate>): Promise<Team> {
    const [team] = await this.database.rows<Team>(insertTeam({ id: `team_${randomBase62()}`, customerID, name }));
    if (!team) throw fail('not_found', `No customer has the id ${customerID}.`);
    return team;
  }

  @Serves(teamList)
  async listTeams(@Payload() { customerID }: InputOf<typeof teamList>): Promise<OutputOf<typeof teamList>> {
    return { teams: await this.database.rows(listTeams(customerID)) };
  }
}
