/** How likely two entities are one. Pure. */
import { type EntityKind, websiteOf } from '../../identifier';
import type { SourceKey } from '../../load/facts';
import { companyWords, foldedWords, likeness } from './name';

/** The bare record of a company or a person, as far as it is looked at. */
export interface Bare {
  name?: string;
  fullName?: string;
  country?: string;
  region?: string;
  locality?: string;
  location?: string;
  URLs?: { website?: string };
}

/** What is compared of an entity. */
export interface Traits {
  id: string;
  name: string;
  words: string[];
  /** From the narrowest to the widest: locality, region, country; undefined where unknown. */
  places: (string | undefined)[];
  /** Its registrable domain, else its host, or its place on a platform. */
  site?: string;
  /** The keys under which sources know it. */
  keys: readonly SourceKey[];
}

export interface Score {
  /** 0 to 1. */
  score: number;
  /** In words, for whoever decides. */
  reason: string;
}

export function traitsOf(kind: EntityKind, id: string, bare: Bare, keys: readonly SourceKey[] = []): Traits {
  const name = (kind === 'company' ? bare.name : bare.fullName) ?? '';
  const website = bare.URLs?.website === undefined ? undefined : websiteOf(bare.URLs.website);
  const site =
    website?.kind === 'host'
      ? (website.domain ?? website.host)
      : website?.kind === 'platform'
        ? website.key
        : undefined;
  const places = kind === 'company' ? [bare.locality, bare.region, bare.country] : [bare.location];
  return {
    id,
    name,
    words: (kind === 'company' ? companyWords : foldedWords)(name),
    places: places.map((place) => (place === undefined ? undefined : foldedWords(place).join(' ') || undefined)),
    ...(site === undefined ? {} : { site }),
    keys,
  };
}

/** Two entities are compared only where they have one of these in common: name, site, or first word and locality. */
export function blockKeysOf({ words, places: [locality], site }: Traits): string[] {
  const keys: string[] = [];
  if (words.length) keys.push(`name:${words.join('')}`);
  if (site !== undefined) keys.push(`site:${site}`);
  if (words.length && locality) keys.push(`place:${words[0]}:${locality}`);
  return keys;
}

/** Shares of the score; they sum to 1. */
const WEIGHT = { name: 0.5, place: 0.2, site: 0.3 } as const;
/** What is known of one of the two only speaks neither for nor against, and a little less than for. */
const UNKNOWN = 1 / 3;
/** Places of the same locality, region or country. */
const SAME_PLACE = [1, 0.7, 0.5] as const;
/** A source that keeps two keys means two entities; it may hold one twice all the same. */
const TOLD_APART = 0.6;

/**
 * `0.5 × name + 0.2 × place + 0.3 × site`, times 0.6 where one source knows both, under keys of its own.
 * Name: 1 when the folded names are equal, else the share of letter pairs in common. Place: 1 the same locality, 0.7
 * region, 0.5 country, 0.25 another locality in one country, 0 apart. Site: 1 the same registrable domain, else 0. Place
 * and site that are not known of both count 1/3.
 */
export function scoreOf(a: Traits, b: Traits): Score {
  const name = likeness(a.words.join(''), b.words.join(''));
  const place = placeOf(a, b);
  const site = siteOf(a, b);
  const apart = sourceOfBoth(a, b);
  const sum = WEIGHT.name * name + WEIGHT.place * place.score + WEIGHT.site * site.score;
  const reasons = [
    name === 1 ? 'same name' : `names ${Math.round(name * 100)} % alike`,
    place.reason,
    site.reason,
    ...(apart === undefined ? [] : [`but ${apart} tells them apart`]),
  ];
  const score = apart === undefined ? sum : sum * TOLD_APART;
  return { score: Math.round(score * 1000) / 1000, reason: reasons.join('; ') };
}

const PLACE_NAMES = ['place', 'region', 'country'] as const;

function placeOf(a: Traits, b: Traits): Score {
  const wide = a.places.length - 1;
  const areApart = (level: number) => {
    const [one, two] = [a.places[level], b.places[level]];
    return one !== undefined && two !== undefined && one !== two;
  };
  // Cities of one name lie in many countries.
  if (wide && areApart(wide)) return { score: 0, reason: 'different countries' };
  for (const [level, one] of a.places.entries()) {
    const two = b.places[level];
    if (one === undefined || two === undefined) continue;
    if (one === two) {
      const isNarrowest = !a.places.slice(0, level).some((_, narrower) => areApart(narrower));
      if (isNarrowest) return { score: SAME_PLACE[level], reason: `same ${PLACE_NAMES[level]} (${one})` };
      return { score: 0.25, reason: `different places of one ${PLACE_NAMES[level]}` };
    }
    if (level === wide) return { score: 0, reason: 'different places' };
  }
  const known = a.places.some((_, level) => areApart(level));
  return known ? { score: 0, reason: 'different places' } : { score: UNKNOWN, reason: 'place not known of both' };
}

function siteOf(a: Traits, b: Traits): Score {
  if (a.site === undefined || b.site === undefined) return { score: UNKNOWN, reason: 'site not known of both' };
  return a.site === b.site ? { score: 1, reason: `same site (${a.site})` } : { score: 0, reason: 'different sites' };
}

function sourceOfBoth(a: Traits, b: Traits): string | undefined {
  const sources = new Set(a.keys.map(([source]) => source));
  return b.keys.find(([source]) => sources.has(source))?.[0];
}
