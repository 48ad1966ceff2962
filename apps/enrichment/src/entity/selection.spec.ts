import fc from 'fast-check';
import { assertFields, assertFilled, filledOf, isFilled, pick, variantOf } from './selection';

test.each([
  [undefined, false],
  [null, false],
  ['', false],
  [[], false],
  [{}, false],
  [false, true],
  [0, true],
  ['x', true],
  [[null], true],
  [{ a: null }, true],
])('%j is filled: %s', (value, expected) => {
  expect(isFilled(value)).toBe(expected);
});

test('names each unknown field with the nearest known one', () => {
  expect(() => assertFields('require', ['name', 'totalFundng'], ['name', 'totalFunding'])).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      details: [expect.objectContaining({ path: 'require[1]', suggestions: ['totalFunding'] })],
    }),
  );
  expect(() => assertFields('fields', ['constructor'], ['name'])).toThrow();
});

test('names every required field that is empty, once', () => {
  const filled = filledOf({ a: 0, b: '', c: [] });
  expect(() => assertFilled(['a'], filled)).not.toThrow();
  expect(() => assertFilled(['b', 'a', 'b', 'd'], filled)).toThrow(
    expect.objectContaining({
      code: 'requirement_not_met',
      details: [
        { path: 'b', message: 'is empty' },
        { path: 'd', message: 'is empty' },
      ],
    }),
  );
});

test('keeps the id and the named fields, in the order of the contract', () => {
  expect(
    Object.entries(pick({ id: 'x', b: 2, a: 1, c: null }, ['c', 'a', 'a', 'z'], ['id', 'a', 'b', 'c', 'z'])),
  ).toEqual([
    ['id', 'x'],
    ['a', 1],
    ['c', null],
  ]);
});

test('a variant depends on the set of fields alone', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(names, names, (one, other) => {
      const same = [...one].sort().join() === [...other].sort().join();
      expect(variantOf(false, one) === variantOf(false, other)).toBe(same);
      expect(variantOf(false, [...one, ...one])).toBe(variantOf(false, one));
    }),
  );
  expect(new Set([variantOf(true, undefined), variantOf(false, undefined), variantOf(false, [])]).size).toBe(3);
});
