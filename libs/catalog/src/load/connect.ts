import { Client } from 'pg';

/** A session of a writer of the catalog. */
export async function connected(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'almanac loader' });
  // Told by the query that waits; without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SETTINGS);
  return client;
}

/** Every statement reads by an index: a plan made for a catalog still empty would scan, and keep scanning. */
const SETTINGS = 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off';
