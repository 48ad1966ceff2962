import { type Bus, connectBus } from '@almanac/bus';
import { load } from '@almanac/catalog';
import {
  type AlmanacError,
  COMPANY_FIELDS,
  companyEnrich,
  EnrichedCompany,
  EnrichedPerson,
  type InputOf,
  PersonPreview,
  personEnrich,
} from '@almanac/contracts';
import { ROLES } from '@almanac/runtime';
import type { RunningNats } from '@almanac/runtime/servers';
import {
  type AppProcess,
  expectValid,
  startApp,
  type TestDatabase,
  templateRecords,
  testDatabase,
  testNats,
  until,
} from '@almanac/testing';
import { Client } from 'pg';

let database: TestDatabase;
let nats: RunningNats;
let app: AppProcess;
let bus: Bus;
let client: Client;

beforeAll(async () => {
  [database, nats] = await Promise.all([testDatabase(), testNats()]);
  client = new Client({ connectionString: database.url });
  await client.connect();
  app = await startApp('enrichment', { NATS_URL: nats.url, DATABASE_URL: database.as(ROLES.enrichment) });
  bus = await connectBus({ url: nats.url, name: 'test' });
});
afterAll(async () => {
  await bus.close();
  await app.stop();
  await nats.stop();
  await client.end();
  await database.drop();
});

const loaded = (kind: 'company' | 'person', records: object[]) =>
  load({
    databaseUrl: database.as(ROLES.loader),
    kind,
    records: records.map((record, index) => ({ line: index + 1, record })),
    source: 'test',
    asOf: new Date('2026-06-01T00:00:00.000Z'),
  });
type Body = Record<string, unknown> & { id: string; experienceList?: Record<string, unknown>[] };
async function company(input: InputOf<typeof companyEnrich>) {
  const { body, headers, billable } = await bus.request(companyEnrich, input);
  return { body: JSON.parse(Buffer.from(body).toString()) as Body, headers, billable };
}
async function person(input: InputOf<typeof personEnrich>) {
  const { body, headers, billable } = await bus.request(personEnrich, input);
  return { body: JSON.parse(Buffer.from(body).toString()) as Body, headers, billable };
}
const refused = async (call: Promise<unknown>): Promise<AlmanacError> =>
  call.then(
    () => {
      throw new Error('was not refused');
    },
    (error: AlmanacError) => error,
  );
let made = 0;
const fresh = (word: string) => `${word}-${++made}`;
const ada = { firstName: 'Ada', lastName: 'L', fullName: 'Ada L' };

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
    const { body, headers } = await bus.request(companyEnrich, { id: record.id as string });
    const { rows } = await client.query('SELECT body FROM catalog.company WHERE id = $1', [record.id]);
    const version = await client.query('SELECT seq FROM catalog.version');
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

describe('what changes in the catalog', () => {
  /** As whoever merges or erases does it: the entity goes, and every gone row that led to it follows with a new seq. */
  const gone = async (kind: string, id: string, successor?: string) => {
    const reason = successor ? 'merged' : 'erased';
    await client.query('BEGIN');
    await client.query(`DELETE FROM catalog.${kind} WHERE id = $1`, [id]);
    await client.query('DELETE FROM catalog.identifier WHERE entity_id = $1', [id]);
    await client.query(
      `UPDATE catalog.gone SET seq = nextval('catalog.change'), reason = $2, successor = $3 WHERE successor = $1`,
      [id, reason, successor ?? null],
    );
    await client.query(
      `INSERT INTO catalog.gone (kind, id, seq, reason, successor) VALUES ($1, $2, nextval('catalog.change'), $3, $4)`,
      [kind, id, reason, successor ?? null],
    );
    await client.query(`UPDATE catalog.version SET seq = currval('catalog.change'), identifiers = identifiers + 1`);
    await client.query('COMMIT');
  };

  test('is seen, in a record, by its identifiers, and in its ETag', async () => {
    const [id, proID, other] = [fresh('c'), fresh('pro'), fresh('pro')];
    await loaded('company', [{ id, proID, name: 'Before' }]);
    const before = await company({ proID });
    expect((await refused(company({ proID: other }))).code).toBe('company_not_found');
    await loaded('company', [{ id, proID: other, name: 'After' }]);
    const after = await until('the new name is served', async () => {
      const now = await company({ id });
      return now.body.name === 'After' ? now : undefined;
    });
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(Number(after.headers['x-dataset-version'])).toBeGreaterThan(Number(before.headers['x-dataset-version']));
    await until('the new identifier finds it', () =>
      company({ proID: other }).then(
        () => true,
        () => false,
      ),
    );
    await until('the old identifier does not', () =>
      company({ proID }).then(
        () => false,
        () => true,
      ),
    );
  });

  test('reaches a person through the company they work at: changed, merged, erased', async () => {
    const [worker, acme, heir] = [fresh('p'), fresh('c'), fresh('c')];
    await loaded('person', [
      { id: worker, ...ada, experienceList: [{ positionList: [], companyID: acme, companyName: 'Acme' }] },
    ]);
    const shown = async () => {
      const { body, headers } = await person({ id: worker });
      const item = body.experienceList?.[0] as { company?: { id: string; name: string }; companyName: string };
      expect(item.companyName).toBe('Acme');
      return { company: item.company, etag: headers.etag };
    };
    const becomes = (what: string, test: (company?: { id: string; name: string }) => boolean) =>
      until(what, async () => {
        const now = await shown();
        return test(now.company) ? now : undefined;
      });
    const etags = [(await shown()).etag];
    expect((await shown()).company).toBeUndefined();
    await loaded('company', [
      { id: acme, name: 'Acme' },
      { id: heir, name: 'Heir' },
    ]);
    etags.push((await becomes('the company came', (it) => it?.name === 'Acme')).etag);
    await loaded('company', [{ id: acme, name: 'Acme 2' }]);
    etags.push((await becomes('the company was renamed', (it) => it?.name === 'Acme 2')).etag);
    await gone('company', acme, heir);
    etags.push((await becomes('the company was merged', (it) => it?.id === heir)).etag);
    await loaded('company', [{ id: heir, name: 'Heir 2' }]);
    etags.push((await becomes('the successor was renamed', (it) => it?.name === 'Heir 2')).etag);
    await gone('company', heir);
    etags.push((await becomes('the successor was erased', (it) => it === undefined)).etag);
    expect(new Set(etags).size).toBe(etags.length);
  });

  test('a merged id answers with its successor, an erased one is unknown', async () => {
    const [old, heir, erased] = [fresh('c'), fresh('c'), fresh('c')];
    await loaded('company', [{ id: old }, { id: heir }, { id: erased }]);
    for (const id of [old, heir, erased]) expect((await company({ id })).body.id).toBe(id);
    await gone('company', old, heir);
    await gone('company', erased);
    await until('the merged id gives its successor', async () => (await company({ id: old })).body.id === heir);
    const error = await until('the erased id is unknown', () =>
      company({ id: erased }).then(
        () => undefined,
        (thrown: AlmanacError) => thrown,
      ),
    );
    expect(error.code).toBe('company_not_found');
    expect((await company({ id: heir, proID: 'x', website: 'nobody.example' })).headers['x-matched-by']).toBe('id');
  });
});

test('a value that Postgres cannot take is refused, not fatal', async () => {
  expect((await refused(company({ id: 'a\u0000b' }))).code).toBe('invalid_request');
  expect((await refused(company({ dataAID: '\ud800' }))).code).toBe('invalid_request');
  expect((await refused(company({ website: `${'a'.repeat(2_000)}.com` }))).code).toBe('invalid_request');
});
