import fc from 'fast-check';
import { keyHash, mintKey, parseKey } from './key';

const bytes = (fill: number) => () => new Uint8Array(32).fill(fill);

describe('an API key', () => {
  test('has one length, whatever its secret', () => {
    expect(mintKey('live', bytes(0))).toHaveLength(4 + 5 + 43 + 6);
    expect(mintKey('live', bytes(255))).toHaveLength(4 + 5 + 43 + 6);
  });

  test('is parsed into what it says', () => {
    const token = mintKey('demo', bytes(7));
    expect(parseKey(token)).toEqual({ env: 'demo', hint: token.slice(-4) });
  });

  test('with any one character changed is no key', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.nat(),
        fc.constantFrom(...'0aZ_'),
        (secret, at, by) => {
          const token = mintKey('live', () => secret);
          const place = at % token.length;
          fc.pre(token[place] !== by);
          return parseKey(token.slice(0, place) + by + token.slice(place + 1)) === undefined;
        },
      ),
    );
  });

  test.each(['', 'alm_', 'Bearer x', 'alm_live_short', `alm_LIVE_${'a'.repeat(49)}`])('%p is no key', (text) => {
    expect(parseKey(text)).toBeUndefined();
  });

  test('is hashed under the pepper', () => {
    const token = mintKey('live', bytes(1));
    expect(keyHash('a', token)).toMatch(/^[0-9a-f]{64}$/);
    expect(keyHash('a', token)).toBe(keyHash('a', token));
    expect(keyHash('a', token)).not.toBe(keyHash('b', token));
  });

  test('cannot be minted for an environment that would not parse', () => {
    expect(() => mintKey('not ok')).toThrow(/environment/);
  });
});
