import { Bus } from '@almanac/bus';
import { type DynamicModule, Module } from '@nestjs/common';
import { Keyring } from './caller/keyring';
import { RateBuckets } from './caller/rate';
import { Charger } from './charge/charger';
import { Idempotency } from './charge/idempotency';
import { type Parts, Pipeline } from './pipeline';

@Module({})
class GatewayModule {}

/** The gateway's parts under Nest's container; main.ts makes those that need the process (bus, log, configuration). */
export const gatewayModule = (parts: Omit<Parts, 'idempotency'>): DynamicModule => ({
  module: GatewayModule,
  providers: [
    { provide: Bus, useValue: parts.bus },
    { provide: Keyring, useValue: parts.keyring },
    { provide: RateBuckets, useValue: parts.rates },
    { provide: Charger, useValue: parts.charger },
    {
      provide: Idempotency,
      useFactory: (bus: Bus, charger: Charger) => new Idempotency(bus, charger.owner),
      inject: [Bus, Charger],
    },
    {
      provide: Pipeline,
      useFactory: (idempotency: Idempotency) => new Pipeline({ ...parts, idempotency }),
      inject: [Idempotency],
    },
  ],
});
