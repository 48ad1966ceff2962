import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderAt, readReady, secretsOf, takeLock, writePrivate, writeReady } from './folder';

const mode = (file: string) => statSync(file).mode & 0o777;
const nobodyElse = async () => false;
const alive = async () => true;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'almanac-folder-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('secrets are made once, kept for the owner alone, and given way to the environment', () => {
  const folder = folderAt(dir);
  const secrets = secretsOf(folder, {});
  expect(secrets.ROLE_SECRET.length).toBeGreaterThanOrEqual(32);
  expect(secrets.KEY_PEPPER).not.toBe(secrets.ROLE_SECRET);
  expect(mode(folder.secrets)).toBe(0o600);
  expect(secretsOf(folder, {})).toEqual(secrets);
  expect(secretsOf(folder, { KEY_PEPPER: 'mine' })).toEqual({ ...secrets, KEY_PEPPER: 'mine' });
});

test('ready.json is for the owner alone and replaced whole', () => {
  const folder = folderAt(dir);
  const ready = {
    gateway: 'http://127.0.0.1:1',
    nats: 'nats://x',
    postgres: 'postgres://x',
    token: 't',
    pids: { billing: 3 },
  };
  expect(readReady(folder)).toBeUndefined();
  writeReady(folder, ready);
  writeReady(folder, { ...ready, pids: { billing: 4 } });
  expect(mode(folder.ready)).toBe(0o600);
  expect(readReady(folder)).toEqual({ ...ready, pids: { billing: 4 } });
});

test('a private file that exists with a wider mode becomes private', () => {
  const file = join(dir, 'demo-key');
  writeFileSync(file, 'old', { mode: 0o644 });
  writePrivate(file, 'new');
  expect(mode(file)).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test('one launcher at a time: the second is told the pid', async () => {
  const folder = folderAt(join(dir, 'new'));
  const unlock = await takeLock(folder, nobodyElse);
  expect(mode(folder.dir) & 0o066).toBe(0);
  await expect(takeLock(folder, alive)).rejects.toThrow(`Almanac runs here already (pid ${process.pid})`);
  unlock();
  expect(existsSync(folder.lock)).toBe(false);
  (await takeLock(folder, alive))();
});

test('of two launchers at the same moment one wins', async () => {
  const folder = folderAt(dir);
  const tries = await Promise.allSettled([takeLock(folder, alive), takeLock(folder, alive)]);
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('the lock of a dead launcher is taken over', async () => {
  const folder = folderAt(dir);
  writeFileSync(folder.lock, '999999\n');
  await takeLock(folder, nobodyElse);
  expect(readFileSync(folder.lock, 'utf8')).toBe(`${process.pid}\n`);
});

test('a folder that cannot be written: one sentence', async () => {
  writeFileSync(join(dir, 'file'), '');
  await expect(takeLock(folderAt(join(dir, 'file', 'below')), nobodyElse)).rejects.toThrow(
    /cannot be written .*ALMANAC_DIR/,
  );
});

test('a spoilt file names itself', () => {
  const folder = folderAt(dir);
  writeFileSync(folder.secrets, '{');
  expect(() => secretsOf(folder, {})).toThrow(`${folder.secrets} is not JSON`);
});
