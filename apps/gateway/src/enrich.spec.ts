/** The three operations through the whole service: success, bad input, no key, no credit, free outcomes, not found. */
import {
  Balance,
  CompanyPreview,
  CompanySelection,
  companyEnrich,
  EnrichedCompany,
  EnrichedPerson,
  type InputOf,
  PersonPreview,
  PersonSelection,
  personEnrich,
} from '@almanac/contracts';
import {
  expectRefused,
  expectValid,
  type GeneratedCompany,
  type GeneratedPerson,
  sharedWorld,
  type TestCustomer,
  templateRecords,
  testCustomer,
  type WorldAddress,
} from '@almanac/testing';

let world: WorldAddress;
let customer: TestCustomer;
let companies: GeneratedCompany[];
let people: GeneratedPerson[];

beforeAll(async () => {
  world = await sharedWorld();
  customer = await testCustomer(world);
  companies = [...templateRecords('company')] as GeneratedCompany[];
  people = [...templateRecords('person')] as GeneratedPerson[];
}, 60_000);

const count = (values: (string | undefined)[]) => {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};
/** A company whose website nobody shares, not even its domain. */
function lonely(): GeneratedCompany & { website: string } {
  const sites = count(companies.map((company) => company.URLs?.website));
  const found = companies.find(
    (company) =>
      company.URLs?.website &&
      /^[a-z0-9-]+\.example$/.test(company.URLs.website) &&
      sites.get(company.URLs.website) === 1,
  );
  if (!found?.URLs?.website) throw new Error('the template has no company with a website of its own');
  return { ...found, website: found.URLs.website };
}
const withProID = () => people.find((person) => person.proID) as GeneratedPerson & { proID: string };
const raw = (path: string, init?: RequestInit) =>
  fetch(`${world.gatewayUrl}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${customer.token}`, ...init?.headers },
  });

describe('GET /company/enrich', () => {
  it('answers the company by its website for exactly one credit', async () => {
    const fresh = await testCustomer(world, { credits: { company: 10, person: 10 } });
    const company = lonely();
    const answer = await fresh.client.companyEnrich({ website: company.website });
    expectValid(EnrichedCompany, answer.data);
    expect(answer.data.id).toBe(company.id);
    expect(answer.data.name).toBe(company.name);
    expect(answer.data.lastUpdated).toMatch(/^\d{4}-.*Z$/);
    expect(answer).toMatchObject({ status: 200, creditsUsed: 1, creditsRemaining: 9, matchedBy: 'website=host' });
    expect(answer.headers.get('x-dataset-version')).toMatch(/^\d+$/);
    const { data } = await fresh.client.balance();
    expect(data.credits).toMatchObject({ company: { balance: 9 }, person: { balance: 10 } });
  });

  it.each(['https://WWW.%/', 'http://%:8080/path?q=1#f', '%.', '  % '])(
    'finds the same company for the website written as %s',
    async (form) => {
      const company = lonely();
      const answer = await customer.client.companyEnrich({
        website: form.replace('%', company.website),
        preview: true,
      });
      expect(answer.data.id).toBe(company.id);
    },
  );

  it('finds a company by its registrable domain when no host fits, and says so', async () => {
    const company = lonely();
    const answer = await customer.client.companyEnrich({ website: `blog.${company.website}`, preview: true });
    expect(answer.data.id).toBe(company.id);
    expect(answer.matchedBy).toBe('website=domain');
  });

  it.each(['id', 'proID', 'proNumID', 'proURL', 'dataAID', 'website'])('knows companies by %s', async (name) => {
    const company = name === 'website' ? lonely() : companies.find((candidate) => identifierOf(candidate, name));
    if (!company) throw new Error(`the template has no company with ${name}`);
    const answer = await customer.client.companyEnrich({ [name]: identifierOf(company, name), preview: true });
    expect(answer.data.id).toBe(company.id);
  });

  it('preview: minimal identification, free, and neither require nor fields is looked at', async () => {
    const company = lonely();
    const answer = await customer.client.companyEnrich({
      id: company.id,
      preview: true,
      require: ['nonsense'],
      fields: ['nonsense'],
    });
    expectValid(CompanyPreview, answer.data);
    expect(Object.keys(answer.data).sort()).toEqual(['URLs', 'id', 'name']);
    expect(answer.creditsUsed).toBe(0);
  });

  it('fields: only those, the id always, at the same price', async () => {
    const fresh = await testCustomer(world);
    const answer = await fresh.client.companyEnrich({ id: lonely().id, fields: ['country', 'lastUpdated'] });
    expectValid(CompanySelection, answer.data);
    expect(Object.keys(answer.data).sort()).toEqual(['country', 'id', 'lastUpdated']);
    expect(answer.creditsUsed).toBe(1);
  });

  it('require: passes when every field holds something, else 404 without charge', async () => {
    const fresh = await testCustomer(world, { credits: { company: 5 } });
    const company = lonely();
    const passed = await fresh.client.companyEnrich({ id: company.id, require: ['name', 'URLs'] });
    expect(passed.creditsUsed).toBe(1);
    const lacking = companies.find((candidate) => !candidate.hubID) as GeneratedCompany;
    const refused = await expectRefused(
      fresh.client.companyEnrich({ id: lacking.id, require: ['name', 'hubID'] }),
      'requirement_not_met',
    );
    expect(refused.details).toEqual([{ path: 'hubID', message: 'is empty' }]);
    expect(refused.headers.get('x-credits-used')).toBe('0');
    expect((await fresh.client.balance()).data.credits.company.balance).toBe(4);
  });

  it('repeated by the same team within the window costs nothing more', async () => {
    const fresh = await testCustomer(world, { credits: { company: 5 } });
    const { id } = lonely();
    expect((await fresh.client.companyEnrich({ id })).creditsUsed).toBe(1);
    const again = await fresh.client.companyEnrich({ id });
    expect(again).toMatchObject({ creditsUsed: 0, creditsRemaining: 4 });
  });

  it('an ETag makes the next answer a free 304', async () => {
    const fresh = await testCustomer(world, { credits: { company: 1 } });
    const { id } = lonely();
    const first = await fresh.client.companyEnrich({ id });
    const etag = first.headers.get('etag') as string;
    expect(etag).toMatch(/^"/);
    const second = await fresh.client.companyEnrich({ id }, { ifNoneMatch: etag });
    expect(second).toMatchObject({ status: 304, data: undefined, creditsUsed: 0 });
    expect((await fresh.client.companyEnrich({ id, fields: ['name'] }, { ifNoneMatch: etag })).status).toBe(200);
  });

  it.each([
    ['no identifier', {}, 'identifier_required'],
    ['an identifier that is none', { website: 'not a host' }, 'invalid_request'],
    ['an unknown name in require', { id: 'x', require: ['nam'] }, 'invalid_request'],
    ['an unknown name in fields', { id: 'x', fields: ['nam'] }, 'invalid_request'],
    ['a relational field without full', { id: 'x', require: ['fundingRoundList'] }, 'invalid_request'],
    ['nobody', { id: 'c_nobody' }, 'company_not_found'],
    ['an unknown website', { website: 'nobody-has-this.example' }, 'company_not_found'],
  ] as const)('%s', async (_what, input, code) => {
    const error = await expectRefused(customer.client.companyEnrich(input as Record<string, string>), code);
    expect(error.headers.get('x-credits-used')).toBe('0');
  });

  it('identifiers that disagree are a conflict naming each; an unknown one beside a known one is ignored and reported', async () => {
    const [a, b] = companies.filter((company) => company.proID);
    const conflict = await expectRefused(
      customer.client.companyEnrich({ id: a.id, proID: b.proID }),
      'identifier_conflict',
    );
    expect(JSON.stringify(conflict.details)).toContain(a.id);
    expect(JSON.stringify(conflict.details)).toContain(b.id);
    const answer = await customer.client.companyEnrich({ id: a.id, dataAID: 'nobody-has-this', preview: true });
    expect(answer.headers.get('x-identifiers-ignored')).toBe('dataAID');
  });

  it('several companies on one website are named, not chosen from', async () => {
    const shared = [...count(companies.map((company) => company.URLs?.website))].find(([, n]) => n > 1)?.[0];
    if (!shared) throw new Error('the template has no shared website');
    const error = await expectRefused(customer.client.companyEnrich({ website: shared }), 'identifier_ambiguous');
    for (const company of companies.filter((candidate) => candidate.URLs?.website === shared))
      expect(JSON.stringify(error.details)).toContain(company.id);
  });

  it('full is not there yet, and the refusal says that it is unknown', async () => {
    const response = await raw('/company/enrich?id=x&full=true');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request', details: [{ path: 'full' }] });
  });

  it('without credit: 402 with what is needed and what there is, and nothing is charged', async () => {
    const poor = await testCustomer(world, { credits: { person: 1 } });
    const error = await expectRefused(poor.client.companyEnrich({ id: lonely().id }), 'insufficient_credits');
    expect(error.details).toEqual([{ needed: 1, available: 0, kind: 'company' }]);
    expect(error.headers.get('x-credits-used')).toBe('0');
  });
});

describe('GET /person/enrich', () => {
  it('answers the person for exactly one person credit', async () => {
    const fresh = await testCustomer(world, { credits: { person: 3 } });
    const person = withProID();
    const answer = await fresh.client.personEnrich({ proID: person.proID });
    expectValid(EnrichedPerson, answer.data);
    expect(answer.data).toMatchObject({ id: person.id, fullName: person.fullName });
    expect(answer).toMatchObject({ creditsUsed: 1, creditsRemaining: 2 });
  });

  it('an experience shows the company as it is now', async () => {
    const person = people.find((candidate) =>
      candidate.experienceList?.some((experience) => experience.companyID),
    ) as GeneratedPerson;
    const { data } = await customer.client.personEnrich({ id: person.id });
    const experience = data.experienceList?.find((candidate) => candidate.companyID);
    const company = companies.find((candidate) => candidate.id === experience?.companyID);
    expect(experience?.company).toMatchObject({ id: company?.id, name: company?.name });
  });

  it('preview and fields', async () => {
    const { id } = withProID();
    const preview = await customer.client.personEnrich({ id, preview: true });
    expectValid(PersonPreview, preview.data);
    expect(preview.creditsUsed).toBe(0);
    const selection = await customer.client.personEnrich({ id, fields: ['skills'] });
    expectValid(PersonSelection, selection.data);
    expect(Object.keys(selection.data).sort()).toEqual(['id', 'skills']);
  });

  it.each([
    ['no identifier', {}, 'identifier_required'],
    ['nobody', { proID: 'nobody-has-this' }, 'person_not_found'],
    ['a wrong e-mail address', { email: 'not-an-address' }, 'invalid_request'],
    ['a gate that fails', { require: ['investorTitle'] }, 'requirement_not_met'],
  ] as const)('%s', async (what, input, code) => {
    const lacking = people.find((person) => !person.investorTitle) as GeneratedPerson;
    const asked = (what === 'a gate that fails' ? { ...input, id: lacking.id } : input) as InputOf<typeof personEnrich>;
    await expectRefused(customer.client.personEnrich(asked), code);
  });

  it('without credit: 402', async () => {
    const poor = await testCustomer(world, { credits: { company: 1 } });
    await expectRefused(poor.client.personEnrich({ id: withProID().id }), 'insufficient_credits');
  });
});

describe('GET /billing/balance', () => {
  it('is free, valid, and the team of the key', async () => {
    const answer = await customer.client.balance();
    expectValid(Balance, answer.data);
    expect(answer.data.team.id).toBe(customer.teamID);
    expect((await customer.client.balance({ team: customer.teamID })).data.team.id).toBe(customer.teamID);
  });

  it("another customer's team is like none", async () => {
    const other = await testCustomer(world);
    const theirs = await expectRefused(customer.client.balance({ team: other.teamID }), 'team_not_found');
    const none = await expectRefused(customer.client.balance({ team: 'team_that_is_not' }), 'team_not_found');
    expect(theirs.message.replace(other.teamID, '')).toBe(none.message.replace('team_that_is_not', ''));
  });
});

describe('keys', () => {
  const calls = [
    ['/company/enrich?id=x', companyEnrich.name],
    ['/person/enrich?id=x', personEnrich.name],
    ['/billing/balance', 'billing.balance'],
  ] as const;
  it.each(calls)('%s without a key, with a wrong one, and with a mistyped one is 401', async (path) => {
    const flipped = customer.token.slice(0, -1) + (customer.token.endsWith('a') ? 'b' : 'a');
    for (const authorization of [
      undefined,
      'Bearer',
      'Basic abc',
      'Bearer nonsense',
      `Bearer ${flipped}`,
      `Token ${customer.token}`,
    ]) {
      const response = await fetch(`${world.gatewayUrl}${path}`, { headers: authorization ? { authorization } : {} });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        code: 'unauthorized',
        requestID: response.headers.get('x-request-id'),
      });
    }
  });

  it('without the scope it is 403', async () => {
    const searcher = await testCustomer(world, { scopes: ['search'] });
    await expectRefused(searcher.client.companyEnrich({ id: lonely().id }), 'forbidden');
  });
});

/** The value of an identifier parameter as the template's record carries it. */
function identifierOf(company: GeneratedCompany, name: string): string | undefined {
  if (name === 'id') return company.id;
  if (name === 'website') return company.URLs?.website;
  if (name === 'proURL') return company.URLs?.pro;
  const own = company[name as keyof GeneratedCompany];
  return typeof own === 'string' ? own : company.identifiers?.[name]?.[0];
}
