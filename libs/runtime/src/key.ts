import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 > 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 > 2^32. */
const CHECKSUM_LENGTH = 6;
const TOKEN = new RegExp(`^alm_([a-z0-9]{1,12})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

export interface ParsedKey {
  /** What the key's maker called the environment, such as `live` or `demo`. */
  env: string;
  /** The last four characters of the token, by which people tell their keys apart. */
  hint: string;
}

/** A new API key `alm_<env>_<secret><checksum>`; `env` is 1 to 12 of a–z and 0–9. Shown once, stored only as `keyHash`. */
export function mintKey(env: string, random: (size: number) => Uint8Array = randomBytes): string {
  const head = `alm_${env}_${base62(random(SECRET_BYTES), SECRET_LENGTH)}`;
  const token = head + checksumOf(head);
  if (!TOKEN.test(token)) throw new Error(`"${env}" cannot name a key's environment.`);
  return token;
}

/** The parts of a well-formed token, undefined for anything else: a mistyped key is known as such without a look-up. */
export function parseKey(token: string): ParsedKey | undefined {
  const match = TOKEN.exec(token);
  if (!match || checksumOf(token.slice(0, -CHECKSUM_LENGTH)) !== match[3]) return undefined;
  return { env: match[1], hint: token.slice(-4) };
}

/** What is stored and looked up instead of the token: HMAC-SHA-256 under the server's pepper, 64 hex digits. */
export const keyHash = (pepper: string, token: string): string =>
  createHmac('sha256', pepper).update(token).digest('hex');

/** Random text of 62 letters and digits for ids of ours; 22 characters hold 128 bits. */
export const randomBase62 = (length = 22): string => base62(randomBytes(length), length);

const checksumOf = (text: string): string => digits(BigInt(crc32(text)), CHECKSUM_LENGTH);

const base62 = (bytes: Uint8Array, length: number): string =>
  digits(BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`), length);

/** The last `length` base-62 digits of a number, padded with zeros. */
function digits(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = BASE62[Number(rest % 62n)] + text;
  return text;
}
