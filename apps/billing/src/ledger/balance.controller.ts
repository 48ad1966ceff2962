import { type Call, Serves } from '@almanac/bus';
import { balanceGet, fail, type InputOf, type OutputOf } from '@almanac/contracts';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Database } from '../database';
import { type BalanceRow, balancesOf } from './balance.sql';

type Balance = OutputOf<typeof balanceGet>;

@Controller()
export class BalanceController {
  constructor(private readonly database: Database) {}

  @Serves(balanceGet)
  async get(@Payload() { team }: InputOf<typeof balanceGet>, @Ctx() call: Call): Promise<Balance> {
    const asker = { team, callerTeam: call.team, callerCustomer: call.customer };
    const kinds = await this.database.rows<BalanceRow>(balancesOf(asker));
    const company = kinds.find(({ kind }) => kind === 'company');
    const person = kinds.find(({ kind }) => kind === 'person');
    if (!company || !person) throw fail('team_not_found', 'There is no such team.');
    return {
      team: { id: company.id, name: company.name },
      credits: { company: balanceOf(company), person: balanceOf(person) },
      asOf: company.asOf,
    };
  }
}

const balanceOf = ({ balance, expiringAmount, expiringAt }: BalanceRow): Balance['credits']['company'] =>
  expiringAmount && expiringAt ? { balance, expiringNext: { amount: expiringAmount, at: expiringAt } } : { balance };
