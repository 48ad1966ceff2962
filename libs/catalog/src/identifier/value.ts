/**
 * How a single identifier value is written in the catalog: one normal form for what records state and what callers ask.
 * Pure; each rule answers undefined for a text that is no such identifier.
 */

/** Longer values are no identifiers: an index entry takes 2,700 bytes at most. */
export const IDENTIFIER_LENGTH_MAX = 500;

type Rule = (text: string) => string | undefined;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Trimmed, bounded, well-formed; the base of every rule. */
export const plain: Rule = (text) => {
  const value = text.trim();
  if (!value || value.length > IDENTIFIER_LENGTH_MAX || CONTROL.test(value)) return undefined;
  return value.isWellFormed() ? value : undefined;
};

export const folded: Rule = (text) => plain(text)?.normalize('NFC').toLowerCase();

const upper: Rule = (text) => plain(text)?.toUpperCase();

const matching =
  (rule: Rule, pattern: RegExp): Rule =>
  (text) => {
    const value = rule(text);
    return value !== undefined && pattern.test(value) ? value : undefined;
  };

/** A page name may be pasted with its percent escapes. */
export const slug: Rule = (text) => {
  const value = folded(text);
  if (!value?.includes('%')) return value;
  try {
    return folded(decodeURIComponent(value));
  } catch {
    return value;
  }
};

export const email: Rule = (text) => {
  const value = folded(text);
  return value && /^[^\s@]+@[^\s@]+$/.test(value) ? value : undefined;
};

/** CIK numbers are written with and without leading zeros. */
export const cik: Rule = (text) => matching(plain, /^\d{1,10}$/)(text.replace(/^\s*(?:CIK)?\s*0*(?=\d)/i, ''));
/** DUNS numbers are written with and without hyphens, and lose their leading zeros in spreadsheets. */
export const duns: Rule = (text) => matching(plain, /^\d{1,9}$/)(text.replaceAll('-', ''))?.padStart(9, '0');
export const lei: Rule = upper;
export const cage: Rule = upper;
export const wikidata: Rule = (text) => matching(upper, /^Q\d+$/)(text.replace(/^.*\//, ''));
export const symbol: Rule = upper;
