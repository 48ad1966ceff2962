import { ROLES } from '@almanac/runtime';

/**
 * What the app's role may do, and no more: entries can only be added, charges only be reversed. Partitions are
 * reached through their parents. Run after every migration, so that a new table is thought of here.
 */
const TABLES: Record<string, string> = {
  customers: 'SELECT, INSERT, UPDATE',
  teams: 'SELECT, INSERT, UPDATE',
  keys: 'SELECT, INSERT, UPDATE',
  balances: 'SELECT, INSERT, UPDATE',
  grants: 'SELECT, INSERT, UPDATE',
  caps: 'SELECT, INSERT, UPDATE, DELETE',
  prices: 'SELECT, INSERT, UPDATE, DELETE',
  charges: 'SELECT, INSERT, UPDATE (state, reversed_at)',
  entries: 'SELECT, INSERT',
  usage: 'SELECT, INSERT, UPDATE',
  refusals: 'SELECT, INSERT, DELETE',
  repeats: 'SELECT, INSERT, UPDATE, DELETE',
  owners: 'SELECT, INSERT, UPDATE',
  pulse: 'SELECT, UPDATE',
  reversals: 'SELECT, INSERT, DELETE',
  idempotency: 'SELECT, INSERT, UPDATE, DELETE',
  charge_state: 'SELECT',
};

export const grantsSql = (): string => `
  GRANT USAGE ON SCHEMA billing TO ${ROLES.billing};
  ${Object.entries(TABLES)
    .map(([table, rights]) => `GRANT ${rights} ON billing.${table} TO ${ROLES.billing};`)
    .join('\n  ')}
  REVOKE EXECUTE ON FUNCTION billing.make_partitions FROM PUBLIC;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA billing TO ${ROLES.billing};`;
