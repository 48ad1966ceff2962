import { createServer } from 'node:net';
import { ConfigError } from '@almanac/runtime';
import { Fault } from '../fault';
import { readStartConfig } from './config';
import { assertPortFree, assertPostgres } from './servers';

test('without settings: port 8080 of this machine, servers of its own, .almanac in the checkout', () => {
  const { ALMANAC_DIR, ...rest } = readStartConfig({});
  expect(rest).toEqual({ PORT: 8080, HOST: '127.0.0.1' });
  expect(ALMANAC_DIR).toMatch(/\/\.almanac$/);
});

test.each([
  ['PORT', 'abc', 'PORT is "abc"'],
  ['PORT', '70000', 'PORT is "70000"'],
  ['DATABASE_URL', 'mysql://db', 'DATABASE_URL is "mysql://db"'],
  ['NATS_URL', 'localhost', 'NATS_URL is "localhost"'],
  ['KEY_PEPPER', 'short', 'KEY_PEPPER is "…"'],
])('%s=%s stops the start with a sentence that names it', (name, value, sentence) => {
  expect(() => readStartConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readStartConfig({ [name]: value })).toThrow(sentence);
});

test('a port in use: one sentence that names PORT', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const attempt = assertPortFree('127.0.0.1', port);
  await expect(attempt).rejects.toThrow(Fault);
  await expect(attempt).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use: set PORT to another one`);
  await new Promise((resolve) => other.close(resolve));
  await assertPortFree('127.0.0.1', port);
});

test('a Postgres that does not answer: one sentence without its password', async () => {
  const attempt = assertPostgres('postgres://me:hidden@127.0.0.1:1/almanac');
  await expect(attempt).rejects.toThrow(/^The PostgreSQL of DATABASE_URL \(127\.0\.0\.1:1\/almanac\) cannot be used/);
  await expect(attempt).rejects.not.toThrow(/hidden/);
});
