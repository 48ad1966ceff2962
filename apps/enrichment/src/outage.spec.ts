import { type AlmanacError, companyEnrich } from '@almanac/contracts';
import { ROLES } from '@almanac/runtime';
import { templateRecords, until } from '@almanac/testing';
import { type TestService, testService } from './service.fixture';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const [kept, other] = [...templateRecords('company')].map((record) => record.id as string);
const ask = (id: string) =>
  service.bus.request(companyEnrich, { id }).then(
    () => 'served' as const,
    (error: AlmanacError) => error.code,
  );

/** Takes the database away from the app: no connection stays, and none is let in. */
async function away(): Promise<void> {
  await service.client.query(`ALTER DATABASE ${service.database.name} CONNECTION LIMIT 0`);
  await service.client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'almanac enrichment' AND datname = $1`,
    [service.database.name],
  );
}

test('without its database it fails fast, serves what it knows to be true for seconds only, and heals by itself', async () => {
  expect(await ask(kept)).toBe('served');
  await away();
  expect([await ask(kept), await ask(other)]).toEqual(['served', 'service_unavailable']);
  const refusedAt = await until(
    'the cache is passed by',
    async () => (await ask(kept)) === 'service_unavailable' && performance.now(),
  );
  const started = performance.now();
  expect(await ask(kept)).toBe('service_unavailable');
  expect(performance.now() - started).toBeLessThan(companyEnrich.timeoutMs / 2);
  expect(refusedAt).toBeGreaterThan(0);
  await service.client.query(`ALTER DATABASE ${service.database.name} CONNECTION LIMIT -1`);
  await until(
    'both are served again',
    async () => (await ask(kept)) === 'served' && (await ask(other)) === 'served',
    5_000,
  );
});

test('is drained by SIGTERM: what was asked before is answered, and the process ends with 0', async () => {
  const second = await service.startAnother();
  const asked = Array.from({ length: 200 }, () => ask(kept));
  const ended = second.stop();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['served']));
  expect(await ended).toBe(0);
});

test('a catalog that cannot be read stops the start with a sentence', async () => {
  const wrong = new URL(service.database.as(ROLES.enrichment));
  wrong.pathname = '/nothing';
  await expect(service.startAnother({ DATABASE_URL: wrong.toString() })).rejects.toThrow(/ended with 1/);
});
