import { Bus } from '@almanac/bus';
import { type DynamicModule, Module } from '@nestjs/common';
import { CustomerController } from './customer/customer.controller';
import { Database } from './database';
import { IdempotencyController } from './idempotency/idempotency.controller';
import { KeyController } from './key/key.controller';
import { LastUsed } from './key/last-used';
import { Pepper } from './key/pepper';
import { BalanceController } from './ledger/balance.controller';
import { ChargeController } from './ledger/charge.controller';
import { GrantController } from './ledger/grant.controller';
import { Ledger } from './ledger/ledger';
import { OwnerController } from './owner/owner.controller';
import { OwnerLife } from './owner/owner-life';

export interface Parts {
  database: Database;
  bus: Bus;
  ledger: Ledger;
  lastUsed: LastUsed;
  pepper: Pepper;
  ownerLife: OwnerLife;
}

@Module({})
class BillingModule {}

/** The controllers with the parts that main.ts made from the configuration. */
export const billingModule = (parts: Parts): DynamicModule => ({
  module: BillingModule,
  controllers: [
    BalanceController,
    ChargeController,
    CustomerController,
    GrantController,
    IdempotencyController,
    KeyController,
    OwnerController,
  ],
  providers: [
    { provide: Database, useValue: parts.database },
    { provide: Bus, useValue: parts.bus },
    { provide: Ledger, useValue: parts.ledger },
    { provide: LastUsed, useValue: parts.lastUsed },
    { provide: Pepper, useValue: parts.pepper },
    { provide: OwnerLife, useValue: parts.ownerLife },
  ],
});
