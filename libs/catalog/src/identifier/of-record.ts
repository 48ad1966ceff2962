import {
  type EntityKind,
  type Identifier,
  type IdentifierKind,
  KINDS,
  urlKind,
  WEBSITE,
  WEBSITE_DOMAIN,
} from './kinds';
import { companyOfProURL, DEFAULT_PRO_HOSTS, type ProHosts, parseAddress, personOfProURL } from './pro-url';
import { plain } from './value';
import { websiteOf } from './website';

/** An identifier with the place in the record that states it, such as `proID` or `identifiers.dataAID`. */
export interface Stated extends Identifier {
  /** Strength on load; 0 never decides identity. */
  tier: number;
  /** Path in the record: a field, `URLs.<key>` or `identifiers.<kind>`. */
  path: string;
}
/** A text in a record that is no identifier of the kind it claims. */
export interface Misstated {
  path: string;
  value: unknown;
}
export type RecordValues = Readonly<Record<string, unknown>>;

/** Record fields whose name is not their kind's. */
const FIELD_OF_KIND: Record<EntityKind, Record<string, string>> = {
  company: {},
  person: { proEntityId: 'proEntityID' },
};
const rulesOf = (entity: EntityKind) =>
  Object.entries(KINDS[entity]).map(([kind, rule]) => ({ kind, rule, field: FIELD_OF_KIND[entity][kind] ?? kind }));
const RULES = { company: rulesOf('company'), person: rulesOf('person') };
/** URLs whose last path part is the network's id of the entity, by the kind that it stands for. */
const URL_OF_KIND: Record<EntityKind, Record<string, string>> = {
  company: {
    socialAID: 'socialA',
    socialBID: 'socialB',
    dataAID: 'dataA',
    dataBID: 'dataB',
    dataDID: 'dataD',
    dataEID: 'dataE',
  },
  person: { socialAID: 'socialA', socialBID: 'socialB', dataAID: 'dataA', dataEID: 'dataE', dataGID: 'dataG' },
};
export const urlOfKind = (entity: EntityKind, kind: string): string | undefined => URL_OF_KIND[entity][kind];

/**
 * Every identifier that a record states, strongest first, in normal form and without repetition. URLs give identifiers
 * of kinds of their own (`website`, `URLs.pro`, …), which find an entity but never decide identity on load.
 */
export function identifiersOf(
  entity: EntityKind,
  values: RecordValues,
  proHosts: ProHosts = DEFAULT_PRO_HOSTS,
  misstated?: (problem: Misstated) => void,
): Stated[] {
  const found = new Map<string, Stated>();
  const put = (kind: string, value: string, tier: number, path: string) => {
    const name = `${kind}\n${value}`;
    if (!found.has(name)) found.set(name, { kind, value, tier, path });
  };
  const state = (kind: string, rule: IdentifierKind, raw: unknown, path: string) => {
    const value = typeof raw === 'string' ? rule.normalise(raw) : undefined;
    if (value === undefined) misstated?.({ path, value: raw });
    else put(kind, value, rule.tier ?? 0, path);
  };
  const more = extraOf(values);
  for (const { kind, rule, field } of RULES[entity]) {
    if (values[field] !== undefined && values[field] !== null)
      state(kind, rule, kind === 'stockSymbol' ? listing(values) : values[field], field);
    for (const raw of more[kind] ?? []) state(kind, rule, raw, `identifiers.${kind}`);
    if (field !== kind) for (const raw of more[field] ?? []) state(kind, rule, raw, `identifiers.${field}`);
  }
  const urls = (values.URLs ?? {}) as Record<string, unknown>;
  const websites: [unknown, string][] = [[urls.website, 'URLs.website']];
  for (const raw of more[WEBSITE] ?? []) websites.push([raw, 'identifiers.website']);
  for (const [raw, path] of websites) {
    if (typeof raw !== 'string') continue;
    const website = websiteOf(raw);
    if (website.kind === 'invalid') misstated?.({ path, value: raw });
    if (website.kind === 'platform') put(WEBSITE, website.key, 0, path);
    if (website.kind !== 'host') continue;
    put(WEBSITE, website.host, 0, path);
    if (website.domain) put(WEBSITE_DOMAIN, website.domain, 0, path);
  }
  fromURLs(entity, urls, proHosts, found, put);
  // Left by a merge: read off a URL that another one took the place of.
  for (const kind of Object.keys(more))
    if (kind.startsWith(urlKind('')))
      for (const raw of more[kind] ?? []) if (typeof raw === 'string') put(kind, raw, 0, `identifiers.${kind}`);
  return [...found.values()];
}

function fromURLs(
  entity: EntityKind,
  urls: Record<string, unknown>,
  proHosts: ProHosts,
  found: ReadonlyMap<string, Stated>,
  put: (kind: string, value: string, tier: number, path: string) => void,
): void {
  const kinds = new Set([...found.values()].map((stated) => stated.kind));
  if (typeof urls.pro === 'string') {
    const page = (entity === 'company' ? companyOfProURL : personOfProURL)(urls.pro, proHosts);
    if (page && !found.has(`${page.kind}\n${page.value}`))
      put(urlKind('pro'), `${page.kind}:${page.value}`, 0, 'URLs.pro');
  }
  for (const [kind, url] of Object.entries(URL_OF_KIND[entity])) {
    const raw = urls[url];
    if (kinds.has(kind) || typeof raw !== 'string') continue;
    const part = parseAddress(raw)?.pathname.split('/').filter(Boolean).at(-1);
    const value = part && KINDS[entity][kind].normalise(part);
    if (value) put(urlKind(url), value, 0, `URLs.${url}`);
  }
}

const listing = ({ stockExchange, stockSymbol }: RecordValues): unknown =>
  typeof stockExchange === 'string' && plain(stockExchange)
    ? `${stockExchange.trim()}:${String(stockSymbol).trim()}`
    : stockSymbol;

function extraOf(values: RecordValues): Record<string, unknown[] | undefined> {
  const extra = values.identifiers;
  return typeof extra === 'object' && extra !== null ? (extra as Record<string, unknown[] | undefined>) : {};
}

/** Kinds that a record's `identifiers` may name. */
export const extraKinds = (entity: EntityKind): ReadonlySet<string> => EXTRA_KINDS[entity];
const kindNames = (entity: EntityKind) => [...Object.keys(KINDS[entity]), ...Object.values(FIELD_OF_KIND[entity])];
const EXTRA_KINDS: Record<EntityKind, ReadonlySet<string>> = {
  company: new Set([...kindNames('company'), WEBSITE]),
  person: new Set([...kindNames('person'), WEBSITE]),
};
