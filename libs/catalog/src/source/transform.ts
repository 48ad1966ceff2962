import { parseAddress } from '../identifier/pro-url';
import { dateOf, yearOf } from '../load/date';
import { familyName, givenName } from './name';
import { usState } from './us-states';

/** A value that a step cannot make sense of; it is left out and reported. */
export class Unfit {
  constructor(readonly reason: string) {}
}
/** What steps may need besides the value. */
export interface Surroundings {
  /** When the source's statements were true. */
  asOf: Date;
}
/** A step: its name alone, or its name with what it needs, such as `split: ';'`. */
export type Transform = string | Record<string, unknown>;

type Step = (value: unknown, argument: unknown, surroundings: Surroundings) => unknown;
interface Rule {
  step: Step;
  /** What the argument must be; absent: the step takes none. */
  takes?: 'text' | 'texts' | 'map' | 'anything';
  /** The step stands without its argument too. */
  optional?: boolean;
  /** The step sees a list as a whole; others are done to each of its items. */
  whole?: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : String(value));
const onText =
  (step: (text: string, argument: string) => unknown): Step =>
  (value, argument) =>
    step(textOf(value), argument as string);
const part = (text: string, at: number, from: number, to: number) => (at < 0 ? text : text.slice(from, to).trim());

/** Whole numbers are written as `12`, `12.0`, `1,200` and `1 200`. */
function numberOf(text: string): number | Unfit {
  const plain = text.replace(/(?<=\d)[, _\u00a0](?=\d{3}(?!\d))/g, '');
  return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : new Unfit('is not a number');
}

function integerOf(text: string): number | Unfit {
  const number = numberOf(text);
  if (number instanceof Unfit) return number;
  return Number.isSafeInteger(number) ? number : new Unfit('is not a whole number');
}

/** A list as JSON writes it, or as Python does: `['a', "b's"]`. */
function listOf(text: string): unknown {
  if (!text.startsWith('[') || !text.endsWith(']')) return new Unfit('is not a list in brackets');
  try {
    return JSON.parse(text);
  } catch {
    return pythonList(text);
  }
}

function pythonList(text: string): unknown {
  const items: string[] = [];
  for (let at = 1; at < text.length - 1; ) {
    const quote = text[at];
    if (quote === ' ' || quote === ',') {
      at++;
      continue;
    }
    if (quote !== "'" && quote !== '"') return new Unfit('is not a list of quoted texts');
    let item = '';
    for (at++; at < text.length && text[at] !== quote; at++) item += text[at] === '\\' ? text[++at] : text[at];
    if (at++ >= text.length - 1) return new Unfit('is not a list of quoted texts');
    items.push(item);
  }
  return items;
}

/** A web address without its scheme; with places, only one that lies on one of them: `host` or `host/path`. */
const url: Step = (value, argument) => {
  const text = textOf(value);
  const bare = text.replace(/^https?:\/\//i, '').replace(/\/+$/, '');
  if (!bare) return undefined;
  const address = parseAddress(text);
  if (!address?.hostname.includes('.') || /\s/.test(bare)) return new Unfit('is not a web address');
  const places = argument === undefined ? [] : ([argument].flat() as string[]);
  const isOn = (place: string) => {
    const [host, ...path] = place.split('/');
    const onHost = address.hostname === host || address.hostname.endsWith(`.${host}`);
    return onHost && `${address.pathname.toLowerCase()}/`.startsWith(`/${path.join('/')}${path.length ? '/' : ''}`);
  };
  return !places.length || places.some(isOn) ? bare : new Unfit(`is not on ${places.join(' or ')}`);
};

/** English names of countries by their two-letter codes. */
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const country = onText((text) => {
  if (!/^[A-Za-z]{2}$/.test(text)) return text;
  return regions.of(text.toUpperCase()) ?? new Unfit('is no country code');
});

const slug = onText((text) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, ''),
);

/** In a map: whatever it does not name. */
const OTHERWISE = '*';

const map: Step = (value, argument) => {
  const table = argument as Record<string, unknown>;
  const text = textOf(value);
  if (Object.hasOwn(table, text)) return table[text] ?? undefined;
  if (Object.hasOwn(table, OTHERWISE)) return table[OTHERWISE] ?? undefined;
  return new Unfit(`is none of ${Object.keys(table).slice(0, 10).join(', ')}`);
};
const replace: Step = (value, argument) =>
  Object.entries(argument as Record<string, unknown>).reduce(
    (text, [from, to]) => text.replaceAll(from, textOf(to)),
    textOf(value),
  );
const booleans: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  1: true,
  false: false,
  no: false,
  n: false,
  0: false,
};

const RULES: Record<string, Rule> = {
  text: { step: onText((text) => text) },
  trim: { step: onText((text) => text.trim()) },
  lower: { step: onText((text) => text.toLowerCase()) },
  upper: { step: onText((text) => text.toUpperCase()) },
  integer: { step: onText(integerOf) },
  number: { step: onText(numberOf) },
  boolean: { step: onText((text) => booleans[text.toLowerCase()] ?? new Unfit('is not yes or no')) },
  date: {
    step: onText((text, form) => dateOf(text, form) ?? new Unfit(`is not a day${form ? ` written as ${form}` : ''}`)),
    takes: 'text',
    optional: true,
  },
  year: { step: onText((text) => yearOf(text) ?? new Unfit('begins with no year')) },
  split: {
    step: onText((text, at) =>
      text
        .split(at)
        .map((one) => one.trim())
        .filter(Boolean),
    ),
    takes: 'text',
  },
  list: { step: onText(listOf) },
  first: { step: (value) => (Array.isArray(value) ? value[0] : value), whole: true },
  last: { step: (value) => (Array.isArray(value) ? value.at(-1) : value), whole: true },
  before: { step: onText((text, mark) => part(text, text.indexOf(mark), 0, text.indexOf(mark))), takes: 'text' },
  beforeLast: {
    step: onText((text, mark) => part(text, text.lastIndexOf(mark), 0, text.lastIndexOf(mark))),
    takes: 'text',
  },
  after: {
    step: onText((text, mark) =>
      text.includes(mark) ? text.slice(text.indexOf(mark) + mark.length).trim() : undefined,
    ),
    takes: 'text',
  },
  afterLast: {
    step: onText((text, mark) =>
      text.includes(mark) ? text.slice(text.lastIndexOf(mark) + mark.length).trim() : undefined,
    ),
    takes: 'text',
  },
  const: { step: (_, argument) => argument, takes: 'anything', whole: true },
  map: { step: map, takes: 'map' },
  replace: { step: replace, takes: 'map' },
  unless: {
    step: (value, argument) => ([argument].flat().includes(textOf(value)) ? undefined : value),
    takes: 'texts',
  },
  prefix: { step: onText((text, more) => more + text), takes: 'text' },
  suffix: { step: onText((text, more) => text + more), takes: 'text' },
  slug: { step: slug },
  url: { step: url, takes: 'texts', optional: true },
  country: { step: country },
  usState: { step: onText(usState) },
  usOrCountry: { step: onText((text) => (usState(text) ? 'United States' : text)) },
  givenName: { step: onText(givenName) },
  familyName: { step: onText(familyName) },
  history: { step: (value, _, { asOf }) => ({ [asOf.toISOString().slice(0, 10)]: value }), whole: true },
};
export const TRANSFORM_NAMES = Object.keys(RULES);

const nameAndArgument = (transform: Transform): [string, unknown] =>
  typeof transform === 'string' ? [transform, undefined] : Object.entries(transform)[0];

/** What is wrong with a step as it is written in a mapping file. */
export function transformProblem(transform: unknown): string | undefined {
  const isObject = typeof transform === 'object' && transform !== null && !Array.isArray(transform);
  if (typeof transform !== 'string' && !(isObject && Object.keys(transform).length === 1))
    return 'must be a step, or one step with what it needs';
  const [name, argument] = nameAndArgument(transform as Transform);
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (!rule) return `is ${name}, which is no step: ${TRANSFORM_NAMES.join(', ')}`;
  if (argument === undefined) return rule.takes && !rule.optional ? `needs a value: ${name}: …` : undefined;
  return fits(argument, rule.takes) ? undefined : `(${name}) takes ${rule.takes ? TAKES[rule.takes] : 'no value'}`;
}

const TAKES = { text: 'a text', texts: 'a text or a list of texts', map: 'a map', anything: 'a value' } as const;
const isText = (value: unknown) => typeof value === 'string' && value !== '';

function fits(argument: unknown, takes: Rule['takes']): boolean {
  if (takes === 'anything') return true;
  if (takes === 'text') return isText(argument);
  if (takes === 'texts')
    return isText(argument) || (Array.isArray(argument) && argument.every((one) => typeof one === 'string'));
  return takes === 'map' && typeof argument === 'object' && argument !== null && !Array.isArray(argument);
}

export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Does one step to a value; a list's items get it one by one unless the step is about lists. */
export function transformed(value: unknown, transform: Transform, surroundings: Surroundings): unknown {
  const [name, argument] = nameAndArgument(transform);
  const { step, whole } = RULES[name];
  if (whole || !Array.isArray(value)) return step(value, argument, surroundings);
  const items = value.map((item) => step(item, argument, surroundings));
  return items.find((item) => item instanceof Unfit) ?? items.flat().filter((item) => !isAbsent(item));
}
