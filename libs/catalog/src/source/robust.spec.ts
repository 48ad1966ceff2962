import { gzipSync } from 'node:zlib';
import { ROW_BYTES_MAX } from './row';
import { mappingOf, readBytes } from './source.fixture';

const table = mappingOf('source: t\nkind: company\nformat: csv\nkey: id\nfields:\n  name: name\n  tagline: tag\n');
const names = (read: Awaited<ReturnType<typeof readBytes>>) => read.records.map(({ record }) => record.name);
const good = (name: string) => `{"name":"${name}"}`;

describe('lines of NDJSON', () => {
  test('with a byte order mark, CRLF, empty lines and none at the end', async () => {
    const read = await readBytes(`\ufeff${good('a')}\r\n\r\n  \n${good('b')}\r\n${good('c')}`);
    expect(names(read)).toEqual(['a', 'b', 'c']);
    expect(read.records.map(({ line }) => line)).toEqual([1, 4, 5]);
    expect(read.told).toEqual([]);
  });

  test('cut into chunks anywhere, in the middle of a letter too', async () => {
    const bytes = Buffer.from(`\ufeff${good('ä€😀')}\n${good('b')}\n`);
    for (const size of [1, 2, 3, 7]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(names(await readBytes(chunks))).toEqual(['ä€😀', 'b']);
    }
  });

  test('packed with gzip, told by the content; in several members too', async () => {
    const packed = Buffer.concat([gzipSync(`${good('a')}\n`), gzipSync(good('b'))]);
    expect(names(await readBytes(packed))).toEqual(['a', 'b']);
    expect(names(await readBytes([packed.subarray(0, 1), packed.subarray(1)]))).toEqual(['a', 'b']);
  });

  test('gzip that was cut short: what came before loads, and the place is told', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => good(`company ${index} ${Math.sin(index)}`)).join('\n');
    const packed = gzipSync(lines);
    const read = await readBytes(packed.subarray(0, Math.floor(packed.length / 2)));
    expect(read.records.length).toBeGreaterThan(1_000);
    expect(read.told).toEqual([expect.stringMatching(/^\d+: the gzip data ends early: .* \(rejected\)$/)]);
    expect(read.counts.rejected).toBe(1);
  });

  test('gzip that is damaged', async () => {
    const packed = gzipSync(`${good('a')}\n`);
    packed.fill(0xff, 12, 20);
    expect((await readBytes(packed)).told).toEqual([expect.stringMatching(/the gzip data is damaged .*\(rejected\)$/)]);
  });

  test('longer than the bound, in one piece or in many: told, not kept, and the next one read', async () => {
    const long = Buffer.alloc(ROW_BYTES_MAX + 1, 'x');
    const around = [Buffer.from(`${good('a')}\n`), Buffer.from(`\n${good('b')}\n`)];
    for (const pieces of [[long], [long.subarray(0, 1_000_000), long.subarray(1_000_000)]]) {
      const read = await readBytes([around[0], ...pieces, around[1]]);
      expect(names(read)).toEqual(['a', 'b']);
      expect(read.told).toEqual(['2: is longer than 16 MB (rejected)']);
    }
  });

  test('that are no UTF-8', async () => {
    const read = await readBytes(
      Buffer.from([...Buffer.from(`${good('a')}\n{"name":"`), 0xe4, ...Buffer.from(`"}\n${good('b')}`)]),
    );
    expect(names(read)).toEqual(['a', 'b']);
    expect(read.told).toEqual(['2: is not UTF-8 text (rejected)']);
    expect(read.reports[0].value).toBe('{"name":"\ufffd"}');
  });

  test.each([
    ['{"name":"a","name":"b"}', 'name'],
    ['{"x":{"y":1,"z":[{"k":1},{"k":2,"k" : 3}]}}', 'k'],
    ['{"a\\"":1,"b":"a\\\\","b":2}', 'b'],
  ])('that name a key twice: %s', async (text, key) => {
    const read = await readBytes(`${text}\n${good('b')}`);
    expect(read.told).toEqual([`1: names "${key}" twice (rejected)`]);
    expect(names(read)).toEqual(['b']);
  });

  test.each(['{"a":{"k":1},"b":{"k":1},"k":["k","k"]}', '{"a":"\\"k\\":1","k":"x:","l":"k"}', '[{"k":1},{"k":1}]'])(
    'that only look as if: %s',
    async (text) => {
      expect((await readBytes(text)).told).toEqual([]);
    },
  );
});

describe('rows of CSV', () => {
  const csv = (text: string | Buffer) => readBytes(text, table);

  test('with a byte order mark, CRLF, quotes, line breaks and the line each begins on', async () => {
    const read = await csv('\ufeffid,name,tag\r\n1,"a ""b"", c","x\r\ny"\r\n2,ä,\r\n');
    expect(read.records).toEqual([
      { line: 2, key: '1', record: { name: 'a "b", c', tagline: 'x\r\ny' } },
      { line: 4, key: '2', record: { name: 'ä' } },
    ]);
  });

  test('with too many or too few cells, without a key: told with their lines, the rest read', async () => {
    const read = await csv('id,name,tag\n1,a,x\n2,b\n3,c,y,z\n,d,x\n4,e,x\n');
    expect(names(read)).toEqual(['a', 'e']);
    expect(read.told.sort()).toEqual([
      '3: has 2 cells, and the first line 3 (rejected)',
      '4: has 4 cells, and the first line 3 (rejected)',
      '5: id has no key (rejected)',
    ]);
    expect(read.counts).toMatchObject({ rows: 5, rejected: 3 });
  });

  test('with a quote that is never closed', async () => {
    const read = await csv('id,name,tag\n1,a,x\n2,"b,x\n3,c,x\n4,"d\ne",x\n');
    expect(names(read)).toEqual(['a', 'c', 'd\ne']);
    expect(read.told).toEqual(['3: opens a quote that is never closed (rejected)']);
  });

  test('packed, and cut short', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `${index},name ${Math.sin(index)},x`).join('\n');
    const packed = gzipSync(`id,name,tag\n${rows}`);
    const read = await readBytes(packed.subarray(0, packed.length - 2_000), table);
    expect(read.records.length).toBeGreaterThan(4_000);
    expect(read.records.map(({ key }) => key)).toEqual(read.records.map((_, index) => String(index)));
    expect(read.told).toEqual([expect.stringMatching(/: the gzip data ends early: /)]);
  });

  test('with quotes inside a cell, and several line ends in one file', async () => {
    const read = await csv('id,name,tag\n1,5" pipe,x\r\n2,b,x\n3,"c"" d",x\r\n');
    expect(names(read)).toEqual(['5" pipe', 'b', 'c" d']);
    expect(read.records[0].record.tagline).toBe('x');
  });

  test('with a NUL or bytes that are no UTF-8: the cell is dropped', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,name,tag\n1,a,x\0\n2,ü,'),
      Buffer.from([0xe4, 0x0a]),
      Buffer.from('3,c,y\n'),
    ]);
    const read = await csv(bytes);
    expect(read.records.map(({ record }) => record)).toEqual([
      { name: 'a' },
      { name: 'ü' },
      { name: 'c', tagline: 'y' },
    ]);
    expect(read.told).toEqual(['2: tagline holds a NUL', '3: tagline is not UTF-8 text']);
    expect(read.counts.droppedFields).toEqual({ tagline: 2 });
  });

  test('whose first line names a column twice, and a file of nothing', async () => {
    expect((await csv('id,name,name\n1,a,b\n')).told).toEqual(['1: names the column "name" twice (rejected)']);
    expect(await csv('')).toMatchObject({ records: [], told: [] });
    expect(await csv('id,name,tag\n')).toMatchObject({ records: [], told: [] });
  });
});

describe('rows of JSON and YAML', () => {
  const rows = (format: string) => mappingOf(`source: t\nkind: company\nformat: ${format}\nfields:\n  name: a.b\n`);
  const json = (text: string | Buffer[]) => readBytes(text, rows('json'));

  test('an array and an object of rows, however they are written and cut', async () => {
    const texts = [
      '[{"a":{"b":"x,]}"}},{"a":{"b":"y\\""}}]',
      '\ufeff{ "0": {"a":{"b":"x,]}"}} ,\n"1":{"a":{"b":"y\\""}} }\n',
    ];
    for (const text of texts) {
      expect(names(await json(text))).toEqual(['x,]}', 'y"']);
      expect(names(await json([...text].map((one) => Buffer.from(one))))).toEqual(['x,]}', 'y"']);
    }
    expect(await json('[]')).toMatchObject({ records: [], told: [] });
  });

  test('rows that are none, and a file that is cut short or something else', async () => {
    const read = await json('[{"a":{"b":"x"}}, 7, {"a":1,"a":2}, {"a" 1}, {"a":{"b":"y"}}]');
    expect(names(read)).toEqual(['x', 'y']);
    expect(read.told).toEqual([
      '2: is not a JSON object (rejected)',
      '3: names "a" twice (rejected)',
      expect.stringMatching(/^4: is not JSON: .*\(rejected\)$/),
    ]);
    expect((await json('[{"a":{"b":"x"}},{"a":')).told).toEqual([
      '2: ends before its JSON does: the file was cut short (rejected)',
    ]);
    expect((await json('name,tag\n')).told).toEqual(['1: is not a JSON array or object of rows (rejected)']);
    expect((await json('{"a":{}}\n{"a":{}}')).told).toEqual([expect.stringMatching(/more than one JSON value/)]);
  });

  test('YAML: a list, a map of maps, documents', async () => {
    const yaml = (text: string) => readBytes(text, rows('yaml'));
    for (const text of [
      '- a: { b: x }\n- a: { b: y }\n',
      'one: { a: { b: x } }\ntwo: { a: { b: y } }\n',
      'a: { b: x }\n---\na: { b: y }\n',
    ])
      expect(names(await yaml(text))).toEqual(['x', 'y']);
    expect((await yaml('- a: [\n')).told).toEqual([expect.stringMatching(/^1: is no YAML \(/)]);
    expect((await yaml('- a: 1\n  a: 2\n')).told).toEqual([expect.stringMatching(/^1: is no YAML \(/)]);
  });
});
