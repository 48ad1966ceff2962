import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type RunningPostgres, removePostgresData, startPostgres } from './index';
import { settingsText } from './postgres';
import { systemHomeOf } from './postgres-home';
import { isAlive, waitGone } from './process';

const settings = { fsync: 'off' };
const isRoot = process.getuid?.() === 0;
let dir: string;
let running: RunningPostgres | undefined;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'almanac-pg-'));
  chmodSync(dir, 0o755);
});
afterEach(async () => {
  await running?.stop('immediate');
  running = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const ask = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

test('keeps data and password over a restart, on 127.0.0.1 with UTF-8 and the settings asked for', async () => {
  const dataDir = join(dir, 'pg');
  running = await startPostgres({ dataDir, settings });
  const { url } = running;
  await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n');
  const [facts] = await ask(
    url,
    `SELECT lower('ÄÉ') AS lower, 'a' > 'Z' AS "byCodePoint", current_setting('jit') AS jit, current_setting('fsync') AS fsync,
            current_setting('listen_addresses') AS host, current_database() AS database, current_user AS "user"`,
  );
  expect(facts).toEqual({
    lower: 'äé',
    byCodePoint: true,
    jit: 'off',
    fsync: 'off',
    host: '127.0.0.1',
    database: 'almanac',
    user: 'almanac',
  });
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'data')).mode & 0o777).toBe(0o700);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(ask(wrong.toString(), 'SELECT 1')).rejects.toThrow(/password authentication failed/);

  await running.stop();
  running = await startPostgres({ dataDir, settings });
  expect(new URL(running.url).password).toBe(new URL(url).password);
  expect(await ask(running.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('recovers from an immediate stop', async () => {
  running = await startPostgres({ dataDir: join(dir, 'pg') });
  await ask(running.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  const { pid } = running;
  await running.stop('immediate');
  expect(isAlive(pid)).toBe(false);
  running = await startPostgres({ dataDir: join(dir, 'pg') });
  expect(await ask(running.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('stops a postgres that an earlier start left behind', async () => {
  const first = await startPostgres({ dataDir: join(dir, 'pg'), settings });
  running = await startPostgres({ dataDir: join(dir, 'pg'), settings });
  expect(await waitGone(first.pid, 0)).toBe(true);
  expect(await ask(running.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('says so when the port it must have is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  await expect(startPostgres({ dataDir: join(dir, 'pg'), port, settings })).rejects.toThrow(/address already in use/i);
  await new Promise((resolve) => other.close(resolve));
});

test('never starts on a cluster whose password is lost, and says what to do', async () => {
  const dataDir = join(dir, 'pg');
  await (await startPostgres({ dataDir, settings })).stop('immediate');
  rmSync(join(dataDir, 'password'));
  await expect(startPostgres({ dataDir, settings })).rejects.toThrow(/password is missing.*--fresh/);
  expect(existsSync(join(dataDir, 'data', 'PG_VERSION'))).toBe(true);
});

(isRoot ? test : test.skip)(
  'as root below a folder that others may not enter, data goes to /var/lib/almanac',
  async () => {
    const dataDir = join(dir, 'private', 'pg');
    mkdirSync(join(dir, 'private'), { mode: 0o700 });
    running = await startPostgres({ dataDir, settings });
    expect(running.dir).toBe(systemHomeOf(dataDir));
    expect(statSync(join(running.dir, 'data')).uid).not.toBe(0);
    expect(await ask(running.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    const { pid } = running;
    await removePostgresData(dataDir);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(systemHomeOf(dataDir))).toBe(false);
    expect(existsSync(dataDir)).toBe(false);
  },
);

(isRoot ? test : test.skip)(
  'as root, data is found again when its folder changes between private and passable',
  async () => {
    const dataDir = join(dir, 'private', 'pg');
    mkdirSync(join(dir, 'private'), { mode: 0o700 });
    await (await startPostgres({ dataDir, settings })).stop('immediate');
    chmodSync(join(dir, 'private'), 0o711);
    running = await startPostgres({ dataDir, settings });
    expect(running.dir).toBe(systemHomeOf(dataDir));
    await running.stop('immediate');
    running = undefined;
    await removePostgresData(dataDir);

    await (await startPostgres({ dataDir, settings })).stop('immediate');
    expect(existsSync(join(dataDir, 'data'))).toBe(true);
    chmodSync(join(dir, 'private'), 0o700);
    await expect(startPostgres({ dataDir, settings })).rejects.toThrow(/cannot reach the data .*chmod o\+x/);
  },
);

test('quotes settings', () => {
  expect(settingsText({ a: "it's", b: 3 })).toBe("a = 'it''s'\nb = '3'\n");
});
