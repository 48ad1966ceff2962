import type { Statement } from '@almanac/catalog';
import { AlmanacError, fail } from '@almanac/contracts';
import { type ClientBase, Pool, type QueryResultRow } from 'pg';

const CONNECT_TIMEOUT_MS = 1_500;
/** Below every caller's deadline, so that a stuck database is told as such. */
const STATEMENT_TIMEOUT_MS = 3_000;
/** For a server that answers nothing at all; the connection is then thrown away. */
const ANSWER_TIMEOUT_MS = 3_500;

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Told when an idle connection is lost. */
  onLost: (error: Error) => void;
}

/** The catalog's Postgres, read only. Whatever keeps it from answering becomes `service_unavailable`. */
export class Database {
  private readonly pool: Pool;

  constructor({ url, poolSize, onLost }: DatabaseOptions) {
    this.pool = new Pool({
      connectionString: url,
      max: poolSize,
      application_name: 'almanac enrichment',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      onConnect: prepared,
    });
    // Without a listener the loss of an idle connection would end the process.
    this.pool.on('error', onLost);
  }

  async rows<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    try {
      return (await this.pool.query<T>(statement)).rows;
    } catch (error) {
      throw asKnown(error);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/**
 * Every statement reads by an index. Plans are kept per connection: made while the catalog is nearly empty they would
 * scan, and keep scanning when it is full.
 */
const prepared = async (client: ClientBase): Promise<void> => {
  await client.query(`
    SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off;
    SET enable_mergejoin = off; SET jit = off; SET default_transaction_read_only = on`);
};

/** Connection lost, shutting down, too many connections, out of disk or memory, statement too long. */
const AWAY = /^(08|53|57|58)/;
const BROKEN =
  /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|timeout|Connection terminated|not queryable|Cannot use a pool/i;

function asKnown(error: unknown): unknown {
  if (error instanceof AlmanacError || !(error instanceof Error)) return error;
  const code = String((error as Error & { code?: unknown }).code ?? '');
  const away = /^[0-9A-Z]{5}$/.test(code) ? AWAY.test(code) : BROKEN.test(`${code} ${error.message}`);
  return away ? fail('service_unavailable', 'The catalog cannot be reached; try again.', undefined, 1) : error;
}
