/** The `.almanac` folder: what is in it, who may read it, and that one launcher at a time owns it. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '../fault';

export interface Folder {
  dir: string;
  /** Holds a fetched nats-server. Kept by --fresh. */
  bin: string;
  postgres: string;
  nats: string;
  secrets: string;
  demoKey: string;
  ready: string;
  /** Exists while demo data is being loaded. */
  filling: string;
  lock: string;
}

export function folderAt(dir: string): Folder {
  const at = (name: string) => join(resolve(dir), name);
  return {
    dir: resolve(dir),
    bin: at('bin'),
    postgres: at('postgres'),
    nats: at('nats'),
    secrets: at('secrets.json'),
    demoKey: at('demo-key'),
    ready: at('ready.json'),
    filling: at('filling'),
    lock: at('launcher.pid'),
  };
}

/** Facts for whoever wants to talk to the running instance. */
export interface Ready {
  gateway: string;
  nats: string;
  /** The administrator's URL. */
  postgres: string;
  /** The demo key. */
  token: string;
  pids: Record<string, number>;
}

export const writePrivate = (file: string, text: string): void => {
  // By rename, so that nobody reads half a file, and with its mode from the first byte.
  const part = `${file}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode: 0o600 });
  renameSync(part, file);
};

const readJson = (file: string): unknown => {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Fault(`${file} is not JSON: delete it and start again.`);
  }
};

export const readReady = (folder: Folder): Ready | undefined => readJson(folder.ready) as Ready | undefined;
export const writeReady = (folder: Folder, ready: Ready): void =>
  writePrivate(folder.ready, `${JSON.stringify(ready, null, 2)}\n`);

export interface Secrets {
  ROLE_SECRET: string;
  KEY_PEPPER: string;
}

/** The instance's secrets: from the environment, else kept in `secrets.json`, made up the first time. */
export function secretsOf(folder: Folder, given: Partial<Secrets>): Secrets {
  const kept = (readJson(folder.secrets) ?? {}) as Partial<Secrets>;
  const fresh = () => randomBytes(32).toString('base64url');
  const secrets = { ROLE_SECRET: kept.ROLE_SECRET ?? fresh(), KEY_PEPPER: kept.KEY_PEPPER ?? fresh() };
  if (!kept.ROLE_SECRET || !kept.KEY_PEPPER) writePrivate(folder.secrets, `${JSON.stringify(secrets, null, 2)}\n`);
  return {
    ROLE_SECRET: given.ROLE_SECRET ?? secrets.ROLE_SECRET,
    KEY_PEPPER: given.KEY_PEPPER ?? secrets.KEY_PEPPER,
  };
}

/**
 * Makes this process the folder's only launcher; the answer gives it back. `isLauncher` tells a living launcher from
 * another program that got its number. Throws a Fault naming the pid when one runs already.
 */
export async function takeLock(folder: Folder, isLauncher: (pid: number) => Promise<boolean>): Promise<() => void> {
  try {
    // Root's Postgres runs as another user, who passes through here to its data; each file is private by itself.
    mkdirSync(folder.dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const mine = `${folder.lock}.${process.pid}`;
    writeFileSync(mine, `${process.pid}\n`, { mode: 0o600 });
    try {
      await linkLock(folder, mine, isLauncher);
    } finally {
      rmSync(mine, { force: true });
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(
      `${folder.dir} cannot be written (${(error as Error).message}): set ALMANAC_DIR to a folder of your own, and start again.`,
    );
  }
  return () => rmSync(folder.lock, { force: true });
}

async function linkLock(folder: Folder, mine: string, isLauncher: (pid: number) => Promise<boolean>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      // A link fails when the name exists, so of two launchers at once one wins.
      return linkSync(mine, folder.lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 3) throw error;
    }
    const pid = ownerOf(folder.lock);
    if (pid && (await isLauncher(pid)))
      throw new Fault(
        `Almanac runs here already (pid ${pid}): use it, stop it first, or give this one another folder with ALMANAC_DIR.`,
      );
    // Taken away only if it is still the dead one's: another launcher may have replaced it since.
    if (ownerOf(folder.lock) === pid) rmSync(folder.lock, { force: true });
  }
}

function ownerOf(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}
