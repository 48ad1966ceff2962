import { createServer } from 'node:net';
import {
  type RunningNats,
  type RunningPostgres,
  resolveNatsServer,
  startNats,
  startPostgres,
} from '@almanac/runtime/servers';
import { Client } from 'pg';
import { Fault } from '../fault';
import type { Folder } from './folder';
import { isChatter } from './log-lines';
import type { Say } from './say';
import { type Supervised, supervise } from './supervise';
import type { Teardown } from './teardown';

const POSTGRES_VERSION_LEAST = 15;

export interface ServerPlace<U extends { pid: number }> {
  url: string;
  /** Absent for a server that is not ours. */
  supervised?: Supervised<U & { exited: RunningNats['exited']; stop(): Promise<void> }>;
}

interface Launcher {
  folder: Folder;
  say: Say;
  teardown: Teardown;
  /** Told when a server of ours came back. */
  onUp(): void;
}

/** What a server says that a person should know; what it says of being stopped is none of it. */
const serverLog =
  ({ say, teardown }: Launcher, name: string) =>
  (line: string) => {
    if (!isChatter(line) && !teardown.signal.aborted) say.from(name, line);
  };

/** The user's own Postgres, looked at, or one of ours. */
export async function findPostgres(
  given: string | undefined,
  launcher: Launcher,
): Promise<ServerPlace<RunningPostgres>> {
  if (given) {
    await assertPostgres(given);
    launcher.say.line('using the PostgreSQL of DATABASE_URL');
    return { url: given };
  }
  const { folder, say, teardown, onUp } = launcher;
  let port: number | undefined;
  const start = async () => {
    const running = await startPostgres({ dataDir: folder.postgres, port, log: serverLog(launcher, 'postgres') });
    // Apps hold its URL: it must come back where it was.
    port = running.port;
    return running;
  };
  const supervised = await teardown.add('postgres', () => supervise({ name: 'postgres', start, say: say.line, onUp }));
  const { dir, url } = supervised.first;
  say.line(`PostgreSQL is up on 127.0.0.1:${port}${dir === folder.postgres ? '' : `, its data in ${dir}`}`);
  return { url, supervised };
}

/** The user's own NATS server, or one of ours. */
export async function findNats(given: string | undefined, launcher: Launcher): Promise<ServerPlace<RunningNats>> {
  // Whether a given one answers is asked by whoever connects first.
  if (given) return { url: given };
  const { folder, say, teardown, onUp } = launcher;
  const binary = await resolveNatsServer({ binDir: folder.bin, log: say.line });
  let port: number | undefined;
  const start = async () => {
    const running = await startNats({ binary, dir: folder.nats, port, log: serverLog(launcher, 'nats') });
    port = running.port;
    return running;
  };
  const supervised = await teardown.add('nats', () => supervise({ name: 'nats', start, say: say.line, onUp }));
  say.line(`NATS is up on 127.0.0.1:${port}`);
  return { url: supervised.first.url, supervised };
}

/** One sentence when DATABASE_URL names nothing that can be worked with. */
export async function assertPostgres(url: string): Promise<void> {
  const place = placeOf(url);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version`,
    );
    if (rows[0].version < POSTGRES_VERSION_LEAST)
      throw new Fault(
        `The PostgreSQL at ${place} is version ${rows[0].version}: point DATABASE_URL at version ${POSTGRES_VERSION_LEAST} or later.`,
      );
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(
      `The PostgreSQL of DATABASE_URL (${place}) cannot be used (${reasonOf(error)}): start it or correct DATABASE_URL, and start again.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Host and database of a URL, without its password. */
export function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'not a URL';
  }
}

function reasonOf(error: unknown): string {
  // A refused connection to a name with several addresses is an AggregateError without a message.
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

/** One sentence, before anything is started, when the port is taken. */
export function assertPortFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${error.code})`;
      reject(new Fault(`Port ${port} of ${host} ${why}: set PORT to another one, such as PORT=${port + 1} npm start.`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
