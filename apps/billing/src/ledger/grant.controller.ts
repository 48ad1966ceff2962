import { Serves } from '@almanac/bus';
import { fail, grantCreate, grantList, type InputOf, type OutputOf } from '@almanac/contracts';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '../database';
import { createGrant } from './grant';
import { listGrants } from './grant.sql';

type Grant = OutputOf<typeof grantCreate>;

@Controller()
export class GrantController {
  constructor(private readonly database: Database) {}

  @Serves(grantCreate)
  create(@Payload() input: InputOf<typeof grantCreate>): Promise<Grant> {
    return createGrant(this.database, input);
  }

  @Serves(grantList)
  async list(@Payload() { team }: InputOf<typeof grantList>): Promise<OutputOf<typeof grantList>> {
    const found = await this.database.rows<Partial<Grant> & { known?: string }>(listGrants(team));
    if (!found.length) throw fail('not_found', `No team has the id ${team}.`);
    const grants = found.filter(({ id }) => id).map(({ known, ...grant }) => grant as Grant);
    return { grants };
  }
}
