/** The whole of `almanac start`, as a person meets it: through npm, with real servers, apps, signals and a second user. */
import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive, removePostgresData } from '@almanac/runtime/servers';
import { ROOT } from '../root';
import { DEMO } from './demo-account';
import { folderAt, type Ready, readReady } from './folder';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const ALMANAC = join(ROOT, 'apps/cli/bin/almanac.mjs');
/** Two cores may be shared with other suites. */
jest.setTimeout(180_000);

const mode = (file: string) => statSync(file).mode & 0o777;

async function until<T>(
  what: string,
  found: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 90_000,
) {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await found();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${withinMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Key {
  id: string;
  name: string;
  revokedAt?: string;
}

interface Started {
  dir: string;
  pid: number;
  output(): string;
  exited: Promise<number | string>;
  ready(): Promise<Ready>;
}

const environment = (dir: string) => ({
  // A nats-server that an earlier run fetched is found on PATH: this suite is not about fetching it again.
  PATH: `${process.env.PATH}:${join(ROOT, '.almanac/bin')}`,
  HOME: dir,
  ALMANAC_DIR: dir,
  PORT: '0',
});

/** Starts in a process group of its own, as a shell does with a command in the foreground. */
function start(dir: string, command: [string, ...string[]], ids: { uid?: number; gid?: number } = {}): Started {
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd: ROOT, env: environment(dir), detached: true, ...ids });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? String(signal)));
  });
  let ended: number | string | undefined;
  void exited.then((end) => (ended = end));
  const ready = () =>
    until('ready.json', () => {
      if (ended !== undefined) throw new Error(`it ended with ${ended}:\n${output}`);
      return readReady(folderAt(dir));
    });
  return { dir, pid: child.pid as number, output: () => output, exited, ready };
}
const npmStart = (dir: string, ...args: string[]) => start(dir, ['npm', 'start', '--', ...args]);

/** Processes that carry the folder in their command line or environment: whatever a start left behind. */
function processesOf(dir: string): number[] {
  const mentions = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(dir);
    } catch {
      return false;
    }
  };
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => mentions(pid, 'cmdline') || mentions(pid, 'environ')).map(Number);
}

async function expectNothingLeft({ dir }: Started, ready: Ready): Promise<void> {
  await until('every process to be gone', () => !Object.values(ready.pids).some(isAlive), 10_000);
  await until('no process of this start to be left', () => processesOf(dir).length === 0, 10_000);
  expect(existsSync(folderAt(dir).ready)).toBe(false);
  expect(existsSync(folderAt(dir).lock)).toBe(false);
}

const almanac = (dir: string, ...args: string[]) =>
  run(process.execPath, [ALMANAC, ...args], { env: environment(dir) }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
const get = (ready: Ready, path: string, token = ready.token) =>
  fetch(`${ready.gateway}${path}`, { headers: { authorization: `Bearer ${token}` } });

let parent: string;
let dir: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'almanac-start-'));
  chmodSync(parent, 0o755);
  dir = join(parent, 'home');
});
afterAll(async () => {
  for (const pid of processesOf(parent)) process.kill(pid, 'SIGKILL');
  for (const name of readdirSync(parent)) await removePostgresData(join(parent, name, 'postgres'));
  rmSync(parent, { recursive: true, force: true });
});

describe('npm start', () => {
  test('comes up from nothing, keeps itself up, and a Ctrl-C stops all of it with exit 0', async () => {
    const started = npmStart(dir);
    const ready = await started.ready();
    expect(Object.keys(ready.pids).sort()).toEqual([
      'billing',
      'enrichment',
      'gateway',
      'launcher',
      'nats',
      'postgres',
    ]);
    expect([folderAt(dir).ready, folderAt(dir).demoKey, folderAt(dir).secrets].map(mode)).toEqual([
      0o600, 0o600, 0o600,
    ]);
    expect(readFileSync(folderAt(dir).demoKey, 'utf8').trim()).toBe(ready.token);

    await theThreeLinesWork(started, ready);
    await theCommandsWork(ready);
    const second = await almanac(dir, 'start');
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`runs here already (pid ${ready.pids.launcher})`),
    });
    await comesBack(ready, 'enrichment');
    await comesBack(ready, 'postgres');

    // What a terminal does: the signal goes to npm and to the launcher at once.
    process.kill(-started.pid, 'SIGINT');
    expect(await started.exited).toBe(0);
    await expectNothingLeft(started, ready);
  });

  test('a later start keeps the data, replaces a revoked demo key, and ends with an npm that died without a word', async () => {
    const started = npmStart(dir);
    const ready = await started.ready();
    expect(started.output()).not.toContain('loading demo data');
    expect(await (await get(ready, '/billing/balance')).json()).toMatchObject({
      credits: { company: { balance: DEMO.credits - 1 } },
    });
    const { keys } = JSON.parse((await almanac(dir, 'key', 'list', '--json')).stdout) as { keys: Key[] };
    const demoKeys = keys.filter(({ name }) => name === DEMO.key);
    expect(demoKeys.map(({ revokedAt }) => revokedAt !== undefined)).toEqual([true, false]);
    process.kill(started.pid, 'SIGKILL');
    await expectNothingLeft(started, ready);
  });

  test('--fresh starts over; --no-demo-data leaves the catalog to the user; SIGTERM to npm stops it', async () => {
    const before = readFileSync(folderAt(dir).demoKey, 'utf8').trim();
    const started = npmStart(dir, '--fresh', '--no-demo-data');
    const ready = await started.ready();
    expect((await get(ready, '/billing/balance', before)).status).toBe(401);
    expect((await get(ready, '/billing/balance')).status).toBe(200);
    expect(started.output()).not.toContain('company/enrich');
    process.kill(started.pid, 'SIGTERM');
    expect(await started.exited).toBe(0);
    await expectNothingLeft(started, ready);
  });
});

const readableByAll = async () =>
  (await run('test', ['-r', ALMANAC], { uid: NOBODY, gid: NOBODY }).catch(() => undefined)) !== undefined;

(isRoot ? test : test.skip)('runs as an ordinary user too', async () => {
  // A checkout that only root may read cannot be anybody else's.
  if (!(await readableByAll())) return;
  const home = join(parent, 'nobody');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, NOBODY, NOBODY);
  const ids = { uid: NOBODY, gid: NOBODY };
  const started = start(home, [process.execPath, ALMANAC, 'start', '--no-demo-data'], ids);
  const ready = await started.ready();
  expect(statSync(join(home, 'postgres/data')).uid).toBe(NOBODY);
  expect((await get(ready, '/billing/balance')).status).toBe(200);
  process.kill(started.pid, 'SIGTERM');
  expect(await started.exited).toBe(0);
  await expectNothingLeft(started, ready);
});

/** Pasted as they are: a company, a person and the balance, which is then one credit less of each. */
async function theThreeLinesWork(started: Started, { token }: Ready): Promise<void> {
  const lines = await until('the lines to try', () => {
    const found = started.output().match(/^ {2}curl .*$/gm);
    return found?.length === 3 && found;
  });
  const answers = [];
  for (const line of lines) answers.push(JSON.parse((await run('sh', ['-c', line])).stdout) as Record<string, unknown>);
  const [company, person, balance] = answers;
  expect(company).toMatchObject({ id: expect.any(String), URLs: { website: expect.any(String) } });
  expect(person).toMatchObject({ id: expect.any(String), fullName: expect.any(String) });
  const left = DEMO.credits - 1;
  expect(balance).toMatchObject({ credits: { company: { balance: left }, person: { balance: left } } });
  expect(lines[0]).toContain(token);
}

async function theCommandsWork(ready: Ready): Promise<void> {
  const ask = async (...args: string[]) => {
    const { code, stdout, stderr } = await almanac(dir, ...args, '--json');
    if (code) throw new Error(`almanac ${args.join(' ')} exited with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const { customer, team } = await ask('customer', 'create', 'Acme', '--team', 'research');
  await ask('credits', 'grant', team.id, 'company', '7', '--note', 'a test');
  const sales = await ask('team', 'create', 'sales', '--customer', customer.id);
  const { key, token } = await ask('key', 'create', '--team', team.id, '--scope', 'read');
  expect(await (await get(ready, '/billing/balance', token)).json()).toMatchObject({
    credits: { company: { balance: 7 } },
  });
  await ask('key', 'revoke', key.id);
  await until('the key to be refused', async () => (await get(ready, '/billing/balance', token)).status === 401, 3_000);
  const { teams } = await ask('team', 'list', '--customer', customer.id);
  expect(teams.map(({ id }: { id: string }) => id).sort()).toEqual([team.id, sales.id].sort());

  const shown = await almanac(dir, 'credits', 'show', team.id);
  expect(shown.stdout).toMatch(/can spend 7 company and 0 person credits[\s\S]*KIND +GIVEN[\s\S]*a test/);
  expect(await almanac(dir, 'credits', 'show', 'nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^almanac: /),
  });
  expect(await almanac(dir, 'credits', 'grant', team.id, 'planet', '5')).toMatchObject({ code: 2 });
  expect((await almanac(dir, 'ping')).stdout).toMatch(/billing answers/);
  await almanac(dir, 'migrate');

  const { keys } = (await ask('key', 'list')) as { keys: Key[] };
  await ask('key', 'revoke', keys.find(({ name }) => name === DEMO.key)?.id as string);
}

/** Killed hard, it is back under another pid and the gateway answers through it. */
async function comesBack(before: Ready, name: string): Promise<void> {
  const pid = readReady(folderAt(dir))?.pids[name] as number;
  process.kill(pid, 'SIGKILL');
  const after = await until(`another ${name} in ready.json`, () => {
    const now = readReady(folderAt(dir));
    return now && now.pids[name] !== pid && isAlive(now.pids[name]) && now;
  });
  expect(after.pids.launcher).toBe(before.pids.launcher);
  const { token } = JSON.parse(
    (await almanac(dir, 'key', 'create', '--team', await aTeam(), '--json')).stdout || '{}',
  ) as { token: string };
  await until(
    'the gateway to answer',
    async () => (await get(after, '/company/enrich?id=none', token)).status === 404,
    15_000,
  );
}

const aTeam = async () =>
  until('billing to answer', async () => {
    const { stdout } = await almanac(dir, 'team', 'list', '--json');
    return stdout && (JSON.parse(stdout) as { teams: { id: string }[] }).teams[0].id;
  });
