import { Serves } from '@almanac/bus';
import { type InputOf, type OutputOf, ownerBeat } from '@almanac/contracts';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '../database';
import { ownerDead } from '../ledger/judge';
import { beatOwner, countGateways } from './owner.sql';
import { OwnerLife } from './owner-life';

@Controller()
export class OwnerController {
  constructor(
    private readonly database: Database,
    private readonly life: OwnerLife,
  ) {}

  @Serves(ownerBeat)
  async beat(@Payload() beat: InputOf<typeof ownerBeat>): Promise<OutputOf<typeof ownerBeat>> {
    const [alive] = await this.database.rows(beatOwner(this.life.deadSeconds, beat));
    if (!alive) throw ownerDead(beat.owner);
    const [count] = await this.database.rows<{ gateways: number }>(countGateways(this.life.deadSeconds));
    return count;
  }
}
