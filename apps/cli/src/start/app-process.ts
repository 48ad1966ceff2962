import { spawn } from 'node:child_process';
import { type Exit, eachLine } from '@almanac/runtime/servers';
import { Fault } from '../fault';
import { ROOT } from '../root';
import { entryOf } from './log-lines';
import type { Unit } from './supervise';

/** An app drains for at most 15 s by itself (`boot`); past this it is ended. */
const STOP_GRACE_MS = 20_000;
const READY_WITHIN_MS = 30_000;

export interface AppUnit extends Unit {
  /** What the app told when it was ready, such as its port. */
  facts: Record<string, unknown>;
}

export interface AppLaunch {
  name: string;
  file: string;
  env: Record<string, string | undefined>;
  onLine(line: string): void;
  /** Aborting ends a start under way; what is up already is stopped in its turn. */
  signal: AbortSignal;
}

/**
 * Starts an app as its own process and resolves when it says that it is ready. The IPC channel is its lifeline:
 * it ends by itself when the launcher vanishes. In a session of its own, so that a Ctrl-C in the terminal reaches the
 * launcher alone, which stops the apps in order. A wrong setting of the app is a Fault with the app's own sentence.
 */
export async function startApp({ name, file, env, onLine, signal }: AppLaunch): Promise<AppUnit> {
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  const child = spawn(process.execPath, [file], { env, cwd: ROOT, detached: true, stdio: [...stdio] });
  let lastWords = '';
  const hear = (line: string) => {
    const entry = entryOf(line);
    if (entry?.level === 'fatal' && !entry.err) lastWords = String(entry.msg);
    onLine(line);
  };
  eachLine(child.stdout, hear);
  eachLine(child.stderr, hear);
  const exited = new Promise<Exit>((resolve) => {
    // 'close' and not 'exit': the app's last words are in the pipes.
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    await exited;
    clearTimeout(forced);
  };
  const abandon = () => void stop();
  signal.addEventListener('abort', abandon);
  if (signal.aborted) abandon();

  const ready = new Promise<Record<string, unknown>>((resolve) => {
    child.on('message', (message) => {
      const facts = message as Record<string, unknown>;
      if (facts.ready) resolve(facts);
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), READY_WITHIN_MS);
  });
  const first = await Promise.race([ready, exited, late]);
  clearTimeout(timer);
  signal.removeEventListener('abort', abandon);
  if (first !== 'late' && 'ready' in first) return { pid: child.pid as number, facts: first, exited, stop };
  await stop();
  if (lastWords) throw new Fault(lastWords);
  throw new Error(
    first === 'late' ? `${name} was not ready within ${READY_WITHIN_MS / 1000} s` : `${name} ended at once`,
  );
}

/** Runs one of our programs to its end; rejects with its last words unless it exits 0. */
export async function runOnce({ name, file, env, onLine, signal }: AppLaunch): Promise<void> {
  const child = spawn(process.execPath, [file], {
    env,
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let lastWords = '';
  const hear = (line: string) => {
    const entry = entryOf(line);
    if (entry?.level === 'fatal') lastWords = String(entry.msg);
    onLine(line);
  };
  eachLine(child.stdout, hear);
  eachLine(child.stderr, hear);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Fault(lastWords || `${name} failed; its own lines above say why.`);
}
