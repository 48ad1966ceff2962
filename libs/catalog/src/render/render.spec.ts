import {
  BareCompany,
  BarePerson,
  Company,
  checkOf,
  EnrichedCompany,
  EnrichedPerson,
  fieldsOf,
} from '@almanac/contracts';
import { generate } from '../generate';
import type { Facts, Values } from '../load/facts';
import { splice } from '../read';
import { renderCompany } from './company';
import { MARKER, withLastUpdated } from './fields';
import { renderPerson } from './person';

const facts = (values: Values): Facts => ({ claims: [['test', '2026-01-01T00:00:00.000Z']], values });
const at = new Date('2026-02-03T04:05:06.789Z');
const ada = { firstName: 'Ada', lastName: 'L', fullName: 'Ada L' };

test('a company has its fields in the order of the contract, required lists even when empty, lastUpdated last', () => {
  const { body, bare, refs } = renderCompany(
    'c1',
    facts({ URLs: { website: 'a.com' }, name: 'Acme', headcount: 3, founded: null }),
  );
  const read = JSON.parse(withLastUpdated(body, at)) as Values;
  const order = fieldsOf(EnrichedCompany);
  expect(Object.keys(read)).toEqual([...Object.keys(read)].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  expect(Object.keys(read).at(-1)).toBe('lastUpdated');
  expect(read).toMatchObject({ id: 'c1', techStackList: [], lastUpdated: at.toISOString() });
  expect(read).not.toHaveProperty('founded');
  expect(checkOf(EnrichedCompany).Check(read)).toBe(true);
  expect(JSON.parse(bare)).toEqual({ id: 'c1', name: 'Acme', URLs: { website: 'a.com' }, headcount: 3 });
  expect(refs).toEqual([]);
});

test('a company has its growth computed', () => {
  const headcountHistorical = { '2026-01-01': 10, '2026-02-01': 15 };
  expect(JSON.parse(renderCompany('c1', facts({ headcountHistorical })).body)).toMatchObject({
    monthlyHeadcountChange: 5,
    monthlyHeadcountPercent: 0.5,
  });
});

test('a person refers to companies: the text of another entity is never in it', () => {
  const experienceList = [
    { personID: '', positionList: [], companyID: 'c1', companyName: 'Acme' },
    { personID: '', positionList: [{ title: `"company":"${MARKER}",` }], companyName: 'Nobody' },
    { personID: '', positionList: [], companyID: 'c2' },
  ];
  const { body, refs } = renderPerson('p1', facts({ ...ada, experienceList }));
  expect(refs).toEqual(['c1', 'c2']);
  expect(body.split(MARKER)).toHaveLength(3);
  const acme = Buffer.from('{"id":"c1","name":"Acme"}');
  const read = JSON.parse(splice(Buffer.from(withLastUpdated(body, at)), [acme, undefined]).toString()) as {
    experienceList: Values[];
  };
  expect(checkOf(EnrichedPerson).Check(read)).toBe(true);
  expect(read.experienceList.map((item) => item.company)).toEqual([{ id: 'c1', name: 'Acme' }, undefined, undefined]);
  expect(read.experienceList.every((item) => item.personID === 'p1')).toBe(true);
});

test('schools carry the person they belong to, and a person is a person', () => {
  const educationList = [{ id: 'e1', personID: '', school: { id: 's1', fullName: 'S' } }];
  const { body, bare } = renderPerson('p1', facts({ ...ada, educationList, entityType: 'company' }));
  expect(JSON.parse(body)).toMatchObject({ entityType: 'person', educationList: [{ personID: 'p1' }] });
  expect(checkOf(BarePerson).Check(JSON.parse(bare))).toBe(true);
});

test('every generated record renders to what its contract says', () => {
  let index = 0;
  for (const { kind, record } of generate({ companies: 60, people: 120, seed: 3, kinds: ['company', 'person'] })) {
    const { id, ...values } = record as Values;
    const name = String(id ?? index++);
    if (kind === 'company') {
      const { body, bare } = renderCompany(name, facts(values));
      expect(checkOf(Company).Check(JSON.parse(body))).toBe(true);
      expect(checkOf(BareCompany).Check(JSON.parse(bare))).toBe(true);
    } else if (kind === 'person') {
      const { body, refs } = renderPerson(name, facts(values));
      const whole = splice(
        Buffer.from(withLastUpdated(body, at)),
        refs.map((ref) => Buffer.from(JSON.stringify({ id: ref }))),
      );
      expect(checkOf(EnrichedPerson).Check(JSON.parse(whole.toString()))).toBe(true);
    }
  }
});
