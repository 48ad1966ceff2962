import fc from 'fast-check';
import { PLATFORM_HOSTS } from './platform-hosts';
import { websiteOf } from './website';

const host = (name: string, domain: string | undefined = name) =>
  domain ? { kind: 'host', host: name, domain } : { kind: 'host', host: name };

test.each([
  ['acme.com', host('acme.com')],
  ['https://www.ACME.com/', host('acme.com')],
  ['http://acme.com:8080/careers?x=1#top', host('acme.com')],
  ['//acme.com', host('acme.com')],
  ['  acme.com.  ', host('acme.com')],
  ['user:pass@acme.com', host('acme.com')],
  ['blog.acme.co.uk', host('blog.acme.co.uk', 'acme.co.uk')],
  ['www.blog.acme.com', host('blog.acme.com', 'acme.com')],
  ['https://bücher.de/', host('xn--bcher-kva.de')],
  ['BÜCHER.de', host('xn--bcher-kva.de')],
  ['acme.github.io', host('acme.github.io')],
  ['shop.acme.github.io', host('shop.acme.github.io', 'acme.github.io')],
  ['acme.tumblr.com', { kind: 'host', host: 'acme.tumblr.com' }],
  ['93.184.216.34', { kind: 'host', host: '93.184.216.34' }],
  ['co.uk', { kind: 'host', host: 'co.uk' }],
  ['www.com', host('www.com')],
])('%s is %j', (text, expected) => {
  expect(websiteOf(text)).toEqual(expected);
});

test.each([
  ['https://linktr.ee/Acme?utm=1', 'linktr.ee/acme'],
  ['https://www.facebook.com/AcmeInc/about', 'facebook.com/acmeinc'],
  ['m.facebook.com/acmeinc/', 'facebook.com/acmeinc'],
  ['facebook.com/pages/Acme/1234', 'facebook.com/pages/acme'],
  ['https://de.linkedin.com/company/acme', 'linkedin.com/company/acme'],
  ['https://twitter.com/acme', 'x.com/acme'],
  ['https://apps.apple.com/us/app/acme-notes/id1234567?mt=8', 'apps.apple.com/id1234567'],
  ['https://itunes.apple.com/de/app/id1234567', 'apps.apple.com/id1234567'],
  ['https://play.google.com/store/apps/details?hl=en&id=com.Acme.app', 'play.google.com?id=com.acme.app'],
  ['https://sites.google.com/view/acme/home', 'sites.google.com/view/acme'],
  ['github.com/acme/tool', 'github.com/acme'],
])('%s on a platform is %s', (text, key) => {
  expect(websiteOf(text)).toEqual({ kind: 'platform', key });
});

test.each([
  'linktr.ee',
  'https://www.facebook.com/',
  'facebook.com/pages',
  'https://linkedin.com/company/',
  'https://apps.apple.com/us/app/acme',
  'https://play.google.com/store/apps',
  'play.google.com/store/apps/details?id=',
])('%s is too short for its platform and no identifier', (text) => {
  expect(websiteOf(text).kind).toBe('too-short');
});

test.each([
  '',
  'acme',
  'localhost',
  'n/a',
  '12345',
  'acme .com',
  'acme.com, acme.de',
  'javascript:alert(1)',
  'http://',
  '-acme.com',
  'a\u0000.com',
  `${'a'.repeat(64)}.com`,
  '\ud800.com',
])('%j is no web address', (text) => {
  expect(websiteOf(text)).toEqual({ kind: 'invalid' });
});

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/);
const hostname = fc
  .tuple(label, label, fc.constantFrom('com', 'de', 'co.uk', 'io'))
  .map((parts) => parts.join('.'))
  .filter((name) => !name.startsWith('www.'));

test('never depends on scheme, www, case, port, slashes or query', () => {
  const scheme = fc.constantFrom('', 'http://', 'https://', 'HTTPS://', '//');
  const tail = fc.constantFrom('', '/', '//', ':443', ':8080/', '?q=1', '/#a');
  fc.assert(
    fc.property(
      hostname,
      scheme,
      fc.constantFrom('', 'www.', 'WWW.'),
      tail,
      fc.boolean(),
      (name, start, www, end, up) => {
        const written = start + www + (up ? name.toUpperCase() : name) + end;
        expect(websiteOf(written)).toEqual(websiteOf(name));
      },
    ),
  );
});

test('never throws, and its own answer is its normal form', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
      const found = websiteOf(text);
      if (found.kind === 'host' && !found.host.startsWith('[')) expect(websiteOf(found.host)).toEqual(found);
    }),
  );
});

test('the shipped list names each host once, in normal form', () => {
  const names = PLATFORM_HOSTS.flatMap((entry) => [entry.host, ...(entry.aliases ?? [])]);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
});
