import { BusServer, connectBus } from '@almanac/bus';
import { ConfigError, type Log, type Running } from '@almanac/runtime';
import { NestFactory } from '@nestjs/core';
import { billingModule } from './billing.module';
import type { Config } from './config';
import { Database } from './database';
import { Housekeeping, tasksOf } from './housekeeping';
import { LastUsed } from './key/last-used';
import { Pepper } from './key/pepper';
import { Ledger } from './ledger/ledger';
import { PriceList } from './ledger/prices';
import { OwnerLife } from './owner/owner-life';

/** Serves `v1.billing.*` until closed. Throws when the database or NATS cannot be reached at the start. */
export async function startBilling(config: Config, log: Log): Promise<Running> {
  const database = new Database({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const prices = new PriceList(database);
  await prices.refresh().catch(explain);
  const bus = await connectBus({
    url: config.NATS_URL,
    name: 'billing',
    onStatus: (status) => log.warn({ status }, 'message bus'),
  });
  const ownerLife = new OwnerLife(config.OWNER_DEAD_SECONDS);
  const { deadSeconds } = ownerLife;
  const ledger = new Ledger(database, {
    repeatHours: config.REPEAT_WINDOW_HOURS,
    deadSeconds,
    priceOf: prices.priceOf,
  });
  const lastUsed = new LastUsed(database);
  const parts = { database, bus, ledger, lastUsed, pepper: new Pepper(config.KEY_PEPPER), ownerLife };
  const app = await NestFactory.createMicroservice(billingModule(parts), {
    logger: false,
    strategy: new BusServer({
      connection: bus.connection,
      queue: 'billing',
      onFault: (error, { subject }, requestID) => log.error({ err: error, subject, requestID }, 'a call failed'),
    }),
  });
  await app.listen();
  const housekeeping = new Housekeeping(tasksOf({ database, deadSeconds, prices, lastUsed, log }), log);
  return {
    close: async () => {
      // The bus drains first: what was accepted still gets its answer.
      await app.close();
      await ledger.idle();
      await housekeeping.close();
      await lastUsed.write();
      await bus.close();
      await database.close();
    },
  };
}

function explain(error: Error): never {
  throw new ConfigError(
    `DATABASE_URL names a database that cannot be used (${error.message}): start it, migrate it with migrate.js, and start again.`,
  );
}
