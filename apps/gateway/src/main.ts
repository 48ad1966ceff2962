import 'reflect-metadata';
import { createServer } from 'node:net';
import { connectBus } from '@almanac/bus';
import { boot, ConfigError, readConfig } from '@almanac/runtime';
import compress from '@fastify/compress';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Keyring } from './caller/keyring';
import { RateBuckets } from './caller/rate';
import { Charger } from './charge/charger';
import { Config } from './config';
import { gatewayModule } from './gateway.module';
import { fastifyOptions } from './http/server';
import { Pipeline } from './pipeline';
import { registerRoutes } from './routes';

void boot('gateway', async (log) => {
  const config = readConfig(Config);
  await assertPortFree(config.HOST, config.PORT);
  const bus = await connectBus({
    url: config.NATS_URL,
    name: 'gateway',
    onStatus: (status) => log.warn({ status }, 'message bus'),
  });
  const rates = new RateBuckets();
  const die = () => {
    log.fatal('billing counts this gateway as dead; it ends, so that a fresh one can charge');
    process.exit(1);
  };
  const charger = new Charger(bus, log, die, (gateways) => {
    rates.gateways = gateways;
  });
  const keyring = new Keyring(bus, config.KEY_PEPPER, config.KEY_CACHE_SECONDS * 1000);
  let draining = false;
  const module = gatewayModule({
    bus,
    keyring,
    rates,
    charger,
    log,
    writeTimeoutMs: config.WRITE_TIMEOUT_SECONDS * 1000,
  });
  const adapter = new FastifyAdapter(fastifyOptions(log));
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger: false, bodyParser: false });
  const fastify = adapter.getInstance();
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  registerRoutes(fastify, app.get(Pipeline), log, () => !draining && bus.isConnected);
  await charger.start();
  await app.listen(config.PORT, config.HOST);
  const { port } = fastify.server.address() as { port: number };
  return {
    facts: { port, owner: charger.owner },
    close: async () => {
      draining = true;
      await app.close();
      await charger.close();
      await bus.close();
    },
  };
});

/** Asked before anything else is started, so that the sentence comes at once. */
function assertPortFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new ConfigError(`Cannot listen on ${host}:${port} (${error.code}): set PORT or HOST to one that is free.`),
        ),
      )
      .listen(port, host, () => probe.close(() => resolve()));
  });
}
