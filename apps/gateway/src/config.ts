import Type from 'typebox';

/** The gateway's environment; see apps/gateway/README.md. */
export const Config = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'address to listen on' }),
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'port to listen on, 0 for any free one',
  }),
  NATS_URL: Type.String({
    default: 'nats://127.0.0.1:4222',
    pattern: '^(nats|tls)://',
    description: 'a NATS URL such as nats://127.0.0.1:4222',
  }),
  KEY_PEPPER: Type.String({
    minLength: 32,
    description: 'the secret under which API keys are hashed, at least 32 characters, the same as billing has',
  }),
  KEY_CACHE_SECONDS: Type.Integer({
    default: 10,
    minimum: 0,
    maximum: 10,
    description: 'how long a verified key is believed',
  }),
  WRITE_TIMEOUT_SECONDS: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 10,
    description: 'a charged reply unwritten after this is closed and reversed',
  }),
});
