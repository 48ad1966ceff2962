#!/usr/bin/env node
/**
 * The stranger's first minutes, as a test: boots `npm start`, runs the README's commands and compares what they print,
 * kills an app and sees it come back, stops everything and finds nothing left. Usage: node tools/smoke.mjs
 *
 * README blocks marked ```sh smoke are run; a ```json block right behind one is what its output must equal as JSON.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from './build.mjs';

const readyFile = join(root, '.almanac/ready.json');
const FIRST_START_MS = 45_000;
const LATER_START_MS = 15_000;
let passed = 0;
let failed = 0;

async function step(what, run) {
  const started = performance.now();
  try {
    const note = await run();
    passed++;
    console.log(`ok   ${what} (${Math.round(performance.now() - started)} ms)${note ? `: ${note}` : ''}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${what}: ${error.message}`);
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function until(what, condition, timeoutMs) {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await pause(50);
  }
}
const readReady = () => {
  try {
    return JSON.parse(readFileSync(readyFile, 'utf8'));
  } catch {
    return undefined;
  }
};
const alive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const pidsOf = (ready) => Object.values(ready.pids).flat().map(Number);

function start(port) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  return { child, exited, output: () => output };
}

/** The README's own port when it is free, so that its lines run as printed. */
function freePort(wanted) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', (error) => (wanted ? resolve(freePort(0)) : reject(error)))
      .listen(wanted, '127.0.0.1', () => {
        const { port } = probe.address();
        probe.close(() => resolve(port));
      });
  });
}

function readmeCommands(port) {
  const text = readFileSync(join(root, 'README.md'), 'utf8').replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  const blocks = [...text.matchAll(/```([^\n]*)\n([\s\S]*?)```/g)].map(([, info, body]) => ({
    info: info.trim(),
    body: body.trim(),
  }));
  return blocks.flatMap((block, index) => {
    if (block.info !== 'sh smoke') return [];
    const next = blocks[index + 1];
    return [{ command: block.body, expected: next?.info === 'json' ? JSON.parse(next.body) : undefined }];
  });
}

async function stopped(run, signal, ready) {
  run.child.kill(signal);
  const end = await Promise.race([run.exited, pause(25_000).then(() => 'still running')]);
  if (end !== 0) throw new Error(`npm start ended with ${end}\n${run.output().slice(-2_000)}`);
  await until('every process to be gone', () => !pidsOf(ready).some(alive), 3_000);
  if (existsSync(readyFile)) throw new Error('ready.json is still there');
}

if (readReady() && pidsOf(readReady()).some(alive)) {
  console.error('An Almanac is running in this checkout: stop it first.');
  process.exit(2);
}
const port = await freePort(8080);
let run = start(port);
let ready;
process.on('exit', () => run.child.exitCode === null && run.child.kill('SIGTERM'));

await step('npm start is ready', async () => {
  const started = performance.now();
  ready = await until(
    'ready.json',
    () => (run.child.exitCode === null ? readReady() : Promise.reject(new Error(run.output().slice(-3_000)))),
    3 * FIRST_START_MS,
  );
  const took = performance.now() - started;
  if (took > FIRST_START_MS) throw new Error(`it took ${Math.round(took)} ms; ${FIRST_START_MS} are the most`);
});
if (ready) {
  await step('ready.json names gateway, nats, postgres, token and pids', async () => {
    for (const name of ['gateway', 'nats', 'postgres', 'token', 'pids'])
      if (!ready[name]) throw new Error(`${name} is missing`);
  });
  await step('the three curl lines that it prints work', async () => {
    const lines = await until(
      'the curl lines',
      () => {
        const found = run
          .output()
          .split('\n')
          .map((line) => line.slice(Math.max(0, line.indexOf('curl '))))
          .filter((line) => line.startsWith('curl '));
        return found.length >= 3 && found;
      },
      5_000,
    );
    for (const line of lines)
      JSON.parse(execFileSync('bash', ['-c', line.replace(/^curl /, 'curl -fsS ')], { cwd: root, encoding: 'utf8' }));
    return `${lines.length} lines`;
  });
  for (const { command, expected } of readmeCommands(port)) {
    await step(`README: ${command.split('\n')[0].slice(0, 100)}`, async () => {
      const output = execFileSync('bash', ['-euo', 'pipefail', '-c', command], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      if (expected !== undefined && !isDeepStrictEqual(JSON.parse(output), expected))
        throw new Error(`printed ${output}\ninstead of ${JSON.stringify(expected)}`);
    });
  }
  await step('a killed app comes back', async () => {
    const before = ready.pids.enrichment;
    process.kill(before, 'SIGKILL');
    const after = await until(
      'another pid in ready.json',
      () => {
        const now = readReady();
        return now && now.pids.enrichment !== before && alive(now.pids.enrichment) && now;
      },
      10_000,
    );
    const ask = () =>
      fetch(`${after.gateway}/company/enrich?id=nobody`, { headers: { authorization: `Bearer ${after.token}` } }).then(
        (response) => response.status === 404,
        () => false,
      );
    await until('the gateway to answer through it', ask, 10_000);
    ready = after;
  });
  await step('SIGTERM to npm stops everything with exit 0', () => stopped(run, 'SIGTERM', ready));
  run = start(port);
  await step(`a later start is ready within ${LATER_START_MS / 1000} s`, async () => {
    ready = await until(
      'ready.json',
      () => (run.child.exitCode === null ? readReady() : Promise.reject(new Error(run.output().slice(-3_000)))),
      LATER_START_MS,
    );
  });
  await step('SIGINT to npm stops everything with exit 0', () => stopped(run, 'SIGINT', ready));
}
if (run.child.exitCode === null) {
  run.child.kill('SIGTERM');
  await run.exited;
}
console.log(`smoke: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
