import { type Call, Serves } from '@almanac/bus';
import { chargeOpen, chargeReverse, type InputOf, type OutputOf } from '@almanac/contracts';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Ledger } from './ledger';

@Controller()
export class ChargeController {
  constructor(private readonly ledger: Ledger) {}

  @Serves(chargeOpen)
  open(@Payload() delivery: InputOf<typeof chargeOpen>, @Ctx() call: Call): Promise<OutputOf<typeof chargeOpen>> {
    return this.ledger.charge(delivery, () => call.timeLeftMs() > 0);
  }

  @Serves(chargeReverse)
  async reverse(@Payload() deliveries: InputOf<typeof chargeReverse>): Promise<OutputOf<typeof chargeReverse>> {
    return { reversed: await this.ledger.reverse(deliveries) };
  }
}
