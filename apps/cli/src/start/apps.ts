import { join } from 'node:path';
import { ROLES, roleUrl } from '@almanac/runtime';
import { ROOT } from '../root';
import type { Secrets } from './folder';

export const APPS = ['billing', 'enrichment', 'gateway'] as const;
export type App = (typeof APPS)[number];

/** An app's entry file, or another one of its compiled files. */
export const appFile = (app: App, file = 'main.js'): string => join(ROOT, 'apps', app, 'dist', file);

export interface Surroundings {
  /** The administrator's URL; an app gets its own role's. */
  databaseUrl: string;
  natsUrl: string;
  secrets: Secrets;
  host: string;
  port: number;
}

type Env = Record<string, string | undefined>;

/** What the launcher knows and hands out; an app sees of it only what it needs. */
const GUARDED = [
  'DATABASE_URL',
  'NATS_URL',
  'ROLE_SECRET',
  'KEY_PEPPER',
  'PORT',
  'HOST',
  'ALMANAC_DIR',
  'NODE_CHANNEL_FD',
];

/** The user's environment without what is the launcher's own. */
const passedOn = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([name]) => !GUARDED.includes(name)));

/** An app's environment: the user's settings pass through, secrets only to those who use them. */
export function appEnv(app: App, { databaseUrl, natsUrl, secrets, host, port }: Surroundings, env: Env): Env {
  const base = { ...passedOn(env), NATS_URL: natsUrl };
  const database = (role: (typeof ROLES)[keyof typeof ROLES]) => roleUrl(databaseUrl, role, secrets.ROLE_SECRET);
  switch (app) {
    case 'billing':
      return { ...base, DATABASE_URL: database(ROLES.billing), KEY_PEPPER: secrets.KEY_PEPPER };
    case 'enrichment':
      return { ...base, DATABASE_URL: database(ROLES.enrichment) };
    case 'gateway':
      return { ...base, KEY_PEPPER: secrets.KEY_PEPPER, HOST: host, PORT: String(port) };
  }
}

/** The environment of a migration, which alone works as the administrator. */
export const migrationEnv = (databaseUrl: string, roleSecret: string, env: Env): Env => ({
  ...passedOn(env),
  DATABASE_URL: databaseUrl,
  ROLE_SECRET: roleSecret,
});
