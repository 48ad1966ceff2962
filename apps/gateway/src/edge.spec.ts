/** What every path shares: routes, methods, limits of size, request ids, rate limits, OpenAPI, compression. */
import { connect } from 'node:net';
import { keyRevoke, openApi } from '@almanac/contracts';
import {
  expectRefused,
  sharedWorld,
  type TestCustomer,
  testBus,
  testCustomer,
  until,
  type WorldAddress,
} from '@almanac/testing';

let world: WorldAddress;
let customer: TestCustomer;
beforeAll(async () => {
  world = await sharedWorld();
  customer = await testCustomer(world);
}, 60_000);
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${world.gatewayUrl}${path}`, { method, headers: { authorization: `Bearer ${customer.token}`, ...headers } });

describe('routes', () => {
  it('an unknown path is 404 before the key is looked at', async () => {
    const response = await fetch(`${world.gatewayUrl}/company/enrichment`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'route_not_found' });
  });
  it.each(['HEAD', 'POST', 'DELETE', 'PUT', 'OPTIONS'])(
    '%s on an operation is 405 and names what it takes',
    async (method) => {
      const response = await get('/company/enrich?id=x', { 'content-type': 'application/json' }, method);
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET');
      if (method !== 'HEAD') expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
    },
  );
  it('OpenAPI and health need no key', async () => {
    const response = await fetch(`${world.gatewayUrl}/openapi.json`);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApi())));
    expect((await fetch(`${world.gatewayUrl}/health/live`)).status).toBe(200);
    expect((await fetch(`${world.gatewayUrl}/health/ready`)).status).toBe(200);
  });
});

describe('request ids', () => {
  it('a valid one is echoed, another replaced', async () => {
    expect((await get('/billing/balance', { 'x-request-id': 'abc-1.2:3_4' })).headers.get('x-request-id')).toBe(
      'abc-1.2:3_4',
    );
    for (const bad of ['a b', 'x'.repeat(129), '<script>']) {
      const echoed = (await get('/billing/balance', { 'x-request-id': bad })).headers.get('x-request-id');
      expect(echoed).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('sizes', () => {
  it('a URL past 16 KiB is 414', async () => {
    const response = await get(`/company/enrich?id=${'x'.repeat(17_000)}`);
    expect(response.status).toBe(414);
    expect(await response.json()).toMatchObject({ code: 'uri_too_long' });
  });
  it('headers past their limit are 431', async () => {
    const response = await get('/billing/balance', { 'x-much': 'x'.repeat(60_000) });
    expect(response.status).toBe(431);
    expect(await response.json()).toMatchObject({ code: 'headers_too_large' });
  });
  it('bytes that are not HTTP get a typed 400', async () => {
    const { hostname, port } = new URL(world.gatewayUrl);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write('nonsense\r\n\r\n'));
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"invalid_request"');
  });
  it('a path that cannot be decoded is 400', async () => {
    const response = await get('/company/%E0%A4%A');
    expect([400, 404]).toContain(response.status);
    expect(await response.json()).toHaveProperty('code');
  });
});

describe('compression', () => {
  it.each(['gzip', 'br'])('%s when asked', async (encoding) => {
    const response = await get('/openapi.json', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.json()).toHaveProperty('openapi', '3.1.0');
  });
  it('none when not', async () => {
    expect((await get('/openapi.json', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull();
  });
});

describe('rate limits', () => {
  it('past the burst 429 with Retry-After, headers on every reply, free', async () => {
    const slow = await testCustomer(world, { rateLimits: { enrich: 1, bulk: 0, list: 0, search: 0, other: 0 } });
    const first = await slow.client.companyEnrich({ id: 'c_nobody' }).catch((error: { headers: Headers }) => error);
    expect(first.headers.get('ratelimit-limit')).toBe('1');
    expect(first.headers.get('ratelimit-remaining')).toBe('4');
    const calls = await Promise.allSettled(
      Array.from({ length: 12 }, () => slow.client.companyEnrich({ id: 'c_nobody' })),
    );
    const limited = calls.filter(
      (call) => call.status === 'rejected' && (call.reason as { code: string }).code === 'rate_limited',
    );
    expect(limited.length).toBeGreaterThanOrEqual(6);
    const error = await expectRefused(slow.client.companyEnrich({ id: 'c_nobody' }), 'rate_limited');
    expect(Number(error.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await slow.client.balance()).status).toBe(200);
  });
});

describe('a revoked key', () => {
  it('is refused within a second', async () => {
    const doomed = await testCustomer(world);
    expect((await doomed.client.balance()).status).toBe(200);
    const bus = await testBus(world);
    await bus.call(keyRevoke, { id: doomed.keyID });
    await bus.close();
    await until(
      'the refusal',
      () =>
        doomed.client.balance().then(
          () => undefined,
          (error: { code: string }) => error.code === 'unauthorized',
        ),
      1_000,
    );
  });
});
