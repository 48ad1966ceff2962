import { curlLines } from './sample';

const gateway = 'http://127.0.0.1:8080';

test('three lines that a shell takes as they are', () => {
  const sample = { website: 'acme.example', person: { parameter: 'proID', value: "o'neil & co" } };
  expect(curlLines(gateway, 'alm_demo_x', sample)).toEqual([
    `curl -s 'http://127.0.0.1:8080/company/enrich?website=acme.example' -H 'Authorization: Bearer alm_demo_x'`,
    `curl -s 'http://127.0.0.1:8080/person/enrich?proID=o%27neil+%26+co' -H 'Authorization: Bearer alm_demo_x'`,
    `curl -s 'http://127.0.0.1:8080/billing/balance' -H 'Authorization: Bearer alm_demo_x'`,
  ]);
});

test('a catalog without such identifiers still has a balance', () => {
  expect(curlLines(gateway, 't', {})).toHaveLength(1);
});
