import { randomBytes } from 'node:crypto';
import { ROLES, roleUrl } from '@almanac/runtime';
import type { Command } from 'commander';
import type { Context } from './context';

const secret = () => randomBytes(32).toString('base64url');

/** Fresh secrets for a set of containers, and each app's own database URL that follows from them, as an env file. */
export function secretsFile(place: string): string {
  const password = secret();
  const roleSecret = secret();
  const admin = `postgres://almanac:${password}@${place}`;
  const lines = {
    POSTGRES_PASSWORD: password,
    ROLE_SECRET: roleSecret,
    KEY_PEPPER: secret(),
    DATABASE_URL: admin,
    BILLING_DATABASE_URL: roleUrl(admin, ROLES.billing, roleSecret),
    ENRICHMENT_DATABASE_URL: roleUrl(admin, ROLES.enrichment, roleSecret),
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

export function secretsCommand(program: Command, { print }: Context): void {
  program
    .command('secrets')
    .description('print fresh secrets as an env file for docker/compose.yaml')
    .option('--database <host:port/name>', 'where PostgreSQL is, as the containers see it', 'postgres:5432/almanac')
    .addHelpText('after', '\nExample:\n  almanac secrets > docker/.env && chmod 600 docker/.env')
    .action(({ database }: { database: string }) => print(secretsFile(database)));
}
