import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  commandLine,
  type Exit,
  endProcess,
  freePort,
  type LineLog,
  launch,
  type Server,
  StartFailed,
  silent,
} from './process';

const PORT_TRIES_MAX = 5;
/** nats-server's own default; replies above it travel in parts. */
export const NATS_MAX_PAYLOAD_BYTES = 1024 * 1024;

export interface NatsOptions {
  /** From `resolveNatsServer`. */
  binary: string;
  /** A folder for the configuration and pid files. Created if missing. */
  dir: string;
  /** Default: a free one. */
  port?: number;
  log?: LineLog;
  maxPayloadBytes?: number;
  /** Further lines of nats-server configuration, such as users and their permissions. */
  config?: string;
}

export interface RunningNats {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

/** Starts nats-server on 127.0.0.1, core NATS only, and waits until it accepts. */
export async function startNats(options: NatsOptions): Promise<RunningNats> {
  const log = options.log ?? silent;
  mkdirSync(options.dir, { recursive: true });
  const files = { config: join(options.dir, 'nats.conf'), pid: join(options.dir, 'nats.pid') };
  await stopLeftover(files, log);
  const { server, port } = await launchOnPort(options, files, log);
  writeFileSync(files.pid, `${server.pid}\n`);
  const stop = async () => {
    // TERM makes nats-server tell its clients; a client that does not listen may not hold up the shutdown.
    await server.end('SIGTERM', 5_000);
    rmSync(files.pid, { force: true });
  };
  return { url: `nats://127.0.0.1:${port}`, port, pid: server.pid, exited: server.exited, stop };
}

const configText = (port: number, options: NatsOptions): string =>
  [
    'host: 127.0.0.1',
    `port: ${port}`,
    `max_payload: ${options.maxPayloadBytes ?? NATS_MAX_PAYLOAD_BYTES}`,
    // Slower readers than this are cut off; it must hold a few replies of the largest kind.
    'max_pending: 256MB',
    options.config ?? '',
    '',
  ].join('\n');

async function launchOnPort(
  options: NatsOptions,
  files: { config: string },
  log: LineLog,
): Promise<{ server: Server; port: number }> {
  for (let tries = 1; ; tries++) {
    const port = options.port ?? (await freePort());
    writeFileSync(files.config, configText(port, options), { mode: 0o600 });
    try {
      const server = await launch({
        file: options.binary,
        args: ['-c', files.config],
        ready: /Server is ready/,
        endSignal: 'SIGTERM',
        timeoutMs: 15_000,
        log,
      });
      return { server, port };
    } catch (error) {
      const raced = error instanceof StartFailed && error.portTaken && options.port === undefined;
      if (!raced || tries >= PORT_TRIES_MAX) throw error;
    }
  }
}

/** Stops a nats-server of this very folder that outlived its launcher. */
async function stopLeftover(files: { config: string; pid: string }, log: LineLog): Promise<void> {
  if (!existsSync(files.pid)) return;
  const pid = Number(readFileSync(files.pid, 'utf8'));
  const command = pid > 0 ? await commandLine(pid) : undefined;
  if (!command?.includes(`-c ${files.config}`)) return;
  log(`stopping a nats-server left over from an earlier start (pid ${pid})`);
  await endProcess(pid, [
    ['SIGTERM', 3_000],
    ['SIGKILL', 3_000],
  ]);
}
