import { type Static, Type } from 'typebox';

const DATABASE_URL = Type.String({ pattern: '^postgres(ql)?://', description: 'a postgres:// URL' });

/** Configuration of the app; the names are the environment variables. */
export const Config = Type.Object({
  DATABASE_URL,
  NATS_URL: Type.String({ minLength: 1, description: 'nats://host:port, several separated by commas' }),
  KEY_PEPPER: Type.String({ minLength: 32, description: 'at least 32 characters, the same for every gateway' }),
  REPEAT_WINDOW_HOURS: Type.Integer({
    minimum: 0,
    maximum: 8_760,
    default: 24,
    description: 'hours in which the same look-up of a team is charged once; 0 = off',
  }),
  OWNER_DEAD_SECONDS: Type.Integer({
    minimum: 2,
    maximum: 3_600,
    default: 15,
    description: 'silence after which an owner of open charges is dead',
  }),
  DATABASE_POOL_SIZE: Type.Integer({ minimum: 2, maximum: 100, default: 8, description: 'connections to Postgres' }),
});
export type Config = Static<typeof Config>;

/** Configuration of `migrate.js`; DATABASE_URL names a user that may create roles and schemas. */
export const MigrateConfig = Type.Object({
  DATABASE_URL,
  ROLE_SECRET: Type.String({
    minLength: 1,
    description: 'from which the password of the role almanac_billing follows',
  }),
});
export type MigrateConfig = Static<typeof MigrateConfig>;
