import fc from 'fast-check';
import { linesOf } from './lines';

const read = async (chunks: Uint8Array[]) => {
  const found: [number, unknown][] = [];
  for await (const { line, record } of linesOf(chunks)) found.push([line, record]);
  return found;
};

test('numbers lines as an editor does and passes over empty ones', async () => {
  expect(await read([Buffer.from('{"a":1}\r\n\n  {"ü":2}\n{"c":3}')])).toEqual([
    [1, '{"a":1}'],
    [3, '{"ü":2}'],
    [4, '{"c":3}'],
  ]);
  expect(await read([])).toEqual([]);
});

test('does not depend on where chunks are cut, not even within a letter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(40)), async (texts, cuts) => {
      const bytes = Buffer.from(texts.join('\n'));
      const chunks: Uint8Array[] = [];
      let from = 0;
      for (const cut of cuts) {
        chunks.push(bytes.subarray(from, from + cut));
        from += cut;
      }
      chunks.push(bytes.subarray(from));
      expect(await read(chunks)).toEqual(await read([bytes]));
    }),
  );
});
