import { type EntityKind, type Identifier, KINDS, urlKind, WEBSITE, WEBSITE_DOMAIN } from './kinds';
import { urlOfKind } from './of-record';
import { companyOfProURL, DEFAULT_PRO_HOSTS, type ProHosts, personOfProURL } from './pro-url';
import { plain } from './value';
import { websiteOf } from './website';

/** Kind of the pseudo-identifier "the entity's own id"; it stands in the entity tables. */
export const ID = 'id';

/** One way to find what a parameter names; the ways of a parameter are tried in order. */
export interface Way extends Identifier {
  /** How a match is reported: `proID`, `website=host`, … */
  matchedBy: string;
  /** A match that counts as unknown beside another known identifier. */
  weak?: boolean;
}
/** A look-up parameter, normalised. */
export type Asked =
  | { parameter: string; ways: Way[] }
  /** Names nobody by itself (a platform's front page): as if it had not been given. */
  | { parameter: string; ways: []; empty: true }
  | { parameter: string; problem: string };

export interface LookupRules {
  proHosts?: ProHosts;
  /** Person enrichment takes only the public profile as proURL. */
  publicProfileOnly?: boolean;
}

/** The ways in which one identifier parameter finds an entity. */
export function waysOf(entity: EntityKind, parameter: string, text: string, rules: LookupRules = {}): Asked {
  if (parameter === ID) return one(parameter, ID, plain(text));
  if (parameter === 'website') return website(text);
  if (parameter === 'proURL') return proURL(entity, text, rules);
  const value = KINDS[entity][parameter]?.normalise(text);
  if (value === undefined) return { parameter, problem: `is not a ${parameter}` };
  if (parameter === 'proID' || parameter === 'proNumID')
    return { parameter, ways: proWays(entity, parameter, value, parameter) };
  const url = urlOfKind(entity, parameter);
  const ways: Way[] = [{ kind: parameter, value, matchedBy: parameter }];
  if (url) ways.push({ kind: urlKind(url), value, matchedBy: parameter });
  return { parameter, ways };
}

const one = (parameter: string, kind: string, value: string | undefined): Asked =>
  value === undefined
    ? { parameter, problem: `is not a valid ${parameter}` }
    : { parameter, ways: [{ kind, value, matchedBy: parameter }] };

/** The network numbers its pages too, and answers to the number where the name stands; so a number may be either. */
function proWays(entity: EntityKind, kind: string, value: string, matchedBy: string): Way[] {
  const kinds = entity === 'company' && /^\d+$/.test(value) ? [kind, kind === 'proID' ? 'proNumID' : 'proID'] : [kind];
  const stated = kinds.map((name) => ({ kind: name, value, matchedBy }));
  return [...stated, ...kinds.map((name) => ({ kind: urlKind('pro'), value: `${name}:${value}`, matchedBy }))];
}

function proURL(entity: EntityKind, text: string, rules: LookupRules): Asked {
  const hosts = rules.proHosts ?? DEFAULT_PRO_HOSTS;
  const parameter = 'proURL';
  const page = (entity === 'company' ? companyOfProURL : personOfProURL)(text, hosts);
  if (!page)
    return {
      parameter,
      problem: `is not a ${entity === 'company' ? 'company page' : 'profile'} URL of ${hosts.join(', ')}`,
    };
  if (page.kind === 'proEntityId') {
    if (rules.publicProfileOnly)
      return { parameter, problem: 'must be a public profile URL here; give what it carries as proEntityId' };
    return one(parameter, page.kind, page.value);
  }
  return { parameter, ways: proWays(entity, page.kind, page.value, parameter) };
}

function website(text: string): Asked {
  const parameter = 'website';
  const found = websiteOf(text);
  if (found.kind === 'invalid') return { parameter, problem: 'is not a web address' };
  if (found.kind === 'too-short') return { parameter, ways: [], empty: true };
  if (found.kind === 'platform')
    return { parameter, ways: [{ kind: WEBSITE, value: found.key, matchedBy: 'website=path' }] };
  const ways: Way[] = [{ kind: WEBSITE, value: found.host, matchedBy: 'website=host' }];
  if (!found.domain) return { parameter, ways };
  const weak = { matchedBy: 'website=domain', weak: true };
  // The domain's own site before its other subdomains: shop.acme.com is Acme's rather than blog.acme.com's.
  if (found.domain !== found.host) ways.push({ kind: WEBSITE, value: found.domain, ...weak });
  ways.push({ kind: WEBSITE_DOMAIN, value: found.domain, ...weak });
  return { parameter, ways };
}
