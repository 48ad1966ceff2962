import Type, { type Static } from 'typebox';

/** Enrichment's environment; see apps/enrichment/README.md. */
export const Config = Type.Object({
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'a Postgres URL of the role almanac_enrichment, or of any that may read the schema catalog',
  }),
  NATS_URL: Type.String({
    default: 'nats://127.0.0.1:4222',
    pattern: '^(nats|tls)://',
    description: 'a NATS URL such as nats://127.0.0.1:4222',
  }),
  DATABASE_POOL_SIZE: Type.Integer({ default: 8, minimum: 1, maximum: 200, description: 'connections to Postgres' }),
  CACHE_MEGABYTES: Type.Integer({
    default: 256,
    minimum: 0,
    maximum: 1_000_000,
    description: 'memory for records kept between requests, 0 keeps none',
  }),
  PRO_HOSTS: Type.String({
    default: 'pro.example',
    minLength: 1,
    description: 'hosts of the professional network in proURL, separated by commas',
  }),
});
export type Config = Static<typeof Config>;
