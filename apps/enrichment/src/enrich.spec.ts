import {
  COMPANY_FIELDS,
  companyEnrich,
  EnrichedCompany,
  EnrichedPerson,
  type InputOf,
  PersonPreview,
} from '@almanac/contracts';
import { expectValid, templateRecords } from '@almanac/testing';
import { ada, fresh, refused, type TestService, testService } from './service.fixture';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const company: TestService['company'] = (input) => service.company(input);
const person: TestService['person'] = (input) => service.person(input);
const loaded: TestService['loaded'] = (kind, records) => service.loaded(kind, records);

describe('a generated company', () => {
  test('is found by every identifier it states, and fits the contract', async () => {
    let asked = 0;
    for (const record of [...templateRecords('company')].slice(0, 25)) {
      const { id, proID, proNumID, dataFID, URLs, identifiers = {} } = record;
      const inputs: InputOf<typeof companyEnrich>[] = [{ id }, { proID }, { proNumID }, { dataFID }];
      inputs.push({ proURL: URLs?.pro }, { proURL: URLs?.pro && `https://www.${URLs.pro.toUpperCase()}/?x=1` });
      for (const [kind, [value]] of Object.entries(identifiers)) inputs.push({ [kind]: value });
      for (const input of inputs) {
        const [parameter, value] = Object.entries(input)[0];
        if (value === undefined) continue;
        const { body, headers, billable } = await company(input);
        expect({ parameter, id: body.id }).toEqual({ parameter, id });
        expect(headers['x-matched-by']).toBe(parameter);
        expect(billable).toEqual([['company', id]]);
        expectValid(EnrichedCompany, body);
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(75);
  });

  test('answers the same bytes as the catalog stores, with dataset version and a strong ETag', async () => {
    const [record] = templateRecords('company');
    const { body, headers } = await service.bus.request(companyEnrich, { id: record.id as string });
    const { rows } = await service.client.query('SELECT body FROM catalog.company WHERE id = $1', [record.id]);
    const version = await service.client.query('SELECT seq FROM catalog.version');
    expect(Buffer.from(body).toString()).toBe(rows[0].body);
    expect(headers.etag).toMatch(/^"[0-9a-z]+"$/);
    expect(headers['x-dataset-version']).toBe(version.rows[0].seq);
  });
});

test('a website is asked for by host, then by domain', async () => {
  const domain = `${fresh('acme')}.com`;
  const [own, blog] = [fresh('own'), fresh('blog')];
  await loaded('company', [
    { id: own, name: 'Acme', URLs: { website: domain } },
    { id: blog, name: 'Blog', URLs: { website: `https://blog.${domain}/` } },
  ]);
  const by = async (website: string) => {
    const { body, headers } = await company({ website });
    return [body.id, headers['x-matched-by']];
  };
  expect(await by(`http://www.${domain}:80/careers?x=y`)).toEqual([own, 'website=host']);
  expect(await by(`BLOG.${domain}`)).toEqual([blog, 'website=host']);
  expect(await by(`shop.${domain}`)).toEqual([own, 'website=domain']);
  const beside = await company({ website: `shop.${domain}`, id: blog });
  expect([beside.body.id, beside.headers['x-matched-by'], beside.headers['x-identifiers-ignored']]).toEqual([
    blog,
    'id',
    'website',
  ]);
});

test('on a platform only the part that names the owner counts', async () => {
  const [one, other] = [fresh('shop'), fresh('shop')];
  await loaded('company', [
    { id: one, URLs: { website: `https://linktr.ee/${one}` } },
    { id: other, URLs: { website: `linktr.ee/${other}` } },
  ]);
  const { body, headers } = await company({ website: `www.linktr.ee/${other.toUpperCase()}/?utm=1` });
  expect([body.id, headers['x-matched-by']]).toEqual([other, 'website=path']);
  expect((await refused(company({ website: 'linktr.ee' }))).code).toBe('identifier_required');
  expect((await company({ website: 'linktr.ee', id: one })).headers['x-identifiers-ignored']).toBe('website');
});

test('several on one website are ambiguous, named by id and name, and told apart by anything else', async () => {
  const website = `${fresh('shared')}.com`;
  const records = Array.from({ length: 14 }, (_, n) => ({
    id: `${website}-${String(n).padStart(2, '0')}`,
    name: `Twin ${n}`,
    URLs: { website },
  }));
  await loaded('company', records);
  const error = await refused(company({ website }));
  expect(error.code).toBe('identifier_ambiguous');
  expect(error.details?.length).toBeGreaterThanOrEqual(10);
  expect(error.details).toContainEqual({
    path: 'website',
    id: records[0].id,
    name: 'Twin 0',
    message: `Twin 0 (${records[0].id})`,
  });
  // The last of them is past what a look-up lists.
  for (const { id } of [records[0], records[13]]) {
    const { body, headers } = await company({ website, id });
    expect([body.id, headers['x-matched-by']]).toEqual([id, 'id,website=host']);
  }
});

test('identifiers that name different entities are a conflict that names each and what it found', async () => {
  const [first, second] = templateRecords('company');
  const error = await refused(company({ id: first.id, proID: second.proID }));
  expect(error.code).toBe('identifier_conflict');
  expect(error.details).toEqual([
    expect.objectContaining({ path: 'id', ids: [first.id] }),
    expect.objectContaining({ path: 'proID', ids: [second.id] }),
  ]);
});

test('unknown identifiers beside a known one are ignored and reported', async () => {
  const [record] = templateRecords('company');
  const { headers } = await company({ id: record.id, dataAID: 'nobody', website: 'nobody.example' });
  expect(headers['x-identifiers-ignored']).toBe('dataAID,website');
});

test.each([
  [{}, 'identifier_required', undefined],
  [{ id: ' ' }, 'invalid_request', 'id'],
  [{ website: 'not a website' }, 'invalid_request', 'website'],
  [{ proURL: 'https://elsewhere.example/company/acme' }, 'invalid_request', 'proURL'],
  [{ id: 'nobody' }, 'company_not_found', undefined],
  [{ website: 'nobody.example', dataAID: 'x' }, 'company_not_found', undefined],
] as const)('company %j is %s', async (input, code, path) => {
  const error = await refused(company(input));
  expect(error.code).toBe(code);
  expect(error.details?.[0]?.path).toBe(path);
});

test('a person is found by public profile, but not by the other kinds of profile URL', async () => {
  const people = [...templateRecords('person')].filter((record) => record.URLs?.pro);
  const { body, billable } = await person({ proURL: people[0].URLs?.pro });
  expect([body.id, billable]).toEqual([people[0].id, [['person', people[0].id]]]);
  expectValid(EnrichedPerson, body);
  const error = await refused(person({ proURL: `pro.example/sales/lead/${people[0].proEntityID},x` }));
  expect([error.code, error.details?.[0]?.path]).toEqual(['invalid_request', 'proURL']);
  expect((await person({ proEntityId: people[0].proEntityID })).body.id).toBe(people[0].id);
});

test('people who share an e-mail address are ambiguous; the address finds one alone', async () => {
  const [email, shared] = [`${fresh('ada')}@acme.com`, `${fresh('desk')}@acme.com`];
  const ids = [fresh('p'), fresh('p')];
  await loaded('person', [
    { id: ids[0], ...ada, identifiers: { email: [email, shared] } },
    { id: ids[1], ...ada, identifiers: { email: [shared] } },
  ]);
  expect((await person({ email: ` ${email.toUpperCase()} ` })).body.id).toBe(ids[0]);
  expect((await refused(person({ email: shared }))).code).toBe('identifier_ambiguous');
});

describe('preview', () => {
  test('answers minimal identification, free, and looks at no require', async () => {
    const [record] = templateRecords('person');
    const { body, billable, headers } = await person({
      id: record.id,
      preview: true,
      require: ['nonsense'],
      fields: ['about'],
    });
    expectValid(PersonPreview, body);
    expect(body).toEqual({
      id: record.id,
      fullName: record.fullName,
      firstName: record.firstName,
      lastName: record.lastName,
      URLs: record.URLs,
    });
    expect(billable).toEqual([]);
    expect(headers.etag).not.toBe((await person({ id: record.id })).headers.etag);
  });
});

describe('require and fields', () => {
  const id = () => [...templateRecords('company')][0].id;

  test('a field that this operation cannot answer is 400 with the nearest name', async () => {
    for (const parameter of ['require', 'fields'] as const) {
      const error = await refused(company({ id: id(), [parameter]: ['name', 'totalFundng'] }));
      expect(error.code).toBe('invalid_request');
      expect(error.details).toEqual([
        expect.objectContaining({ path: `${parameter}[1]`, suggestions: ['totalFunding'] }),
      ]);
    }
    expect((await refused(company({ id: id(), require: ['founderList'] }))).code).toBe('invalid_request');
    expect((await refused(company({ id: 'nobody', require: ['nonsense'] }))).code).toBe('invalid_request');
  });

  test('an empty required field is 404 naming what is missing; 0 and false are values', async () => {
    const company1 = fresh('c');
    await loaded('company', [
      { id: company1, headcount: 0, isShutDown: false, alternateNames: [], tagline: '', productList: [] },
    ]);
    expect(
      (await company({ id: company1, require: ['headcount', 'isShutDown', 'id', 'lastUpdated'] })).billable,
    ).toHaveLength(1);
    const error = await refused(
      company({ id: company1, require: ['headcount', 'alternateNames', 'tagline', 'revenue'] }),
    );
    expect(error.code).toBe('requirement_not_met');
    expect(error.details?.map(({ path }) => path)).toEqual(['alternateNames', 'tagline', 'revenue']);
  });

  test('fields keeps what is named and the id, in the order of the contract, at the same price', async () => {
    const { body, billable } = await company({
      id: id(),
      fields: ['lastUpdated', 'techStackList', 'name', 'revenue', 'name'],
    });
    expect(Object.keys(body)).toEqual(['id', 'techStackList', 'name', 'lastUpdated']);
    expect(billable).toHaveLength(1);
    const all = await company({ id: id(), fields: [...COMPANY_FIELDS, 'lastUpdated'] });
    expect(all.body).toEqual((await company({ id: id() })).body);
  });

  test('fields of a person keep their companies', async () => {
    const employed = [...templateRecords('person')].find((record) =>
      record.experienceList?.some(({ companyID }) => companyID),
    );
    const { body } = await person({ id: employed?.id, fields: ['experienceList'] });
    expect(body.experienceList?.some((item) => item.company)).toBe(true);
    expect(Object.keys(body)).toEqual(['id', 'experienceList']);
  });
});

test('a value that Postgres cannot take is refused, not fatal', async () => {
  expect((await refused(company({ id: 'a\u0000b' }))).code).toBe('invalid_request');
  expect((await refused(company({ dataAID: '\ud800' }))).code).toBe('invalid_request');
  expect((await refused(company({ website: `${'a'.repeat(2_000)}.com` }))).code).toBe('invalid_request');
});
