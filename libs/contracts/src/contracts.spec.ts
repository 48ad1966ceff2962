import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
  AlmanacError,
  assertPlain,
  asyncApi,
  CONTRACTS,
  checkOf,
  companyEnrich,
  contractsOf,
  ERROR_STATUS,
  isBusCode,
  nearest,
  openApi,
  PUBLIC_CONTRACTS,
  problemsOf,
  RECORDS,
  serviceOf,
} from '.';

const unique = (values: string[]) => expect(values).toEqual([...new Set(values)]);

describe('every contract', () => {
  it('has a name, a subject and a path of its own', () => {
    unique(CONTRACTS.map(({ name }) => name));
    unique(CONTRACTS.map(({ subject }) => subject));
    unique(PUBLIC_CONTRACTS.map(({ http }) => `${http?.method} ${http?.path}`));
  });

  it.each(CONTRACTS.map((contract) => [contract.name, contract] as const))(
    '%s keeps the house rules',
    (_name, contract) => {
      expect(contract.subject).toMatch(/^v1\.[a-z]+\.[a-z]+\.[a-z]+$/);
      expect(contractsOf(serviceOf(contract))).toContain(contract);
      expect(contract.summary).toMatch(/^[A-Z]/);
      expect(contract.errors.filter((code) => !isBusCode(code))).toEqual([]);
      expect(contract.timeoutMs).toBeGreaterThan(0);
      // Closed: an unknown field is refused, never ignored.
      expect(checkOf(contract.input).Check({ ...contract.example?.input, surely_not_a_field: 1 })).toBe(false);
      if (contract.example) expect(problemsOf(contract.input, contract.example.input)).toEqual([]);
      if (contract.http) expect(contract.example).toBeDefined();
    },
  );
});

describe('the documents', () => {
  const ajv = () => {
    const made = new Ajv2020({ strict: false, validateFormats: true });
    addFormats(made);
    return made;
  };

  it('OpenAPI holds every public operation, every reference leads somewhere, and every schema is one', () => {
    const document = openApi() as {
      paths: Record<string, Record<string, { responses: object }>>;
      components: { schemas: object };
    };
    for (const { http } of PUBLIC_CONTRACTS) {
      const operation = document.paths[http?.path ?? '']?.[http?.method.toLowerCase() ?? ''];
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '429', '503']));
    }
    const compiler = ajv().addSchema({ $id: 'api', ...document });
    for (const name of Object.keys(document.components.schemas))
      expect(() => compiler.compile({ $ref: `api#/components/schemas/${name}` })).not.toThrow();
  });

  it('OpenAPI and the compiled checks agree on what is valid', () => {
    const compiler = ajv().addSchema({ $id: 'api', ...openApi() });
    const documented = compiler.compile({ $ref: 'api#/components/schemas/CompanyPreview' });
    const checked = checkOf(companyEnrich.variants?.preview ?? companyEnrich.output);
    for (const value of [
      { id: 'a' },
      { id: 1 },
      {},
      { id: 'a', name: 'b', URLs: { website: 'x' } },
      { id: 'a', URLs: { websit: 'x' } },
      { id: 'a', more: 1 },
    ]) {
      expect(documented(value)).toBe(checked.Check(value));
    }
  });

  it('AsyncAPI holds every subject', () => {
    const { channels } = asyncApi() as { channels: Record<string, { address: string }> };
    for (const { name, subject } of CONTRACTS) expect(channels[name].address).toBe(subject);
  });

  it('the error table knows only client and server errors', () => {
    for (const status of Object.values(ERROR_STATUS)) expect(status).toBeGreaterThanOrEqual(400);
  });
});

describe('checks', () => {
  it('name every wrong place, and the nearest known name', () => {
    expect(problemsOf(companyEnrich.input, { webiste: 'x', preview: 'yes', require: ['', 3] })).toEqual(
      expect.arrayContaining([
        { path: 'webiste', message: 'is not known here', suggestions: ['website'] },
        expect.objectContaining({ path: 'preview' }),
        expect.objectContaining({ path: 'require[0]' }),
        expect.objectContaining({ path: 'require[1]' }),
      ]),
    );
  });

  it.each([
    ['WEBSITE', ['website']],
    ['websit', ['website']],
    ['completely-different', []],
    ['', []],
  ])('the nearest name to "%s"', (name, expected) =>
    expect(nearest(name, ['website', 'id', 'proID'])).toEqual(expected),
  );

  it.each([
    ['NUL', { a: ['x', { b: 'c\0d' }] }, 'a[1].b'],
    ['a lone surrogate', { a: '\ud800' }, 'a'],
    ['infinity', { a: Number.POSITIVE_INFINITY }, 'a'],
    ['an unsafe integer', { a: [2 ** 53] }, 'a[0]'],
    ['too deep', JSON.parse('['.repeat(300) + ']'.repeat(300)), expect.any(String)],
  ])('%s is refused wherever it stands', (_what, value, path) => {
    let error: unknown;
    try {
      assertPlain(value);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(AlmanacError);
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ path }] });
  });

  it('plain values pass', () =>
    expect(() => assertPlain({ a: [1, -1.5, 'é🙂', null, true, 2 ** 53 - 1] })).not.toThrow());

  it('every record kind has a schema that refuses unknown fields', () => {
    for (const schema of Object.values(RECORDS)) expect(checkOf(schema).Check({ surely_not_a_field: 1 })).toBe(false);
  });
});
