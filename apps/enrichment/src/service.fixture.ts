import { type Bus, connectBus } from '@almanac/bus';
import { load } from '@almanac/catalog';
import { type AlmanacError, companyEnrich, type InputOf, personEnrich } from '@almanac/contracts';
import { ROLES } from '@almanac/runtime';
import { type AppProcess, startApp, type TestDatabase, testDatabase, testNats } from '@almanac/testing';
import { Client } from 'pg';

export type Body = Record<string, unknown> & { id: string; experienceList?: Record<string, unknown>[] };

/** The built service as a process, with a catalog and a nats-server of its own, asked over the bus. */
export interface TestService {
  bus: Bus;
  database: TestDatabase;
  /** As administrator. */
  client: Client;
  app: AppProcess;
  /** Another process of the same service. */
  startAnother(env?: Record<string, string>): Promise<AppProcess>;
  company(input: InputOf<typeof companyEnrich>): ReturnType<typeof parsed>;
  person(input: InputOf<typeof personEnrich>): ReturnType<typeof parsed>;
  loaded(kind: 'company' | 'person', records: object[]): Promise<unknown>;
  close(): Promise<void>;
}

async function parsed(asking: ReturnType<Bus['request']>) {
  const { body, headers, billable } = await asking;
  return { body: JSON.parse(Buffer.from(body).toString()) as Body, headers, billable };
}

export async function testService(): Promise<TestService> {
  const [database, nats] = await Promise.all([testDatabase(), testNats()]);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const startAnother = (env: Record<string, string> = {}) =>
    startApp('enrichment', { NATS_URL: nats.url, DATABASE_URL: database.as(ROLES.enrichment), ...env });
  const app = await startAnother();
  const bus = await connectBus({ url: nats.url, name: 'test' });
  return {
    bus,
    database,
    client,
    app,
    startAnother,
    company: (input) => parsed(bus.request(companyEnrich, input)),
    person: (input) => parsed(bus.request(personEnrich, input)),
    loaded: (kind, records) =>
      load({
        databaseUrl: database.as(ROLES.loader),
        kind,
        records: records.map((record, index) => ({ line: index + 1, record })),
        source: 'test',
        asOf: new Date('2026-06-01T00:00:00.000Z'),
      }),
    close: async () => {
      await bus.close();
      await app.stop();
      await nats.stop();
      await client.end();
      await database.drop();
    },
  };
}

/** The error with which a call is refused. */
export const refused = (call: Promise<unknown>): Promise<AlmanacError> =>
  call.then(
    () => {
      throw new Error('was not refused');
    },
    (error: AlmanacError) => error,
  );

let made = 0;
/** A word that no other test of this process has. */
export const fresh = (word: string) => `${word}-${++made}`;
export const ada = { firstName: 'Ada', lastName: 'L', fullName: 'Ada L' };
