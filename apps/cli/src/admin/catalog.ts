import { type ProHosts, proHostsOf } from '@almanac/catalog';
import { ROLES, readConfig, roleUrl } from '@almanac/runtime';
import Type from 'typebox';
import { Fault } from '../fault';
import type { Context } from './context';
import { databaseOf } from './instance';

const CatalogConfig = Type.Object({
  PRO_HOSTS: Type.Optional(
    Type.String({ description: 'hosts of the professional network, with commas, as for enrichment' }),
  ),
});

/** The catalog's database, as the loader. */
export function loaderUrl(env: Context['env']): string {
  const { databaseUrl, roleSecret } = databaseOf(env);
  return roleUrl(databaseUrl, ROLES.loader, roleSecret);
}

/** To be spread into what the catalog is asked. */
export function proHostsOption(env: Context['env']): { proHosts?: ProHosts } {
  const hosts = readConfig(CatalogConfig, env).PRO_HOSTS;
  return hosts ? { proHosts: proHostsOf(hosts) } : {};
}

/** What the database says, as a sentence that tells what to do. */
export function catalogFault(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return new Fault(`The database does not answer (${message}): check DATABASE_URL, or start Almanac with npm start.`);
  if (code === '28P01' || code === '28000')
    return new Fault(`The database refuses the loader (${message}): check ROLE_SECRET, or run almanac migrate.`);
  if (code === '3F000' || code === '42P01' || code === '3D000')
    return new Fault(`The database has no catalog (${message}): run almanac migrate.`);
  return error;
}
