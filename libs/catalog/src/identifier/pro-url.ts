import type { Identifier } from './kinds';
import { folded, plain, slug } from './value';

/** Hosts of the professional network; their subdomains count too. */
export type ProHosts = readonly string[];
export const DEFAULT_PRO_HOSTS: ProHosts = ['pro.example'];

/** The parts of a web address that name somebody. */
export interface Address {
  /** ASCII, lower case. */
  hostname: string;
  pathname: string;
  searchParams: URLSearchParams;
}

/** The form that nearly all records use; what it does not match is left to the URL parser, which is slower. */
const SIMPLE = /^(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})((?:\/[\w-][\w.-]*)*)\/?$/;
const NO_QUERY = new URLSearchParams();

/** Host and path of a web address written with or without scheme; undefined for what is none. */
export function parseAddress(text: string): Address | undefined {
  const value = plain(text);
  if (!value) return undefined;
  const simple = SIMPLE.exec(value);
  if (simple && !simple[1].includes('xn--'))
    return { hostname: simple[1], pathname: simple[2], searchParams: NO_QUERY };
  const rest = value.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^\/\//, '');
  try {
    return new URL(`http://${rest}`);
  } catch {
    return undefined;
  }
}

const isProHost = (host: string, hosts: ProHosts) =>
  hosts.some((known) => host === known || host.endsWith(`.${known}`));

function pathOn(text: string, hosts: ProHosts): string[] | undefined {
  const url = parseAddress(text);
  return url && isProHost(url.hostname, hosts) ? url.pathname.split('/').filter(Boolean) : undefined;
}

const COMPANY_SECTIONS = new Set(['company', 'school', 'showcase', 'organization']);

/** A company page `<host>/company/<slug or number>`; undefined for any other URL. */
export function companyOfProURL(text: string, hosts: ProHosts = DEFAULT_PRO_HOSTS): Identifier | undefined {
  const [section, name] = pathOn(text, hosts) ?? [];
  if (!COMPANY_SECTIONS.has(section?.toLowerCase()) || !name) return undefined;
  const value = slug(name);
  return value === undefined ? undefined : { kind: /^\d+$/.test(value) ? 'proNumID' : 'proID', value };
}

/**
 * A person's URL: the public profile `<host>/in/<slug>` gives a proID; the two kinds of the network's own tools,
 * `<host>/sales/lead/<proEntityId>,…` (or `/sales/people/…`) and `<host>/talent/profile/<proEntityId>`, a proEntityId.
 */
export function personOfProURL(text: string, hosts: ProHosts = DEFAULT_PRO_HOSTS): Identifier | undefined {
  const [section, second, third] = pathOn(text, hosts) ?? [];
  if (!section || !second) return undefined;
  const place = section.toLowerCase();
  if (place === 'in') return known('proID', slug(second));
  const under = `${place}/${second.toLowerCase()}`;
  if (!third || !ENTITY_SECTIONS.has(under)) return undefined;
  return known('proEntityId', plain(decoded(third).split(',')[0]));
}
const ENTITY_SECTIONS = new Set(['sales/lead', 'sales/people', 'talent/profile']);

const known = (kind: string, value: string | undefined): Identifier | undefined =>
  value === undefined ? undefined : { kind, value };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parses a comma-separated configuration value. */
export const proHostsOf = (list: string): string[] => list.split(',').flatMap((host) => folded(host) ?? []);
