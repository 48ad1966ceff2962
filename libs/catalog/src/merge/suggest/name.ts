/** Names folded so that two spellings of one name meet. Kept small: libs/text will fold for the whole house. Pure. */

const LEGAL_FORMS = new Set(
  'ab ag as asa bv co company corp corporation gmbh inc incorporated kg kk limited llc llp lp ltd nv oy oyj plc pte pty sa sarl sas se spa srl'.split(
    ' ',
  ),
);
/** Letters that no decomposition takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** Lower case without accents, dots and apostrophes; what else is no letter or digit parts words. */
export const foldedWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ßøæœłđðþ]/g, (letter) => LETTERS[letter])
    .replaceAll(/[\p{M}.'’]/gu, '')
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words of a company's name without its legal form: `The Ærø Bank, S.A.` → `aero bank`. A name of nothing else stays. */
export function companyWords(name: string): string[] {
  const words = foldedWords(name);
  const kept = words[0] === 'the' && words.length > 1 ? words.slice(1) : [...words];
  while (kept.length > 1 && LEGAL_FORMS.has(kept[kept.length - 1])) kept.pop();
  return kept;
}

/** How alike two folded texts are, 0 to 1: the share of letter pairs that they have in common (Dice's coefficient). */
export function likeness(a: string, b: string): number {
  if (a === b) return a ? 1 : 0;
  const pairs = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
  if (a.length < 2 || b.length < 2) return 0;
  const left = new Map<string, number>();
  for (const pair of pairs(a)) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairs(b)) {
    const count = left.get(pair) ?? 0;
    if (!count) continue;
    common++;
    left.set(pair, count - 1);
  }
  return (2 * common) / (a.length + b.length - 2);
}
