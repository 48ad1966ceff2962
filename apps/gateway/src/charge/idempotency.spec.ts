import { fingerprintOf, idempotencyKeyOf } from './idempotency';

describe('the fingerprint of a request', () => {
  const base = fingerprintOf('GET', '/company/enrich', {
    website: 'a.com',
    require: ['x', 'y'],
    nested: { b: 1, a: 2 },
  });
  it('does not depend on the order of names', () => {
    expect(
      fingerprintOf('GET', '/company/enrich', { nested: { a: 2, b: 1 }, require: ['x', 'y'], website: 'a.com' }),
    ).toBe(base);
  });
  it.each([
    ['method', 'POST', '/company/enrich', { website: 'a.com', require: ['x', 'y'], nested: { b: 1, a: 2 } }],
    ['path', 'GET', '/person/enrich', { website: 'a.com', require: ['x', 'y'], nested: { b: 1, a: 2 } }],
    ['value', 'GET', '/company/enrich', { website: 'b.com', require: ['x', 'y'], nested: { b: 1, a: 2 } }],
    ['order in a list', 'GET', '/company/enrich', { website: 'a.com', require: ['y', 'x'], nested: { b: 1, a: 2 } }],
    ['type', 'GET', '/company/enrich', { website: 'a.com', require: ['x', 'y'], nested: { b: '1', a: 2 } }],
  ])('depends on the %s', (_what, method, path, input) => expect(fingerprintOf(method, path, input)).not.toBe(base));
});

describe('the idempotency key', () => {
  it('may be absent', () => expect(idempotencyKeyOf(undefined)).toBeUndefined());
  it('has 1 to 255 characters', () => {
    expect(idempotencyKeyOf('k'.repeat(255))).toHaveLength(255);
    expect(() => idempotencyKeyOf('')).toThrow('1 to 255');
    expect(() => idempotencyKeyOf('k'.repeat(256))).toThrow('1 to 255');
  });
});
