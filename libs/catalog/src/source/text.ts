import { isUtf8 } from 'node:buffer';

/** Where a byte that is no UTF-8 stood: half a character, which text that was read well never holds. */
const STRAY_BASE = 0xdc00;

/** Bytes as text. What is no UTF-8 becomes half characters, so that `isWellFormed` tells which values are damaged. */
export function decoded(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const parts: string[] = [];
  let from = 0;
  while (from < bytes.length) {
    let end = bytes.indexOf(10, from);
    end = end < 0 ? bytes.length : end + 1;
    const line = bytes.subarray(from, end);
    parts.push(isUtf8(line) ? line.toString('utf8') : withStrays(line));
    from = end;
  }
  return parts.join('');
}

function withStrays(line: Buffer): string {
  let text = '';
  for (let at = 0; at < line.length; ) {
    const length = line[at] < 0x80 ? 1 : line[at] >= 0xf0 ? 4 : line[at] >= 0xe0 ? 3 : 2;
    const one = line.subarray(at, at + length);
    const isWhole = one.length === length && isUtf8(one);
    text += isWhole ? one.toString('utf8') : String.fromCharCode(STRAY_BASE + line[at]);
    at += isWhole ? length : 1;
  }
  return text;
}

/** A text that may be shown and written: damaged characters and NULs become visible. */
export const shownText = (text: string): string => text.slice(0, 200).replaceAll('\0', '\\u0000').toWellFormed();

const QUOTE = 34;
const BACKSLASH = 92;
const SPACE_OR_LESS = 32;

/** Where the string that opens at `from` ends: the place of its closing quote, or the text's length. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at > 0) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
    at = text.indexOf('"', at + 1);
  }
  return text.length;
}

/**
 * A key that one object of a JSON text names twice: JSON.parse would keep the last and tell nobody. Undefined when there
 * is none; a text that is no JSON may give either.
 */
export function repeatedKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 123) open.push(new Set());
    else if (code === 91) open.push(undefined);
    else if (code === 125 || code === 93) open.pop();
    if (code !== QUOTE) continue;
    const end = closingQuote(text, at);
    const keys = open.at(-1);
    if (keys && isColonAfter(text, end)) {
      const key = text.slice(at + 1, end);
      if (keys.has(key)) return key;
      keys.add(key);
    }
    at = end;
  }
  return undefined;
}

function isColonAfter(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= SPACE_OR_LESS) at++;
  return text.charCodeAt(at) === 58;
}
