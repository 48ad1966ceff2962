import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { logFile, ROOT } from './place';

export interface AppProcess {
  name: string;
  pid: number;
  facts: Record<string, unknown>;
  /** Sends a signal; SIGKILL and SIGSTOP are how tests make faults. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or the signal's name. */
  exited: Promise<number | NodeJS.Signals>;
  /** SIGTERM and wait. */
  stop(): Promise<number | NodeJS.Signals>;
}

const READY_MS = 20_000;

/** Starts the built app as its own process and waits until it says that it is ready. */
export async function startApp(name: string, env: Record<string, string>): Promise<AppProcess> {
  const log = logFile(`${name}-${Date.now()}`);
  const child = spawn(process.execPath, [join(ROOT, 'apps', name, 'dist/main.js')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
    stdio: ['ignore', log, log, 'ipc'],
  });
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const facts = await ready(name, child, exited);
  // The test process may end while a shared world still runs; the app ends with the channel.
  child.unref();
  child.channel?.unref();
  const signal = (value: NodeJS.Signals) => void child.kill(value);
  return {
    name,
    pid: child.pid as number,
    facts,
    signal,
    exited,
    stop: () => {
      child.ref();
      signal('SIGTERM');
      return exited;
    },
  };
}

function ready(name: string, child: ChildProcess, exited: Promise<unknown>): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${name} was not ready after ${READY_MS} ms; see the logs of this run.`)),
      READY_MS,
    );
    child.once('message', (message) => {
      clearTimeout(late);
      resolve(message as Record<string, unknown>);
    });
    void exited.then((end) => {
      clearTimeout(late);
      reject(new Error(`${name} ended with ${String(end)} before it was ready; see the logs of this run.`));
    });
  });
}
