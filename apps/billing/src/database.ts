import { AlmanacError, fail } from '@almanac/contracts';
import { Pool, type PoolClient, type QueryResultRow, types } from 'pg';

/** Text and parameters together; a named one is prepared once for each connection. */
export interface Sql {
  name?: string;
  text: string;
  values?: unknown[];
}
/** What answers statements: the database, each by itself, or a transaction. Nulls are left out: unknown is absent. */
export interface Asked {
  rows<T extends QueryResultRow>(sql: Sql): Promise<T[]>;
}

const CONNECT_TIMEOUT_MS = 1_500;
/** Below every caller's deadline, so that a stuck database is told as such. */
const STATEMENT_TIMEOUT_MS = 3_000;
/** For a server that answers nothing at all; the connection is then thrown away. */
const ANSWER_TIMEOUT_MS = 3_500;
const IDLE_IN_TRANSACTION_MS = 10_000;

/** How every transaction that moves credits begins. */
const BEGIN = `
  BEGIN;
  SET LOCAL synchronous_commit = on;
  -- Plans are made while tables are small and kept when they are not: only those by index stay good.
  SET LOCAL plan_cache_mode = force_generic_plan;
  SET LOCAL enable_seqscan = off;
  SET LOCAL enable_hashjoin = off;
  SET LOCAL enable_mergejoin = off;
  SET LOCAL jit = off`;

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Told when an idle connection is lost. */
  onLost: (error: Error) => void;
}

/** Billing's Postgres. Whatever keeps it from answering becomes `service_unavailable`; other errors stay as they are. */
export class Database implements Asked {
  private readonly pool: Pool;

  constructor({ url, poolSize, onLost }: DatabaseOptions) {
    this.pool = new Pool({
      connectionString: url,
      max: poolSize,
      application_name: 'almanac billing',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      types: typed,
    });
    // Without a listener a lost connection would end the process: one that idles, and one lost between two statements,
    // of which the next statement tells.
    this.pool.on('error', onLost);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async rows<T extends QueryResultRow>(sql: Sql): Promise<T[]> {
    try {
      return (await this.pool.query<T>(sql)).rows.map(present);
    } catch (error) {
      throw asKnown(error);
    }
  }

  /** Runs `work` in one durable transaction. What it throws is thrown again, and nothing was written. */
  async transaction<T>(work: (asked: Asked) => Promise<T>): Promise<T> {
    const client = await this.pool.connect().catch((error) => {
      throw asKnown(error);
    });
    let broken: Error | undefined;
    try {
      await client.query(BEGIN);
      const result = await work({ rows: async (sql) => (await client.query(sql)).rows.map(present) });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = await rollback(client, error);
      throw asKnown(error);
    } finally {
      // A connection of which we don't know what it is doing is closed, which also rolls back.
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Rolls back after a failure that left the connection in order; otherwise answers why it is not. */
async function rollback(client: PoolClient, error: unknown): Promise<Error | undefined> {
  if (!(error instanceof AlmanacError) && !sqlState(error)) return error as Error;
  return client.query('ROLLBACK').then(
    () => undefined,
    (lost: Error) => lost,
  );
}

/** int8 as number (credits stay below 2^53), timestamptz as the contracts' datetime text. */
const typed = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === types.builtins.INT8) return Number;
    const parse = types.getTypeParser(oid, format as 'text');
    return oid === types.builtins.TIMESTAMPTZ ? (text: string) => (parse(text) as Date).toISOString() : parse;
  },
};

const present = <T extends QueryResultRow>(row: T): T => {
  for (const name in row) if (row[name] === null) delete row[name];
  return row;
};

/** The five characters by which Postgres names an error; undefined for what did not come from it. */
export const sqlState = (error: unknown): string | undefined => {
  const { code } = traitsOf(error);
  return /^(?=.*[0-9])[0-9A-Z]{5}$/.test(code) ? code : undefined;
};

/** Two transactions stood in each other's way; the same again will do. */
export const isCollision = (error: unknown): boolean => /^40/.test(sqlState(error) ?? '');

/** Connection lost, shutting down, too many connections, read-only, out of disk or memory, statement too long. */
const UNAVAILABLE = /^(08|53|57|58|25006|25P03|55P03)/;
const BROKEN_CONNECTION =
  /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|timeout|Connection terminated|not queryable|Cannot use a pool/i;

/** The database's trouble as a code of ours; everything else as it is. */
function asKnown(error: unknown): unknown {
  const state = sqlState(error);
  const { code, message } = traitsOf(error);
  const away = state ? UNAVAILABLE.test(state) : BROKEN_CONNECTION.test(`${code} ${message}`);
  if (!away || error instanceof AlmanacError) return error;
  return fail('service_unavailable', 'The ledger cannot reach its database; try again.', undefined, 1);
}

/** By shape, since what sockets throw is not always an Error of this realm. */
function traitsOf(error: unknown): { code: string; message: string } {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return { code: String(code ?? ''), message: String(message ?? '') };
}
