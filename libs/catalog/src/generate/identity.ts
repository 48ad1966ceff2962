/** Ids, slugs, sites and the other names by which a company or person is known. Short, stable functions of seed and index. */
import { HOSTS } from './hosts';
import { CITIES, COUNTRIES } from './places';
import { hash, mix, STREAM, scatter31 } from './random';
import type { World } from './world';

const SHARE_UNIT = 4294967296;

const code = (value: number, length: number): string => value.toString(36).padStart(length, '0');

export const companyID = (world: World, index: number): string =>
  `c_${code(scatter31(hash(world.seed, STREAM.companyID, 0), index), 6)}`;
export const personID = (world: World, index: number): string =>
  `p_${code(scatter31(hash(world.seed, STREAM.personID, 0), index), 6)}`;
/** The integer id of the nth relation line of an entity: one-to-one for fewer than 2³¹ of a kind. */
export const relationID = (world: World, stream: number, place: number): number =>
  scatter31(hash(world.seed, stream, 1), place);

/** Whether an entity has an optional thing: the same answer wherever it is asked. */
export const has = (world: World, thing: number, index: number, share: number): boolean =>
  hash(world.seed, STREAM.identifiers * 64 + thing, index) < share * SHARE_UNIT;

const THING = { pro: 1, number: 2, person: 3, entity: 4 } as const;

/** Page name on the professional network, where the company has a page. */
export const companyProID = (world: World, index: number): string | undefined =>
  has(world, THING.pro, index, 0.96) ? world.companies.name(index).slug : undefined;
export const companyProNumID = (world: World, index: number): string | undefined =>
  has(world, THING.number, index, 0.95)
    ? String(scatter31(hash(world.seed, STREAM.companyID, 2), index) + 1_000_000)
    : undefined;
export const personProNumID = (world: World, index: number): string =>
  String(scatter31(hash(world.seed, STREAM.personID, 2), index) + 10_000_000);

/** A plain domain of its own. */
const ownSite = (world: World, index: number): string => `${world.companies.name(index).slug}.example`;
type SiteForm = 'own' | 'www' | 'none' | 'shared' | 'below' | 'path';

function siteForm(world: World, index: number): SiteForm {
  const draw = hash(world.seed, STREAM.site, index) % 1000;
  const form =
    draw < 70 ? 'none' : draw < 78 ? 'shared' : draw < 90 ? 'below' : draw < 105 ? 'path' : draw < 200 ? 'www' : 'own';
  if (form !== 'shared' && form !== 'below') return form;
  // Such a company leans on the site of the one before it, if that has a plain one.
  const before = index > 0 ? hash(world.seed, STREAM.site, index - 1) % 1000 : 0;
  return before >= 105 ? form : 'own';
}

/**
 * The website of a company: mostly a domain of its own; some have none, some live under another company's domain, on a
 * path of a site builder, or share a site outright, so that fallback and ambiguity can be tried.
 */
export function website(world: World, index: number): string | undefined {
  switch (siteForm(world, index)) {
    case 'none':
      return undefined;
    case 'shared':
      return ownSite(world, index - 1);
    case 'below':
      return `${COUNTRIES[CITIES[world.companies.city[index]].country].code.toLowerCase()}.${ownSite(world, index - 1)}`;
    case 'path':
      return `${HOSTS.platform}/${world.companies.name(index).slug}`;
    case 'www':
      return `www.${ownSite(world, index)}`;
    default:
      return ownSite(world, index);
  }
}

/** The host of a company's own mail; none where the site is somebody else's. */
export function mailHost(world: World, index: number): string | undefined {
  const form = siteForm(world, index);
  return form === 'own' || form === 'www' ? ownSite(world, index) : undefined;
}

/** Hexadecimal text that looks like a third party's key, one-to-one in the index. */
export function hexKey(world: World, salt: number, index: number): string {
  const whole = scatter31(hash(world.seed, salt, 3), index);
  const other = mix(whole ^ salt);
  return whole.toString(16).padStart(8, '0') + other.toString(16).padStart(8, '0');
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Five letters; one-to-one below 26⁵ companies. */
export function stockSymbol(world: World, index: number): string {
  const size = 11_881_376;
  // An affine step that is coprime to 26⁵ shuffles without a table.
  let rest = (index * 7_368_787 + (world.seed % size)) % size;
  let text = '';
  for (let i = 0; i < 5; i++, rest = Math.floor(rest / 26)) text += LETTERS[rest % 26];
  return text;
}

/** A twenty-character legal entity id with correct ISO 17442 check digits. */
export function legalEntityID(world: World, index: number): string {
  const body = `0000${hexKey(world, 77, index).toUpperCase().slice(0, 14)}`;
  let remainder = 0;
  for (const char of `${body}00`) {
    const value = char >= 'A' ? char.charCodeAt(0) - 55 : Number(char);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return body + String(98 - remainder).padStart(2, '0');
}

export const PERSON_THING = THING;
