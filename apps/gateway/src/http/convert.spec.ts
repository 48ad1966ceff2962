import { AlmanacError, companyEnrich } from '@almanac/contracts';
import fc from 'fast-check';
import Type from 'typebox';
import { inputFromQuery } from './convert';

const schema = Type.Object(
  {
    text: Type.Optional(Type.String()),
    whole: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    real: Type.Optional(Type.Number()),
    flag: Type.Optional(Type.Boolean()),
    list: Type.Optional(Type.Array(Type.String())),
    wholes: Type.Optional(Type.Array(Type.Integer())),
  },
  { additionalProperties: false },
);
const read = (query: string) => inputFromQuery(schema, query);
const problems = (query: string) => {
  try {
    read(query);
  } catch (error) {
    return (error as AlmanacError).details;
  }
  throw new Error(`${query} was taken`);
};

describe('a query becomes the input by declared type alone', () => {
  it.each([
    ['', {}],
    ['text=5', { text: '5' }],
    ['text=a+b%20c', { text: 'a b c' }],
    ['text=%C3%A9', { text: 'é' }],
    ['whole=7&real=-1.5', { whole: 7, real: -1.5 }],
    ['flag=TRUE', { flag: true }],
    ['flag=False', { flag: false }],
    ['list=a', { list: ['a'] }],
    ['list=a&list=b', { list: ['a', 'b'] }],
    ['list[]=a&list%5B%5D=b', { list: ['a', 'b'] }],
    ['wholes=1&wholes=2', { wholes: [1, 2] }],
    ['&text=a&&', { text: 'a' }],
  ])('%s', (query, input) => expect(read(query)).toEqual(input));

  it.each([
    ['whole=seven', 'whole', 'must be a whole number'],
    ['whole=1.5', 'whole', 'must be a whole number'],
    ['whole=0x10', 'whole', 'must be a whole number'],
    ['whole=99999999999999999', 'whole', 'must be a whole number'],
    ['real=1e5', 'real', 'must be a number'],
    ['real=Infinity', 'real', 'must be a number'],
    ['flag=1', 'flag', 'must be true or false'],
    ['flag=', 'flag', 'must not be empty'],
    ['text', 'text', 'must not be empty'],
    ['text=a&text=b', 'text', 'must be given once'],
    ['text=%ff', 'text', 'is not valid percent-encoded UTF-8'],
    ['text=%', 'text', 'is not valid percent-encoded UTF-8'],
    ['text=a%00b', 'text', 'must not contain a NUL character'],
    ['text[]=a', 'text[]', 'is not known here'],
    ['__proto__=a', '__proto__', 'is not known here'],
    ['constructor=a', 'constructor', 'is not known here'],
    ['whole=101', 'whole', 'must be <= 100'],
  ])('%s is refused', (query, path, message) =>
    expect(problems(query)).toEqual([expect.objectContaining({ path, message })]),
  );

  it('an unknown parameter suggests the nearest known one', () => {
    expect(() => inputFromQuery(companyEnrich.input, 'webiste=acme.com')).toThrow('Did you mean website?');
    expect(() => inputFromQuery(companyEnrich.input, 'full=true&id=x')).toThrow('full is not known here');
  });

  it('refuses more than a thousand parameters', () => {
    expect(() => read(Array.from({ length: 1_001 }, () => 'list=a').join('&'))).toThrow('at most 1000');
  });

  it('never fails but by a typed error, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
        try {
          read(query);
        } catch (error) {
          expect(error).toBeInstanceOf(AlmanacError);
          expect((error as AlmanacError).code).toBe('invalid_request');
        }
      }),
    );
  });

  it('takes back what a client encodes', () => {
    const input = fc.record({
      text: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\0')),
      list: fc.array(
        fc.string({ minLength: 1 }).filter((text) => !text.includes('\0')),
        { minLength: 1 },
      ),
    });
    fc.assert(
      fc.property(input, ({ text, list }) => {
        const query = new URLSearchParams([['text', text], ...list.map((item): [string, string] => ['list', item])]);
        expect(read(query.toString())).toEqual({ text, list });
      }),
    );
  });
});
