import { getDomain } from 'tldts';
import { PLATFORM_HOSTS, type PlatformHost } from './platform-hosts';
import { type Address, parseAddress } from './pro-url';
import { IDENTIFIER_LENGTH_MAX } from './value';

/** Where a website leads: a host of its own, or a place on somebody else's platform. */
export type Website =
  /** `domain` is the registrable domain (public suffix list, private section too); absent for IP addresses and suffixes. */
  | { kind: 'host'; host: string; domain?: string }
  /** `key` is the host with the part of the URL that names the owner. */
  | { kind: 'platform'; key: string }
  /** On a platform, but too short to name an owner: no identifier. */
  | { kind: 'too-short'; host: string }
  /** No web address at all. */
  | { kind: 'invalid' };

const INVALID: Website = { kind: 'invalid' };

/** Normal form of a website: scheme, `www.`, port, query, trailing slashes go, case is folded, IDN becomes ASCII. */
export function websiteOf(text: string): Website {
  const url = parseAddress(text);
  if (!url) return INVALID;
  // The URL parser has folded the case and turned the name into ASCII already.
  const host = withoutWww(url.hostname.replace(/\.+$/, ''));
  // The URL parser reads a bare number as an IP address; nobody's website is written so.
  if (!isHost(host) || (/^\d+(?:\.\d+){3}$/.test(host) && !text.includes(host))) return INVALID;
  const platform = platformOf(host);
  if (platform) return onPlatform(platform, url);
  const domain = getDomain(host, { allowPrivateDomains: true });
  // Neighbours on a platform's subdomains have nothing to do with each other.
  return domain && !platforms.has(domain) ? { kind: 'host', host, domain } : { kind: 'host', host };
}

const withoutWww = (host: string) => (/^www\.[^.]+\../.test(host) ? host.slice(4) : host);

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
/** At least two labels, or an IP address. */
function isHost(host: string): boolean {
  if (host.length > 253) return false;
  if (host.startsWith('[')) return true;
  const labels = host.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}

const platforms = new Map<string, PlatformHost>(
  PLATFORM_HOSTS.flatMap((entry) => [entry.host, ...(entry.aliases ?? [])].map((host) => [host, entry] as const)),
);
const LANGUAGE_OR_MOBILE = /^(?:m|mobile|web|[a-z]{2}|[a-z]{2}-[a-z]{2})\./;

function platformOf(host: string): PlatformHost | undefined {
  return platforms.get(host) ?? platforms.get(host.replace(LANGUAGE_OR_MOBILE, ''));
}

function onPlatform(entry: PlatformHost, url: Address): Website {
  const key = keyOn(entry, url)?.toLowerCase();
  return key && key.length <= IDENTIFIER_LENGTH_MAX
    ? { kind: 'platform', key: entry.host + key }
    : { kind: 'too-short', host: entry.host };
}

function keyOn({ key }: PlatformHost, url: Address): string | undefined {
  const parts = url.pathname.split('/').filter(Boolean);
  if ('query' in key) {
    const value = url.searchParams.get(key.query)?.trim();
    return value ? `?${key.query}=${value}` : undefined;
  }
  if ('idPart' in key) {
    const part = parts.find((candidate) => /^id\d+$/i.test(candidate));
    return part && `/${part}`;
  }
  // A section such as `company/` introduces the name and is none itself.
  const needed = key.parts + (key.sections?.includes(parts[0]?.toLowerCase()) ? 1 : 0);
  return parts.length >= needed ? `/${parts.slice(0, needed).join('/')}` : undefined;
}
