import { ROLES, rolePassword } from '@almanac/runtime';
import { APPS, appEnv, migrationEnv, type Surroundings } from './apps';

const around: Surroundings = {
  databaseUrl: 'postgres://almanac:admin-password@127.0.0.1:5000/almanac',
  natsUrl: 'nats://127.0.0.1:4000',
  secrets: { ROLE_SECRET: 'r'.repeat(32), KEY_PEPPER: 'p'.repeat(32) },
  host: '127.0.0.1',
  port: 8080,
};
const user = {
  PATH: '/bin',
  LOG_LEVEL: 'debug',
  REPEAT_WINDOW_HOURS: '0',
  DATABASE_URL: 'postgres://user:typed@db/x',
  NATS_URL: 'nats://typed:4222',
  PORT: '1',
  ROLE_SECRET: 'typed',
  KEY_PEPPER: 'typed',
};
const passed = { PATH: '/bin', LOG_LEVEL: 'debug', REPEAT_WINDOW_HOURS: '0', NATS_URL: around.natsUrl };
const asRole = (role: (typeof ROLES)[keyof typeof ROLES]) =>
  `postgres://${role}:${rolePassword(around.secrets.ROLE_SECRET, role)}@127.0.0.1:5000/almanac`;

test.each([
  ['billing', { ...passed, DATABASE_URL: asRole(ROLES.billing), KEY_PEPPER: around.secrets.KEY_PEPPER }],
  ['enrichment', { ...passed, DATABASE_URL: asRole(ROLES.enrichment) }],
  ['gateway', { ...passed, KEY_PEPPER: around.secrets.KEY_PEPPER, HOST: '127.0.0.1', PORT: '8080' }],
] as const)('%s gets its own database role, the secrets it uses, and what the user set for it', (app, expected) => {
  expect(appEnv(app, around, user)).toEqual(expected);
});

test('no app sees the administrator’s password or the secret of the roles', () => {
  for (const app of APPS) {
    const text = JSON.stringify(appEnv(app, around, user));
    expect(text).not.toContain('admin-password');
    expect(text).not.toContain(around.secrets.ROLE_SECRET);
    expect(text).not.toContain('typed');
  }
});

test('only a migration works as the administrator', () => {
  expect(migrationEnv(around.databaseUrl, around.secrets.ROLE_SECRET, { PATH: '/bin', KEY_PEPPER: 'x' })).toEqual({
    PATH: '/bin',
    DATABASE_URL: around.databaseUrl,
    ROLE_SECRET: around.secrets.ROLE_SECRET,
  });
});
