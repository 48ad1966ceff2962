import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { connect } from '@nats-io/transport-node';
import { ConfigError } from '../config';
import { resolveNatsServer, startNats } from './index';
import { fileInTar } from './nats-binary';
import { waitGone } from './process';

const kept = join(__dirname, '../../../../.almanac/bin');
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'almanac-nats-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A program named `name` in a folder of its own. */
function fake(name: string, script: string, folder = `with-${name}`): string {
  mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(dir, folder, name), 0o755);
  return join(dir, folder);
}
const answersVersion = 'echo "nats-server: v9.9.9"';
const unreachable = () => Promise.reject(new Error('example.test cannot be reached'));

describe('where nats-server comes from', () => {
  test('PATH first, and nothing is kept', async () => {
    const path = `${join(dir, 'none')}:${fake('nats-server', answersVersion)}`;
    expect(await resolveNatsServer({ binDir: join(dir, 'bin'), path })).toBe(
      join(dir, 'with-nats-server', 'nats-server'),
    );
    expect(existsSync(join(dir, 'bin'))).toBe(false);
  });

  test('one on PATH that does not run here is passed over for the kept one', async () => {
    const path = fake('nats-server', 'exit 126');
    const binDir = fake('nats-server', answersVersion, 'bin');
    expect(await resolveNatsServer({ binDir, path })).toBe(join(binDir, 'nats-server'));
  });

  // apt-get writes a package, dpkg-deb unpacks it; both are stand-ins here, the real ones run wherever this suite has no kept binary.
  const debianTools = (aptFails = '') => {
    fake(
      'apt-get',
      `${aptFails}\necho "$@" >> ${dir}/apt.log\ncase "$*" in *download*) : > nats-server_1_amd64.deb;; esac`,
      'tools',
    );
    const unpack = `/bin/mkdir -p "$3/usr/sbin"; printf '#!/bin/sh\\n${answersVersion}\\n' > "$3/usr/sbin/nats-server"`;
    return fake('dpkg-deb', unpack, 'tools');
  };

  test('then the Debian package, kept for the next start', async () => {
    const binDir = join(dir, 'bin');
    const path = debianTools();
    expect(await resolveNatsServer({ binDir, path })).toBe(join(binDir, 'nats-server'));
    expect(readFileSync(join(dir, 'apt.log'), 'utf8')).not.toMatch(/update/);
    expect(await resolveNatsServer({ binDir, path: '/none' })).toBe(join(binDir, 'nats-server'));
  });

  test('with empty package lists it fetches lists of its own', async () => {
    const failsWithoutLists = 'case "$*" in *Dir::State=*) ;; *) exit 100;; esac';
    const path = debianTools(failsWithoutLists);
    await resolveNatsServer({ binDir: join(dir, 'bin'), path });
    const asked = readFileSync(join(dir, 'apt.log'), 'utf8').trim().split('\n');
    expect(asked[0]).toMatch(/Dir::State=.* update$/);
    expect(asked[1]).toMatch(/Dir::State=.* download nats-server$/);
  });

  test('a release whose checksum differs is refused, and the sentence says what to do', async () => {
    const said: string[] = [];
    const fetched: string[] = [];
    const fetchBytes = async (url: string) => {
      fetched.push(url);
      return gzipSync('not it');
    };
    const attempt = resolveNatsServer({
      binDir: join(dir, 'bin'),
      path: '/none',
      log: (line) => said.push(line),
      fetchBytes,
    });
    await expect(attempt).rejects.toThrow(ConfigError);
    expect(fetched[0]).toMatch(
      /^https:\/\/github\.com\/nats-io\/nats-server\/releases\/download\/v[\d.]+\/nats-server-v/,
    );
    expect(said.join('\n')).toMatch(/has the checksum/);
    expect(existsSync(join(dir, 'bin', 'nats-server'))).toBe(false);
  });

  test('when nothing works, one sentence', async () => {
    const attempt = resolveNatsServer({ binDir: join(dir, 'bin'), path: '/none', fetchBytes: unreachable });
    await expect(attempt).rejects.toThrow(/^No nats-server .*install .*or set NATS_URL[^.]*\.$/);
  });

  test('reads one file out of a tar', () => {
    const header = Buffer.alloc(512);
    header.write('x/nats-server');
    header.write('00000000005', 124);
    const tar = Buffer.concat([header, Buffer.from('hello'), Buffer.alloc(507), Buffer.alloc(1024)]);
    expect(fileInTar(tar, 'x/nats-server').toString()).toBe('hello');
    expect(() => fileInTar(tar, 'other')).toThrow(/holds no other/);
  });
});

describe('startNats', () => {
  test('accepts once it resolves, on 127.0.0.1 only, with the payload limit asked for, and is gone after stop', async () => {
    const nats = await startNats({ binary: await resolveNatsServer({ binDir: kept }), dir, maxPayloadBytes: 4096 });
    const connection = await connect({ servers: nats.url });
    expect(connection.info?.max_payload).toBe(4096);
    expect(connection.info?.jetstream).toBeFalsy();
    expect(connection.info?.host).toBe('127.0.0.1');
    await connection.close();
    await nats.stop();
    expect(await waitGone(nats.pid, 0)).toBe(true);
  });

  test('stops one that an earlier start left behind, and may have its port', async () => {
    const binary = await resolveNatsServer({ binDir: kept });
    const first = await startNats({ binary, dir });
    const second = await startNats({ binary, dir, port: first.port });
    expect((await first.exited).signal ?? 'ended').toBeTruthy();
    const socket: Socket = dial(second.port, '127.0.0.1');
    const [info] = await new Promise<Buffer[]>((resolve) => socket.once('data', (data) => resolve([data])));
    socket.destroy();
    expect(info.toString()).toMatch(/^INFO /);
    await second.stop();
  });
});
