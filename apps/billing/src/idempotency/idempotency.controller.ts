import { Serves } from '@almanac/bus';
import { type InputOf, idempotencyBegin, idempotencyEnd, type OutputOf } from '@almanac/contracts';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '../database';
import { OwnerLife } from '../owner/owner-life';
import { beginKey } from './idempotency';
import { freeKey } from './idempotency.sql';

@Controller()
export class IdempotencyController {
  constructor(
    private readonly database: Database,
    private readonly life: OwnerLife,
  ) {}

  @Serves(idempotencyBegin)
  begin(@Payload() claim: InputOf<typeof idempotencyBegin>): Promise<OutputOf<typeof idempotencyBegin>> {
    return beginKey(this.database, this.life.deadSeconds, claim);
  }

  @Serves(idempotencyEnd)
  async end(@Payload() claim: InputOf<typeof idempotencyEnd>): Promise<OutputOf<typeof idempotencyEnd>> {
    await this.database.rows(freeKey(claim));
    return {};
  }
}
