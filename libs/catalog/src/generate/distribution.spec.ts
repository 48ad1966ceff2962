import { COMPANY_IDENTIFIERS, PERSON_IDENTIFIERS } from '@almanac/contracts';
import { sampleOf } from './sample.fixture';

const sample = sampleOf({ companies: 2500, people: 7500, seed: 21 });
const share = <T>(list: T[], test: (item: T) => boolean) => list.filter(test).length / list.length;
const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;

describe('companies', () => {
  it('are mostly small, with a long tail', () => {
    expect(share(sample.company, ({ headcount = 1 }) => headcount <= 50)).toBeGreaterThan(0.6);
    const large = share(sample.company, ({ headcount = 0 }) => headcount > 5000);
    expect(large).toBeGreaterThan(0.004);
    expect(large).toBeLessThan(0.03);
    expect(Math.max(...sample.company.map(({ headcount = 0 }) => headcount))).toBeLessThanOrEqual(100_000);
  });

  it('are of typical length on the wire, with a long tail', () => {
    const sizes = sample.company.map((company) => JSON.stringify(company).length).sort((a, b) => a - b);
    expect(sizes[1250]).toBeGreaterThan(3500);
    expect(sizes[1250]).toBeLessThan(6500);
    expect(sizes[2475]).toBeGreaterThan(8000);
    expect(mean(sample.person.map((person) => JSON.stringify(person).length))).toBeGreaterThan(3000);
    expect(mean(sample.person.map((person) => JSON.stringify(person).length))).toBeLessThan(5500);
  });

  it('lead their histories to the current number', () => {
    const pairs = [
      ['headcount', 'headcountHistorical'],
      ['currentWebTraffic', 'webTrafficHistorical'],
      ['socialBFollowers', 'socialBHistorical'],
      ['siteAReviewCount', 'siteAReviewCountHistorical'],
      ['sharePrice', 'sharePriceHistorical'],
    ] as const;
    for (const [now, history] of pairs) {
      let seen = 0;
      for (const company of sample.company) {
        const days = Object.keys(company[history] ?? {});
        if (!days.length) continue;
        seen++;
        expect(days).toEqual([...days].sort());
        expect(company[history]?.[days[days.length - 1]]).toBe(company[now]);
        expect(`${days[0]}T` >= company.founded!.slice(0, 11)).toBe(true);
      }
      expect(seen).toBeGreaterThan(20);
    }
  });

  it('have shares, a symbol and a listing exactly when they are public', () => {
    const listed = sample.company.filter(({ status }) => status === 'public');
    expect(listed.length).toBeGreaterThan(20);
    for (const { stockSymbol, ipoDate, stockPriceHistorical, status } of sample.company)
      expect([stockSymbol, ipoDate, stockPriceHistorical].every(Boolean)).toBe(status === 'public');
    expect(listed.some(({ CIKNumber }) => CIKNumber)).toBe(true);
  });

  it('use the technology of their trade', () => {
    const uses = (industry: string, product: string) =>
      share(
        sample.company.filter(({ industryList }) => industryList?.[0] === industry),
        ({ techStackList = [] }) => techStackList.some(({ productName }) => productName === product),
      );
    expect(uses('Software', 'Kubernetes')).toBeGreaterThan(uses('Banking', 'Kubernetes'));
    expect(uses('E-Commerce', 'WooCommerce')).toBeGreaterThan(uses('Software', 'WooCommerce'));
  });

  it('carry every identifier that the interface knows', () => {
    const seen = new Set(
      sample.company.flatMap((company) => [
        ...Object.keys(company),
        ...Object.keys(company.identifiers ?? {}),
        ...Object.keys(company.URLs ?? {}),
      ]),
    );
    const place: Record<string, string> = { proURL: 'pro' };
    for (const name of COMPANY_IDENTIFIERS) expect(seen).toContain(place[name] ?? name);
    const also = [
      'governmentAwards',
      'ownedPatents',
      'embeddedNews',
      'productList',
      'departmentMonetaryCompensation',
      'legalEntityID',
      'wikidataID',
      'cageCode',
    ];
    expect([...seen]).toEqual(expect.arrayContaining(also));
  });
});

describe('people', () => {
  it('have about four positions each', () => {
    const positions = sample.person.map(({ experienceList = [] }) =>
      experienceList.reduce((sum, job) => sum + job.positionList.length, 0),
    );
    expect(mean(positions)).toBeGreaterThan(3.4);
    expect(mean(positions)).toBeLessThan(4.8);
    expect(share(positions, (count) => count === 0)).toBeLessThan(0.04);
  });

  it('work where the jobs are', () => {
    const staff = new Map<string, number>();
    for (const { experienceList = [] } of sample.person)
      for (const { companyID } of experienceList) if (companyID) staff.set(companyID, (staff.get(companyID) ?? 0) + 1);
    const of = (test: (headcount: number) => boolean) =>
      mean(sample.company.filter(({ headcount = 0 }) => test(headcount)).map(({ id }) => staff.get(id) ?? 0));
    expect(of((size) => size > 5000)).toBeGreaterThan(10 * of((size) => size > 50 && size <= 500));
    expect(of((size) => size > 50 && size <= 500)).toBeGreaterThan(2 * of((size) => size <= 10));
  });

  it('rise: seniors are seldom interns, and chiefs were seldom chiefs at first', () => {
    const firstAndLast = sample.person.flatMap(({ experienceList = [] }) => {
      const titles = experienceList.flatMap(({ positionList }) => positionList.map(({ title = '' }) => title));
      return titles.length > 3 ? [[titles[titles.length - 1], titles[0]]] : [];
    });
    const junior = /Intern|Junior|Assistant|Associate/;
    expect(share(firstAndLast, ([first]) => junior.test(first))).toBeGreaterThan(0.4);
    expect(share(firstAndLast, ([, last]) => junior.test(last))).toBeLessThan(0.08);
  });

  it('live and study mostly where they work, and bear names of many lands', () => {
    const withSchool = sample.person.filter(({ educationList = [] }) => educationList.length);
    const country = (location = '') => location.split(', ').at(-1);
    expect(
      share(
        withSchool,
        ({ location, educationList }) => country(educationList![0].school?.location) === country(location),
      ),
    ).toBeGreaterThan(0.8);
    expect(sample.person.some(({ fullName }) => /\p{Script=Han}/u.test(fullName!))).toBe(true);
    expect(new Set(sample.person.map(({ location }) => country(location))).size).toBeGreaterThan(40);
    expect(new Set(sample.person.map(({ fullName }) => fullName)).size).toBeGreaterThan(6500);
  });

  it('carry every identifier that the interface knows', () => {
    const seen = new Set(
      sample.person.flatMap((person) => [
        ...Object.keys(person),
        ...Object.keys(person.identifiers ?? {}),
        ...Object.keys(person.URLs ?? {}),
      ]),
    );
    for (const { email } of sample.person_email) if (email) seen.add('email');
    const place: Record<string, string> = { proURL: 'pro', proEntityId: 'proEntityID' };
    for (const name of PERSON_IDENTIFIERS) expect(seen).toContain(place[name] ?? name);
    expect(new Set(sample.person_email.map(({ type }) => type))).toEqual(new Set(['work', 'personal', 'student']));
  });
});
