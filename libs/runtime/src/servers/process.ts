import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where a server's own lines go: one call for each line, without its newline. */
export type LineLog = (line: string) => void;

export const silent: LineLog = () => undefined;

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Runs a program to its end; rejects with its last words unless it exits 0. */
export function run(
  file: string,
  args: string[],
  options: { cwd?: string; uid?: number; gid?: number; timeoutMs?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { timeoutMs = 120_000, cwd = '/', ...rest } = options;
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...rest, cwd, timeout: timeoutMs, maxBuffer: 8 << 20 }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const words = `${stderr}\n${stdout}`.trim().split('\n').slice(-3).join(' ').trim();
      reject(new Error(`${file} failed: ${words || error.message}`, { cause: error }));
    });
  });
}

/** A port of 127.0.0.1 that was free a moment ago; whoever binds it must be ready to lose the race and ask again. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a live process, words separated by blanks; undefined when there is none or it cannot be read. */
export async function commandLine(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  } catch {
    return undefined;
  }
}

/** Waits until a process that need not be our child is gone; false when it is still there after the time. */
export async function waitGone(pid: number, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(20);
  }
  return true;
}

/** Sends signals in turn, giving each its time, until the process is gone. */
export async function endProcess(pid: number, signals: readonly [NodeJS.Signals, waitMs: number][]): Promise<void> {
  for (const [signal, waitMs] of signals) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    if (await waitGone(pid, waitMs)) return;
  }
}

/** Hands each whole line of a child's output to `log`. */
export function eachLine(stream: NodeJS.ReadableStream | null, log: LineLog): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) log(line);
  });
  stream?.on('end', () => rest && log(rest));
}

/** A server process of ours. */
export interface Server {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Ends it with the signal and waits; SIGKILL after `graceMs`. */
  end(signal: NodeJS.Signals, graceMs?: number): Promise<Exit>;
}

/** Why a server did not come up, with what it said. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';
  constructor(
    message: string,
    readonly portTaken: boolean,
  ) {
    super(message);
  }
}

export interface Launch {
  file: string;
  args: string[];
  log: LineLog;
  /** The line that says it serves. */
  ready: RegExp;
  /** What ends it cleanly when this process dies without a word. */
  endSignal: NodeJS.Signals;
  timeoutMs?: number;
  uid?: number;
  gid?: number;
}

/** Starts a server in a process group of its own, so that a Ctrl-C in the terminal does not reach it, and waits for its ready line. */
export async function launch(options: Launch): Promise<Server> {
  const { file, args, uid, gid } = options;
  const child = spawn(file, args, { uid, gid, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      said.push(error.message);
      resolve({ code: null, signal: null });
    });
  });
  const ready = new Promise<'ready'>((resolve) => {
    const hear = (line: string) => {
      if (said.length < 100) said.push(line);
      options.log(line);
      if (options.ready.test(line)) resolve('ready');
    };
    eachLine(child.stdout, hear);
    eachLine(child.stderr, hear);
  });
  const tooLate = sleep(options.timeoutMs ?? 60_000, 'late' as const, { ref: false });
  const first = await Promise.race([ready, exited, tooLate]);
  if (first === 'ready') return supervised(child, exited, options.endSignal);
  child.kill('SIGKILL');
  const words = said.slice(-8).join(' ').trim();
  throw new StartFailed(
    `${file} did not start: ${words || 'it said nothing'}`,
    /address already in use/i.test(said.join()),
  );
}

function supervised(child: ChildProcess, exited: Promise<Exit>, endSignal: NodeJS.Signals): Server {
  const pid = child.pid as number;
  const guard = startGuard(pid, endSignal);
  void exited.then(() => guard.kill('SIGKILL'));
  const end = async (signal: NodeJS.Signals, graceMs = 15_000) => {
    child.kill(signal);
    const forced = setTimeout(() => child.kill('SIGKILL'), graceMs);
    const exit = await exited;
    clearTimeout(forced);
    return exit;
  };
  return { pid, exited, end };
}

/**
 * A shell that waits for this process to vanish (its end of the pipe closes even after SIGKILL) and then ends the server,
 * because a server in its own process group would otherwise outlive a killed launcher or test run.
 */
function startGuard(pid: number, endSignal: NodeJS.Signals): ChildProcess {
  const script = 'read -r _; kill -s "$1" "$2"';
  const guard = spawn('/bin/sh', ['-c', script, 'almanac-guard', endSignal.replace('SIG', ''), String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Neither the guard nor its pipe may keep an idle event loop alive.
  guard.unref();
  (guard.stdin as unknown as { unref?(): void } | null)?.unref?.();
  guard.stdin?.on('error', () => undefined);
  return guard;
}
