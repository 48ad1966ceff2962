import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ConfigError } from '../config';
import { type LineLog, run, silent } from './process';

const NAME = 'nats-server';

/**
 * The official release that is fetched when nothing nearer has one. The linux sums stand in the
 * build history of the official image nats:2-alpine of 14 August 2025, built by nats-io/nats-docker; the darwin sums are those
 * of the release's SHA256SUMS as quoted by a public installer whose linux sums agree. A wrong one can only refuse a good file.
 */
export const RELEASE = {
  version: '2.11.8',
  sha256: {
    'linux-amd64': '397a6deffb5533e160de0cca322bc3dcaec7fb7282d66a3dfa87a9c183152ad1',
    'linux-arm64': 'b08936cb1dc0ae7086137bda14c352df64397c4af45ed2b392705c19585aeb84',
    'darwin-amd64': '002c943c1ed39c55cc5e024debfc02685111fcb2b1cbd887aad39ac977037477',
    'darwin-arm64': '23e0c5354c2da385708946a21900c944fcb9a3bbfd02aae27a4ae750dea0b682',
  } as Record<string, string>,
};
const DOWNLOAD_TIMEOUT_MS = 60_000;

export interface NatsBinaryOptions {
  /** Where a fetched binary is kept. */
  binDir: string;
  log?: LineLog;
  /** The search path; default: the environment's. */
  path?: string;
  /** Reads a URL; replaced in tests. */
  fetchBytes?: (url: string) => Promise<Uint8Array>;
}

/**
 * Path of a nats-server that runs here: from PATH, kept in `binDir`, the Debian package (no root needed), or the official
 * release with a pinned checksum. Throws ConfigError with one sentence that says what to do when none can be had.
 */
export async function resolveNatsServer(options: NatsBinaryOptions): Promise<string> {
  const log = options.log ?? silent;
  const path = options.path ?? process.env.PATH ?? '';
  const kept = join(resolve(options.binDir), NAME);
  for (const candidate of [...path.split(delimiter).map((dir) => join(dir || '.', NAME)), kept])
    if (await runs(candidate)) return resolve(candidate);
  const reasons: string[] = [];
  for (const source of [fromDebian, fromRelease]) {
    try {
      await source(kept, { ...options, log, path });
      if (await runs(kept)) return kept;
      reasons.push('the fetched binary does not run here');
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  for (const reason of reasons) log(reason);
  throw new ConfigError(
    'No nats-server was found on PATH and none could be fetched: install the nats-server package, or set NATS_URL to a running server, and start again.',
  );
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const runs = async (file: string): Promise<boolean> =>
  executable(file) &&
  (await run(file, ['--version'], { timeoutMs: 10_000 }).then(
    (said) => /nats-server/i.test(said),
    () => false,
  ));

type Source = Required<Pick<NatsBinaryOptions, 'log' | 'path'>> & NatsBinaryOptions;

/** Puts a finished binary in place by rename, so that another start at the same moment sees it whole or not at all. */
function install(file: string, kept: string): void {
  chmodSync(file, 0o755);
  renameSync(file, kept);
}

/** `apt-get download` asks for no root; a machine whose package lists are empty gets private ones. */
async function fromDebian(kept: string, { log, path, binDir }: Source): Promise<void> {
  const onPath = (name: string) => path.split(delimiter).some((dir) => executable(join(dir, name)));
  if (!onPath('apt-get') || !onPath('dpkg-deb')) throw new Error('no Debian package tools here');
  mkdirSync(binDir, { recursive: true });
  const work = mkdtempSync(join(resolve(binDir), 'apt-'));
  log('fetching nats-server (Debian package)');
  try {
    const deb = await downloadPackage(work, path, log);
    await run('dpkg-deb', ['-x', deb, join(work, 'root')], { env: { ...process.env, PATH: path } });
    copyFileSync(join(work, 'root/usr/sbin', NAME), join(work, NAME));
    install(join(work, NAME), kept);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function downloadPackage(work: string, path: string, log: LineLog): Promise<string> {
  const env = { ...process.env, PATH: path, LC_ALL: 'C' };
  const settings = ['Acquire::http::Timeout=15', 'Acquire::https::Timeout=15', 'Acquire::Retries=1'];
  // Root's apt would drop to a user who cannot write here.
  if (process.getuid?.() === 0) settings.push('APT::Sandbox::User=root');
  const apt = (args: string[], more: string[] = []) =>
    run('apt-get', ['-q', ...[...settings, ...more].flatMap((setting) => ['-o', setting]), ...args], {
      cwd: work,
      env,
    });
  try {
    await apt(['download', NAME]);
  } catch {
    log('fetching package lists first');
    for (const dir of ['state/lists/partial', 'cache/archives/partial'])
      mkdirSync(join(work, dir), { recursive: true });
    const own = [
      `Dir::State=${work}/state`,
      `Dir::State::lists=${work}/state/lists`,
      `Dir::Cache=${work}/cache`,
      'Dir::State::status=/var/lib/dpkg/status',
    ];
    await apt(['update'], own);
    await apt(['download', NAME], own);
  }
  const deb = readdirSync(work).find((file) => file.endsWith('.deb'));
  if (!deb) throw new Error('apt-get downloaded nothing');
  return join(work, deb);
}

async function fromRelease(kept: string, { log, binDir, fetchBytes = download }: Source): Promise<void> {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const target = `${process.platform}-${cpu}`;
  const sha256 = RELEASE.sha256[target];
  if (!sha256) throw new Error(`no nats-server release is known for ${target}`);
  const stem = `${NAME}-v${RELEASE.version}-${target}`;
  log(`fetching nats-server ${RELEASE.version} (official release)`);
  const archive = await fetchBytes(
    `https://github.com/nats-io/nats-server/releases/download/v${RELEASE.version}/${stem}.tar.gz`,
  );
  const found = createHash('sha256').update(archive).digest('hex');
  if (found !== sha256) throw new Error(`${stem}.tar.gz has the checksum ${found} instead of ${sha256}`);
  mkdirSync(binDir, { recursive: true });
  const part = `${kept}.${process.pid}.part`;
  writeFileSync(part, fileInTar(gunzipSync(archive), `${stem}/${NAME}`));
  install(part, kept);
}

async function download(url: string): Promise<Uint8Array> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) }).catch((error: Error) => {
    throw new Error(`${new URL(url).host} cannot be reached: ${error.message}`);
  });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  return new Uint8Array(await reply.arrayBuffer());
}

/** The bytes of one file in an uncompressed tar (POSIX.1-1988 headers of 512 bytes). */
export function fileInTar(tar: Buffer, name: string): Buffer {
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const field = (start: number, end: number) => tar.toString('utf8', at + start, at + end).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 136), 8);
    if (field(0, 100) === name) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`the archive holds no ${name}`);
}
