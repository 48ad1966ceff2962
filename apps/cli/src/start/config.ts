import { join } from 'node:path';
import { readConfig } from '@almanac/runtime';
import Type, { type Static } from 'typebox';
import { ROOT } from '../root';

const secret = (description: string) => Type.Optional(Type.String({ minLength: 32, description }));

/** The launcher's environment; everything else that is set reaches the apps, which check their own. */
export const StartConfig = Type.Object({
  PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65535, description: 'port of the HTTP API, 0 for any' }),
  HOST: Type.String({ default: '127.0.0.1', description: 'address the HTTP API listens on' }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'a PostgreSQL 15 or later, postgres://user:password@host:port/database, as a user who may create roles',
    }),
  ),
  NATS_URL: Type.Optional(Type.String({ pattern: '^(nats|tls)://', description: 'a NATS server, nats://host:port' })),
  ALMANAC_DIR: Type.String({ default: join(ROOT, '.almanac'), description: 'folder for data, secrets and ready.json' }),
  ROLE_SECRET: secret('what the passwords of database roles are made of, at least 32 characters'),
  KEY_PEPPER: secret('what API keys are hashed with, at least 32 characters'),
});
export type StartConfig = Static<typeof StartConfig>;

export const readStartConfig = (env?: Record<string, string | undefined>): StartConfig => readConfig(StartConfig, env);
