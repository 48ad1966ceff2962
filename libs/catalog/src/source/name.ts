/** What follows a family name without being one. */
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'v', 'phd', 'md']);
const PARTICLES = new Set([
  'de',
  'del',
  'della',
  'der',
  'den',
  'di',
  'da',
  'du',
  'la',
  'le',
  'van',
  'von',
  'al',
  'bin',
]);

const wordsOf = (text: string): string[] => {
  const words = text.replaceAll(',', ' ').split(/\s+/).filter(Boolean);
  const isSuffix = (word: string) => SUFFIXES.has(word.toLowerCase().replaceAll('.', ''));
  while (words.length > 1 && isSuffix(words[words.length - 1])) words.pop();
  return words;
};

/** The first word of a full name written given name first. */
export const givenName = (text: string): string | undefined => wordsOf(text)[0];

/** The last word of a full name, with the particles before it and without `Jr.` and the like. */
export function familyName(text: string): string | undefined {
  const words = wordsOf(text);
  let from = words.length - 1;
  while (from > 1 && PARTICLES.has(words[from - 1].toLowerCase())) from--;
  return words.length ? words.slice(Math.max(from, 0)).join(' ') : undefined;
}
