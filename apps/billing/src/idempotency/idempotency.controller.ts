import { Serves } from '@almanac/bus';
import { fail, type InputOf, idempotencyBegin, idempotencyEnd, type OutputOf } from '@almanac/contracts';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '../database';
import { ownerDead } from '../ledger/judge';
import { OwnerLife } from '../owner/owner-life';
import { claimKey, freeKey, whyNotClaimed } from './idempotency.sql';

type Claim = OutputOf<typeof idempotencyBegin>;

@Controller()
export class IdempotencyController {
  constructor(
    private readonly database: Database,
    private readonly life: OwnerLife,
  ) {}

  @Serves(idempotencyBegin)
  async begin(@Payload() claim: InputOf<typeof idempotencyBegin>): Promise<Claim> {
    const { deadSeconds } = this.life;
    const [claimed] = await this.database.rows<Claim>(claimKey(deadSeconds, claim));
    if (claimed) return claimed;
    const [why] = await this.database.rows<{ ownerAlive: boolean; otherRequest: boolean }>(
      whyNotClaimed(deadSeconds, claim),
    );
    if (!why.ownerAlive) throw ownerDead(claim.owner);
    if (why.otherRequest)
      throw fail('idempotency_conflict', 'This Idempotency-Key was used for another request; use a fresh key.');
    throw fail(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running; ask again when it is done.',
      undefined,
      1,
    );
  }

  @Serves(idempotencyEnd)
  async end(@Payload() claim: InputOf<typeof idempotencyEnd>): Promise<OutputOf<typeof idempotencyEnd>> {
    await this.database.rows(freeKey(claim));
    return {};
  }
}
