import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ConfigError } from '../config';
import { give, type Home, prepareHome, systemHomeOf } from './postgres-home';
import {
  commandLine,
  type Exit,
  endProcess,
  freePort,
  type LineLog,
  launch,
  run,
  type Server,
  StartFailed,
  silent,
} from './process';

const USER = 'almanac';
const PORT_TRIES_MAX = 5;
const MIB = 1024 * 1024;

export interface PostgresOptions {
  /** A folder of its own; data, password and settings live in it. Created if missing, never emptied. */
  dataDir: string;
  /** Default: a free one. */
  port?: number;
  log?: LineLog;
  /** postgresql.conf settings beyond or instead of `defaultSettings`, such as `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string | number>;
}

export interface RunningPostgres {
  /** The administrator's URL, database `almanac`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Where the data really is: `dataDir`, or a folder below /var/lib/almanac when root's data dir is out of reach of others. */
  readonly dir: string;
  /** Settles when the server ends, for whatever reason. */
  readonly exited: Promise<Exit>;
  /** `fast` ends sessions and writes a checkpoint; `immediate` is a crash that the next start recovers from. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/** Starts the PostgreSQL that npm brought, on 127.0.0.1 only. Creates the cluster and the database `almanac` the first time. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const log = options.log ?? silent;
  const home = await prepareHome(options.dataDir);
  await stopLeftover(home, log);
  const data = join(home.dir, 'data');
  if (!existsSync(data)) await createCluster(home, options.settings, log);
  const password = readPassword(home);
  const { server, port } = await launchOnPort(home, options, log);
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/${USER}`;
  try {
    await createDatabase(url);
  } catch (error) {
    await server.end('SIGINT');
    throw error;
  }
  const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
    await server.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  };
  return { url, port, pid: server.pid, dir: home.dir, exited: server.exited, stop };
}

/** Deletes a data dir for good, wherever it was placed; a server left over in it is stopped first. */
export async function removePostgresData(dataDir: string, log: LineLog = silent): Promise<void> {
  for (const dir of [dataDir, systemHomeOf(dataDir)]) {
    if (!existsSync(dir)) continue;
    await stopLeftover({ dir, binDir: '' }, log);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Settings for a machine that does other things too; shared_buffers is an eighth of its memory, 128 MB to 1 GB. */
export const defaultSettings = (): Record<string, string | number> => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: `${Math.min(1024, Math.max(128, Math.floor(totalmem() / MIB / 8)))}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  wal_compression: 'on',
  min_wal_size: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
  lc_messages: 'C',
});

/** postgresql.conf text of settings; quotes are doubled as Postgres wants them. */
export const settingsText = (settings: Record<string, string | number>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'\n`)
    .join('');

async function createCluster(home: Home, settings: PostgresOptions['settings'], log: LineLog): Promise<void> {
  log('creating the database cluster');
  // Appears by rename: a start killed in between leaves no half cluster that looks like data.
  const part = join(home.dir, 'data.part');
  const passwordFile = join(home.dir, 'password.part');
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  give(home, part);
  const password = existingPassword(home) ?? randomBytes(24).toString('base64url');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  give(home, passwordFile);
  const args = ['-D', part, '-U', USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (settings?.fsync === 'off') args.push('--no-sync');
  try {
    await run(join(home.binDir, 'initdb'), args, { ...home.user });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  const config = join(part, 'postgresql.conf');
  writeFileSync(config, `${readFileSync(config, 'utf8')}\ninclude = 'almanac.conf'\n`);
  writeFileSync(join(home.dir, 'password'), password, { mode: 0o600 });
  renameSync(part, join(home.dir, 'data'));
}

function existingPassword(home: Home): string | undefined {
  const file = join(home.dir, 'password');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function readPassword(home: Home): string {
  const password = existingPassword(home);
  if (password) return password;
  throw new ConfigError(
    `${join(home.dir, 'password')} is missing, so the database beside it cannot be opened: put it back, or start over with npm start -- --fresh.`,
  );
}

async function launchOnPort(
  home: Home,
  options: PostgresOptions,
  log: LineLog,
): Promise<{ server: Server; port: number }> {
  const data = join(home.dir, 'data');
  const config = join(data, 'almanac.conf');
  writeFileSync(config, settingsText({ ...defaultSettings(), ...options.settings }));
  chmodSync(config, 0o600);
  give(home, config);
  for (let tries = 1; ; tries++) {
    const port = options.port ?? (await freePort());
    try {
      const server = await launch({
        file: join(home.binDir, 'postgres'),
        args: ['-D', data, '-p', String(port)],
        ready: /database system is ready to accept connections/,
        endSignal: 'SIGINT',
        log,
        ...home.user,
      });
      return { server, port };
    } catch (error) {
      const raced = error instanceof StartFailed && error.portTaken && options.port === undefined;
      if (!raced || tries >= PORT_TRIES_MAX) throw error;
    }
  }
}

/**
 * A postgres that still runs on this data lost its launcher (a launcher alive holds a lock of its own): it is stopped,
 * because nobody reads its output any more. Only a process whose command line names this very folder is touched.
 */
async function stopLeftover(home: Home, log: LineLog): Promise<void> {
  const data = join(home.dir, 'data');
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const command = pid > 0 ? await commandLine(pid) : undefined;
  if (command?.includes(` -D ${data} `)) {
    log(`stopping a postgres left over from an earlier start (pid ${pid})`);
    await endProcess(pid, [
      ['SIGINT', 10_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ]);
  } else if (command !== undefined) {
    // The number was given to another program since, and postgres would take that for itself and refuse to start.
    rmSync(pidFile, { force: true });
  }
}

async function createDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new Client({ connectionString: admin.toString(), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [USER]);
    if (!found.rowCount) await client.query(`CREATE DATABASE ${USER}`);
  } finally {
    await client.end();
  }
}
