import { chargeFamily, chargeID, familyOf } from './charge-id';

const operation = '01a1f906-829c-734a-86be-41eeb479b041';
const id = (attempt = 1, entity = 'e1', kind: 'company' | 'person' = 'company', of = operation) =>
  chargeID(chargeFamily(of, kind, entity), attempt);

describe('a charge id', () => {
  test('is a uuid that begins with the time of its operation', () => {
    expect(id()).toMatch(/^01a1f906-829c-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  });

  test('is the same for the same operation, line and attempt', () => expect(id()).toBe(id()));

  test.each([
    ['entity', id(1, 'e2')],
    ['kind', id(1, 'e1', 'person')],
    ['operation', id(1, 'e1', 'company', '01a1f906-829c-734a-86be-41eeb479b042')],
    ['attempt', id(2)],
  ])('differs by %s', (_, other) => expect(other).not.toBe(id()));

  test('of all attempts at one line lie side by side', () => {
    expect(familyOf(id(65_535))).toBe(familyOf(id(1)));
    expect(id(1) < id(2) && id(2) < id(65_535)).toBe(true);
    expect(id(65_535)).toMatch(/ffff$/);
  });

  test('of a later operation is greater, whatever its line', () => {
    expect(id(65_535) < id(1, 'e9', 'company', '01a1f906-829d-734a-86be-41eeb479b041')).toBe(true);
  });
});
