import type { ClientBase } from 'pg';

/** Advisory locks of the catalog; the first number sets them apart from those of others. */
const CATALOG = 0x616c6d63;
const LOADER = 1;
const CHANGE = 2;

/** One writer of the catalog at a time, for the life of the session. Tells when it has to wait for another. */
export async function lockCatalog(client: ClientBase, onWait?: () => void): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS free', [
    CATALOG,
    LOADER,
  ]);
  if (rows[0].free) return;
  onWait?.();
  await client.query('SELECT pg_advisory_lock($1, $2)', [CATALOG, LOADER]);
}

/**
 * Must be held before a transaction draws its first number of the change sequence: so the order of numbers is the order
 * of commits, and whoever has read up to a number has missed nothing below it.
 */
export async function lockChanges(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [CATALOG, CHANGE]);
}

export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // The connection may be what failed; the first error is the one to tell.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
