import { identifiersOf, type Misstated } from '../identifier';
import { type Sample, sampleOf } from './sample.fixture';

type Job = NonNullable<Sample['person'][number]['experienceList']>[number];

const sample = sampleOf({ companies: 1200, people: 3600, seed: 11 });
const companies = new Map(sample.company.map((company) => [company.id, company]));
const people = new Map(sample.person.map((person) => [person.id, person]));
const jobsOf = (id: string): Job[] => people.get(id)?.experienceList ?? [];
const companyOf = (id: string | undefined) => {
  const company = companies.get(id ?? '');
  if (!company) throw new Error(`no company ${id}`);
  return company;
};
const isFirm = (id: string) => companyOf(id).industryList?.[0] === 'Venture Capital & Private Equity';
const foundings = new Set(sample.founder.map(({ companyID, personID }) => `${companyID} ${personID}`));
const NOW = '9999';
const grouped = <T>(list: T[], key: (item: T) => string) => {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
};

describe('ids', () => {
  it('are unique within their kind, as are the names that networks give', () => {
    const unique = (values: unknown[]) => expect(new Set(values).size).toBe(values.length);
    const { company, person, funding_round, investment, fund, acquisition, person_email } = sample;
    for (const kind of [company, person, funding_round, investment, fund, acquisition])
      unique(kind.map(({ id }) => id));
    unique(person_email.map(({ email }) => email));
    for (const field of [
      'proID',
      'proNumID',
      'dunsNumber',
      'legalEntityID',
      'wikidataID',
      'stockSymbol',
      'CIKNumber',
      'dataFID',
      'cageCode',
      'siteBID',
    ] as const)
      unique(company.map((record) => record[field]).filter(Boolean));
    for (const field of ['proID', 'proNumID', 'proEntityID'] as const)
      unique(person.map((record) => record[field]).filter(Boolean));
    for (const kind of [company, person])
      unique(
        kind.flatMap(({ identifiers = {} }) =>
          Object.entries(identifiers).flatMap(([name, keys]) => keys.map((key) => `${name} ${key}`)),
        ),
      );
    unique(person.flatMap(({ educationList = [] }) => educationList.map(({ id }) => id)));
  });

  it.each(['company', 'person'] as const)('of a %s are all taken by the catalog, and none by two', (kind) => {
    const misstated: Misstated[] = [];
    const taken = sample[kind].flatMap((record) =>
      identifiersOf(kind, { ...record }, undefined, (problem) => misstated.push(problem))
        .filter(({ tier }) => tier > 0)
        .map((stated) => `${stated.kind} ${stated.value}`),
    );
    expect(misstated).toEqual([]);
    expect(taken.length).toBeGreaterThan(5000);
    expect(new Set(taken).size).toBe(taken.length);
  });

  it('named in any relation exist', () => {
    const named = {
      company: [
        ...sample.funding_round.flatMap((round) => [
          round.companyID,
          ...(round.companyInvestorList ?? []).map(({ id }) => id),
        ]),
        ...sample.investment.flatMap(({ companyID, companyInvestorID }) => [companyID, companyInvestorID ?? companyID]),
        ...sample.fund.flatMap((fund) => [fund.companyID, ...(fund.companyInvestorList ?? []).map(({ id }) => id)]),
        ...sample.acquisition.flatMap(({ acquirerID, acquireeID }) => [acquirerID, acquireeID]),
        ...sample.founder.map(({ companyID }) => companyID),
        ...sample.vesting.map(({ companyID }) => companyID),
        ...sample.person_email.flatMap(({ companyID }) => companyID ?? []),
        ...sample.person.flatMap(({ investorCurrentFirmID }) => investorCurrentFirmID ?? []),
        ...sample.person.flatMap(({ experienceList = [] }) =>
          experienceList.flatMap(({ companyID }) => companyID ?? []),
        ),
      ],
      person: [
        ...sample.funding_round.flatMap((round) => (round.personInvestorList ?? []).map(({ id }) => id)),
        ...sample.investment.flatMap(({ personID }) => personID ?? []),
        ...sample.fund.flatMap((fund) => (fund.personInvestorList ?? []).map(({ id }) => id)),
        ...sample.founder.map(({ personID }) => personID),
        ...sample.vesting.map(({ personID }) => personID),
        ...sample.person_email.map(({ personID }) => personID),
      ],
    };
    expect(named.company.length).toBeGreaterThan(8000);
    expect(named.company.filter((id) => !companies.has(id))).toEqual([]);
    expect(named.person.length).toBeGreaterThan(4000);
    expect(named.person.filter((id) => !people.has(id))).toEqual([]);
  });
});

describe('careers', () => {
  const all = sample.person.flatMap(({ id, experienceList = [] }) => experienceList.map((job) => ({ id, job })));

  it('name companies as the companies name themselves, after their founding', () => {
    const fits = ({ id, job }: (typeof all)[number]) => {
      if (job.personID !== id) return false;
      if (!job.companyID) return true;
      const company = companyOf(job.companyID);
      const same = job.companyName === company.name && job.proID === company.proID && job.proNumID === company.proNumID;
      return same && job.startDate! >= company.founded! && !(company.isShutDown && job.endDate === null);
    };
    expect(all.filter(({ job }) => job.companyID).length).toBeGreaterThan(8000);
    expect(all.filter((one) => !fits(one))).toEqual([]);
  });

  it('run one job after another, newest first, with positions that fill each job', () => {
    for (const { experienceList = [] } of sample.person) {
      let after = NOW;
      for (const { startDate, endDate, positionList } of experienceList) {
        expect((endDate ?? NOW) <= after && startDate! < (endDate ?? NOW)).toBe(true);
        after = startDate!;
        expect(positionList[0].endDate).toBe(endDate);
        expect(positionList[positionList.length - 1].startDate).toBe(startDate);
        for (let at = 1; at < positionList.length; at++)
          expect(positionList[at].endDate).toBe(positionList[at - 1].startDate);
      }
    }
  });

  it('begin after the last degree, internships aside', () => {
    for (const { experienceList = [], educationList = [] } of sample.person) {
      const jobs = experienceList.filter(({ positionList }) => positionList[0].employmentType !== 'INTERNSHIP');
      const first = jobs[jobs.length - 1]?.startDate ?? NOW;
      for (const { endDate, startDate } of educationList) {
        if (endDate === null) expect(jobs).toEqual([]);
        else expect(startDate! < endDate! && endDate! <= first).toBe(true);
      }
    }
  });
});

describe('founders', () => {
  it('have a founding job at their company from its founding on', () => {
    expect(sample.founder.length).toBeGreaterThan(300);
    for (const { companyID, personID } of sample.founder) {
      const job = jobsOf(personID).find((candidate) => candidate.companyID === companyID);
      expect(job?.positionList[0].title).toMatch(/Founder/);
      expect(job?.startDate).toBe(companyOf(companyID).founded);
    }
  });

  it('are all whose job says so', () => {
    const claimed = sample.person.flatMap(({ id, experienceList = [] }) =>
      experienceList
        .filter(({ positionList }) => /Founder/.test(positionList[0].title ?? ''))
        .map(({ companyID }) => `${companyID} ${id}`),
    );
    expect(new Set(claimed)).toEqual(foundings);
    expect(
      grouped(sample.founder, ({ personID }) => personID).filter((group) => group.length > 1).length,
    ).toBeGreaterThan(5);
  });
});

describe('money', () => {
  it('comes in rounds that follow each other and rise, from firms and people who were there', () => {
    const investors = { firms: 0, people: 0 };
    for (const rounds of grouped(sample.funding_round, ({ companyID }) => companyID)) {
      const company = companyOf(rounds[0].companyID);
      rounds.reduce((before, round) => {
        expect(round.announcedOn! >= before).toBe(true);
        return round.announcedOn!;
      }, company.founded!);
      const priced = rounds.filter(({ valuation }) => valuation);
      for (let at = 1; at < priced.length; at++) {
        expect(priced[at].moneyRaised).toBeGreaterThan(priced[at - 1].moneyRaised!);
        expect(priced[at].valuation?.exact).toBeGreaterThan(priced[at - 1].valuation?.exact ?? 0);
      }
      for (const { announcedOn, companyInvestorList = [], personInvestorList = [] } of rounds) {
        for (const { id } of companyInvestorList)
          expect(isFirm(id) && companyOf(id).founded! < announcedOn!).toBe(true);
        for (const { id } of personInvestorList) {
          expect(people.get(id)?.investorType).toBe('angel');
          expect(foundings.has(`${company.id} ${id}`)).toBe(false);
        }
        investors.firms += companyInvestorList.length;
        investors.people += personInvestorList.length;
      }
    }
    expect(investors.firms).toBeGreaterThan(300);
    expect(investors.people).toBeGreaterThan(60);
  });

  it('is raised by firms in funds, each later and larger', () => {
    const funds = grouped(sample.fund, ({ companyID }) => companyID);
    expect(funds.length).toBeGreaterThan(10);
    for (const list of funds) {
      expect(isFirm(list[0].companyID)).toBe(true);
      for (let at = 1; at < list.length; at++) {
        expect(list[at].date! > list[at - 1].date!).toBe(true);
        expect(list[at].amountRaised).toBeGreaterThan(list[at - 1].amountRaised!);
      }
    }
  });

  it('is managed by partners who work at their firm', () => {
    const partners = sample.person.filter(({ investorCurrentFirmID }) => investorCurrentFirmID);
    expect(partners.length).toBeGreaterThan(10);
    for (const { id, investorCurrentFirmID = '' } of partners) {
      expect(isFirm(investorCurrentFirmID)).toBe(true);
      expect(jobsOf(id)[0]).toMatchObject({ companyID: investorCurrentFirmID, endDate: null });
    }
  });

  it('buys smaller and younger companies, which then are acquired', () => {
    expect(sample.acquisition.length).toBeGreaterThan(20);
    for (const { acquirerID, acquireeID, announcedOn } of sample.acquisition) {
      const [buyer, bought] = [companyOf(acquirerID), companyOf(acquireeID)];
      expect(buyer.headcount!).toBeGreaterThan(bought.headcount!);
      expect(buyer.founded! < bought.founded! && bought.founded! < announcedOn!).toBe(true);
      expect(bought.status).toBe('acquired');
    }
    expect(sample.company.filter(({ status }) => status === 'acquired')).toHaveLength(sample.acquisition.length);
  });

  it('vests to people for the job they have or had', () => {
    expect(sample.vesting.length).toBeGreaterThan(200);
    for (const { personID, companyID, startDate, schedule = [], durationMonths } of sample.vesting) {
      expect(jobsOf(personID).some((job) => job.companyID === companyID && job.startDate === startDate)).toBe(true);
      expect(schedule.reduce((sum, { percent = 0 }) => sum + percent, 0)).toBeCloseTo(100, 6);
      expect(schedule[schedule.length - 1].month).toBe(durationMonths);
    }
  });
});

describe('e-mail', () => {
  it('at work is at the domain of the current employer', () => {
    const work = sample.person_email.filter(({ type }) => type === 'work');
    expect(work.length).toBeGreaterThan(800);
    const fits = ({ personID, companyID, email }: (typeof work)[number]) => {
      const job = jobsOf(personID)[0];
      const host = companyOf(companyID).URLs?.website?.replace(/^www\./, '');
      return host === email.split('@')[1] && job.companyID === companyID && job.endDate === null;
    };
    expect(work.filter((one) => !fits(one))).toEqual([]);
    expect(
      sample.person_email.filter(({ companyID, type }) => (companyID === undefined) === (type === 'work')),
    ).toEqual([]);
  });
});

describe('websites', () => {
  const sites = sample.company.flatMap(({ URLs }) => URLs?.website ?? []);

  it('are mostly a domain of their own; some are shared, below another, on a platform or missing', () => {
    const times = grouped(sites, (site) => site.replace(/^www\./, ''));
    expect(times.filter((group) => group.length > 1).length).toBeGreaterThan(3);
    const own = new Set(sites.map((site) => site.replace(/^www\./, '')));
    const below = sites.filter((site) => /^[a-z]{2}\./.test(site) && own.has(site.slice(3)));
    expect(below.length).toBeGreaterThan(5);
    expect(sites.filter((site) => site.startsWith('sites.example/')).length).toBeGreaterThan(5);
    expect(sites.length / sample.company.length).toBeGreaterThan(0.88);
    expect(sites.length).toBeLessThan(sample.company.length);
  });
});
