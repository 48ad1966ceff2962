import { BusServer, connectBus } from '@almanac/bus';
import { proHostsOf } from '@almanac/catalog';
import { ConfigError, type Log, type Running } from '@almanac/runtime';
import { NestFactory } from '@nestjs/core';
import { Catalog } from './catalog/catalog';
import { Database } from './catalog/database';
import type { Config } from './config';
import { enrichmentModule } from './enrichment.module';
import { Enricher } from './entity/enricher';

/** Serves `v1.enrichment.*` until closed. Throws when the catalog or NATS cannot be reached at the start. */
export async function startEnrichment(config: Config, log: Log): Promise<Running> {
  const database = new Database({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    onLost: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
  });
  const catalog = new Catalog(database, config.CACHE_MEGABYTES * 1024 * 1024, (error) =>
    log.warn({ err: error }, 'the catalog could not be asked for changes'),
  );
  await catalog.freshness.start().catch(explain);
  const bus = await connectBus({
    url: config.NATS_URL,
    name: 'enrichment',
    onStatus: (status) => log.warn({ status }, 'message bus'),
  });
  const enricher = new Enricher(catalog, { proHosts: proHostsOf(config.PRO_HOSTS) });
  const app = await NestFactory.createMicroservice(enrichmentModule(enricher), {
    logger: false,
    strategy: new BusServer({
      connection: bus.connection,
      queue: 'enrichment',
      onFault: (error, { subject }, requestID) => log.error({ err: error, subject, requestID }, 'a call failed'),
    }),
  });
  await app.listen();
  return {
    close: async () => {
      // The bus drains first: what was accepted still gets its answer.
      await app.close();
      await catalog.freshness.stop();
      await bus.close();
      await database.close();
    },
  };
}

function explain(error: Error): never {
  throw new ConfigError(
    `The catalog cannot be read (${error.message}): check DATABASE_URL, and that the catalog's migrations have run.`,
  );
}
