import { type Bus, connectBus } from '@almanac/bus';
import { AlmanacClient } from '@almanac/client';
import { type CreditKind, customerCreate, grantCreate, keyCreate, type Scope } from '@almanac/contracts';
import { ROLES } from '@almanac/runtime';
import type { RunningNats } from '@almanac/runtime/servers';
import { type AppProcess, startApp } from './app';
import { type TestDatabase, testDatabase } from './database';
import { testNats } from './nats';
import { readFact, TEST_PEPPER, workerName, writeFact } from './place';

export type AppName = 'billing' | 'enrichment' | 'gateway';

/** What a world of the whole service looks like to a spec. */
export interface WorldAddress {
  gatewayUrl: string;
  natsUrl: string;
  databaseUrl: string;
}
export interface SharedWorld extends WorldAddress {
  pids: number[];
}
export interface World extends SharedWorld {
  database: TestDatabase;
  nats: RunningNats;
  apps: Record<AppName, AppProcess>;
  /** Starts one app again after a fault, with the same environment. */
  restart(name: AppName): Promise<AppProcess>;
  stop(): Promise<void>;
}

export type AppEnv = Partial<Record<AppName, Record<string, string>>>;

/** A world of one's own, for specs that kill, stop or configure: a database, a nats-server and the three apps as processes. */
export async function startWorld(env: AppEnv = {}): Promise<World> {
  const [database, nats] = await Promise.all([testDatabase(), testNats()]);
  let gatewayPort = '0';
  const envOf = (name: AppName): Record<string, string> => ({
    NATS_URL: nats.url,
    ...(name === 'gateway'
      ? { PORT: gatewayPort }
      : { DATABASE_URL: database.as(name === 'billing' ? ROLES.billing : ROLES.enrichment) }),
    ...(name === 'enrichment' ? {} : { KEY_PEPPER: TEST_PEPPER }),
    ...env[name],
  });
  const apps = {} as Record<AppName, AppProcess>;
  const start = async (name: AppName) => {
    apps[name] = await startApp(name, envOf(name));
    return apps[name];
  };
  try {
    // The gateway registers with billing before it is ready.
    await Promise.all([start('billing'), start('enrichment')]);
    await start('gateway');
    // Started again after a fault it is found where it was.
    gatewayPort = String(apps.gateway.facts.port);
  } catch (error) {
    // What did start must not outlive the spec that it failed.
    await Promise.all(Object.values(apps).map((app) => app.stop()));
    await nats.stop();
    throw error;
  }
  const world: World = {
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    natsUrl: nats.url,
    databaseUrl: database.url,
    database,
    nats,
    get pids() {
      return [apps.gateway.pid, apps.billing.pid, apps.enrichment.pid, nats.pid];
    },
    apps,
    restart: start,
    stop: async () => {
      await apps.gateway.stop();
      await Promise.all([apps.billing.stop(), apps.enrichment.stop()]);
      await nats.stop();
      await database.drop();
    },
  };
  return world;
}

/** The world that all specs of one jest worker share; started by the first, ended by the global teardown. */
export async function sharedWorld(): Promise<WorldAddress> {
  const running = readFact<SharedWorld>(workerName());
  if (running) return running;
  const { gatewayUrl, natsUrl, databaseUrl, pids } = await startWorld();
  writeFact(workerName(), { gatewayUrl, natsUrl, databaseUrl, pids } satisfies SharedWorld);
  return { gatewayUrl, natsUrl, databaseUrl };
}

export interface TestCustomer {
  customerID: string;
  teamID: string;
  keyID: string;
  token: string;
  client: AlmanacClient;
}
export interface CustomerOptions {
  credits?: Partial<Record<CreditKind, number>>;
  scopes?: Scope[];
  /** Default: no limit. */
  rateLimits?: Record<string, number>;
}

const noLimits = { enrich: 0, bulk: 0, list: 0, search: 0, other: 0 };
let made = 0;

/** A customer of one's own with a team, credits and a key, made through billing's subjects. */
export async function testCustomer(world: WorldAddress, options: CustomerOptions = {}): Promise<TestCustomer> {
  const bus = await connectBus({ url: world.natsUrl, name: 'test' });
  try {
    const name = `test ${process.pid}-${++made}`;
    const { customer, team } = await bus.call(customerCreate, { name, rateLimits: options.rateLimits ?? noLimits });
    for (const [kind, amount] of Object.entries(options.credits ?? { company: 1_000, person: 1_000 })) {
      if (amount) await bus.call(grantCreate, { team: team.id, kind: kind as CreditKind, amount });
    }
    const { key, token } = await bus.call(keyCreate, {
      customerID: customer.id,
      name,
      scopes: options.scopes ?? ['read'],
      env: 'test',
    });
    return {
      customerID: customer.id,
      teamID: team.id,
      keyID: key.id,
      token,
      client: new AlmanacClient({ url: world.gatewayUrl, token }),
    };
  } finally {
    await bus.close();
  }
}

/** A connection to the world's bus; close it. */
export const testBus = (world: WorldAddress): Promise<Bus> => connectBus({ url: world.natsUrl, name: 'test' });
