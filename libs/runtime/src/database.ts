import { createHmac } from 'node:crypto';

/** The database roles, one per app; each sees only its schemas. Created by the migrations of the schema's owner. */
export const ROLES = {
  /** Reads `catalog`. */
  enrichment: 'almanac_enrichment',
  /** Reads and writes `catalog`. */
  loader: 'almanac_loader',
  /** Reads and writes `billing`. */
  billing: 'almanac_billing',
} as const;
export type Role = (typeof ROLES)[keyof typeof ROLES];

/** A role's password follows from one secret, so that migrations and apps agree without a file of passwords. */
export const rolePassword = (secret: string, role: Role): string =>
  createHmac('sha256', secret).update(role).digest('hex');

/** The administrator's connection URL with the user and password of one app's role. */
export function roleUrl(adminUrl: string, role: Role, secret: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = rolePassword(secret, role);
  return url.toString();
}

/** SQL that creates a login role, or gives an existing one the current password. Names and password are of our own making. */
export const createRoleSql = (role: Role, secret: string): string => `
  DO $$ BEGIN
    CREATE ROLE ${role} LOGIN PASSWORD '${rolePassword(secret, role)}';
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    ALTER ROLE ${role} LOGIN PASSWORD '${rolePassword(secret, role)}';
  END $$`;
