/** Names of people from the name library's data, loaded one locale at a time, and their Latin forms for slugs. */
import type { Faker } from '@faker-js/faker';
import { type Random, shuffleOf } from './random';

export interface NamePool {
  locale: string;
  female: readonly string[];
  male: readonly string[];
  lastFemale: readonly string[];
  lastMale: readonly string[];
}

export interface PersonName {
  first: string;
  last: string;
  full: string;
}

/** Locales whose full names begin with the family name, and what stands between the parts. */
const FAMILY_FIRST: Record<string, string> = { ja: ' ', ko: '', zh_CN: '', zh_TW: '', vi: ' ' };

const pools = new Map<string, NamePool>();

/**
 * The library's lists are read straight: a call of its generators costs about a microsecond and follows its own seed,
 * a list and an index cost nothing and repeat. A locale is required only when its country first occurs.
 */
export function namePool(locale: string): NamePool {
  const known = pools.get(locale);
  if (known) return known;
  const pool = loadPool(locale);
  pools.set(locale, pool);
  return pool;
}

function loadPool(locale: string): NamePool {
  const { faker } = require(`@faker-js/faker/locale/${locale}`) as { faker: Faker };
  const person = faker.rawDefinitions.person;
  const first = person?.first_name;
  const last = person?.last_name;
  const lists = (names: typeof first, kind: 'female' | 'male') => shuffled(names?.[kind] ?? names?.generic ?? []);
  const pool = {
    locale,
    female: lists(first, 'female'),
    male: lists(first, 'male'),
    lastFemale: lists(last, 'female'),
    lastMale: lists(last, 'male'),
  };
  // A few locales keep only family names (or none); English given names are what people there use abroad.
  if (locale !== 'en' && !(pool.female.length && pool.male.length && pool.lastFemale.length && pool.lastMale.length)) {
    const english = namePool('en');
    const or = (own: readonly string[], other: readonly string[]) => (own.length ? own : other);
    return {
      locale,
      female: or(pool.female, english.female),
      male: or(pool.male, english.male),
      lastFemale: or(pool.lastFemale, english.lastFemale),
      lastMale: or(pool.lastMale, english.lastMale),
    };
  }
  return pool;
}

/** The library's lists are alphabetical; what stands in front must not be all A. */
function shuffled(list: readonly string[]): string[] {
  const order = shuffleOf(list.length, list.length);
  return list.map((_, index) => list[order.to(index)]);
}

const leaning = (random: Random, list: readonly string[]): string => list[random.leaning(list.length)];

export function drawName(random: Random, locale: string, gender: 'female' | 'male'): PersonName {
  const pool = namePool(locale);
  const first = leaning(random, pool[gender]);
  const last = leaning(random, gender === 'female' ? pool.lastFemale : pool.lastMale);
  const joint = FAMILY_FIRST[locale];
  return { first, last, full: joint === undefined ? `${first} ${last}` : `${last}${joint}${first}` };
}

const SPECIAL: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ...pairs(
    'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяё',
    'a b v h g d e ie zh z y i i i k l m n o p r s t u f kh ts ch sh shch  iu ia e',
  ),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
};

function pairs(letters: string, latin: string): Record<string, string> {
  const forms = latin.split(' ');
  return Object.fromEntries([...letters].map((letter, index) => [letter, forms[index]]));
}

/** Latin lower-case letters, digits and single hyphens; empty for scripts without a table here. */
export function slug(text: string): string {
  let out = '';
  for (const char of text.toLowerCase().normalize('NFD')) {
    if ((char >= 'a' && char <= 'z') || (char >= '0' && char <= '9')) out += char;
    else if (SPECIAL[char] !== undefined) out += SPECIAL[char];
    else if (/[\s\-–—./&,]/.test(char)) out += '-';
  }
  return out.replace(/-+/g, '-').replace(/^-|-$/g, '');
}

const nameSlugs = new Map<string, string>();

/** The slug of a name out of the pools, remembered: there are some ten thousand of them and millions of people. */
export function nameSlug(name: string): string {
  const known = nameSlugs.get(name);
  if (known !== undefined) return known;
  const form = slug(name);
  nameSlugs.set(name, form);
  return form;
}
