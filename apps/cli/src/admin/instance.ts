import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bus, connectBus } from '@almanac/bus';
import { readConfig } from '@almanac/runtime';
import Type from 'typebox';
import { Fault } from '../fault';
import { ROOT } from '../root';
import { type Folder, folderAt, readReady, type Secrets } from '../start/folder';

/** What a command needs to find the service that it talks to. */
export const InstanceConfig = Type.Object({
  NATS_URL: Type.Optional(
    Type.String({
      pattern: '^(nats|tls)://',
      description: 'a NATS server, nats://host:port; default: the running instance',
    }),
  ),
  DATABASE_URL: Type.Optional(
    Type.String({ pattern: '^postgres(ql)?://', description: 'a PostgreSQL, as a user who may create roles' }),
  ),
  ROLE_SECRET: Type.Optional(Type.String({ minLength: 32, description: 'at least 32 characters' })),
  ALMANAC_DIR: Type.String({ default: join(ROOT, '.almanac'), description: 'folder of the running instance' }),
});

type Env = Record<string, string | undefined>;

const notRunning = (folder: Folder, variable: string) =>
  new Fault(`Almanac is not running in ${folder.dir}: start it with npm start, or set ${variable}.`);

/** Opens the bus of NATS_URL, else of the instance that runs in ALMANAC_DIR, for the time of one piece of work. */
export async function withBus<T>(env: Env, work: (bus: Bus) => Promise<T>): Promise<T> {
  const config = readConfig(InstanceConfig, env);
  const folder = folderAt(config.ALMANAC_DIR);
  const url = config.NATS_URL ?? readReady(folder)?.nats;
  if (!url) throw notRunning(folder, 'NATS_URL');
  const bus = await connectBus({ url, name: 'almanac' });
  try {
    return await work(bus);
  } finally {
    await bus.close();
  }
}

/** Request id of a command, for the services' logs. */
export const commandMeta = () => ({ requestID: `cli-${randomUUID()}` });

/** The administrator's database and the secret of its roles: from the environment, else the running instance's. */
export function databaseOf(env: Env): { databaseUrl: string; roleSecret: string } {
  const config = readConfig(InstanceConfig, env);
  const folder = folderAt(config.ALMANAC_DIR);
  const databaseUrl = config.DATABASE_URL ?? readReady(folder)?.postgres;
  if (!databaseUrl) throw notRunning(folder, 'DATABASE_URL and ROLE_SECRET');
  const kept = existsSync(folder.secrets) ? (JSON.parse(readFileSync(folder.secrets, 'utf8')) as Secrets) : undefined;
  const roleSecret = config.ROLE_SECRET ?? kept?.ROLE_SECRET;
  if (!roleSecret)
    throw new Fault('ROLE_SECRET is not set: set it to the secret that the apps’ database passwords were made of.');
  return { databaseUrl, roleSecret };
}
