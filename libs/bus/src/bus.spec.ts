import { AlmanacError, type Contract, contract, fail, REPLY_BYTES_MAX } from '@almanac/contracts';
import type { RunningNats } from '@almanac/runtime/servers';
import { testNats, until } from '@almanac/testing';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import Type from 'typebox';
import { type Bus, type Call, connectBus, HEADER, Reply, ServiceServer } from '.';

const echo = contract({
  name: 'echo.say',
  summary: 'Answers what it is asked',
  subject: 'v1.echo.echo.say',
  input: Type.Object(
    { text: Type.Optional(Type.String()), bytes: Type.Optional(Type.Integer()) },
    { additionalProperties: false },
  ),
  output: Type.Object({ text: Type.Optional(Type.String()) }),
  errors: ['company_not_found'],
  timeoutMs: 2_000,
});
const nobody = contract({ ...echo, subject: 'v1.nobody.echo.say' });

let nats: RunningNats;
let bus: Bus;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  nats = await testNats();
  bus = await connectBus({ url: nats.url, name: 'bus.spec' });
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close();
});

async function serve(
  handle: (input: { text?: string; bytes?: number }, call: Call) => unknown,
  what: Contract = echo,
  onFault = jest.fn(),
) {
  const connection = await connect({ servers: nats.url, noAsyncTraces: true });
  const server = new ServiceServer(connection, { queue: 'echo', onFault });
  server.serve({ contract: what, handle });
  await connection.flush();
  opened.push({
    close: async () => {
      await server.drain();
      await connection.close();
    },
  });
  return { server, connection, onFault };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: AlmanacError) => error.code,
  );
const text = (body: Uint8Array) => Buffer.from(body).toString('utf8');

describe('a request', () => {
  it('answers the bytes as rendered, with billable lines and headers', async () => {
    await serve(() => new Reply({ body: '{"b":1,  "a":2}', billable: [['company', 'c1']], headers: { etag: '"x"' } }));
    const reply = await bus.request(echo, { text: 'x' }, { requestID: 'r1', customer: 7, team: 't1' });
    expect(text(reply.body)).toBe('{"b":1,  "a":2}');
    expect(reply.billable).toEqual([['company', 'c1']]);
    expect(reply.headers).toEqual({ etag: '"x"' });
  });

  it('carries who asks and how long they wait', async () => {
    let seen: Call | undefined;
    await serve((_input, call) => {
      seen = call;
      return {};
    });
    await bus.request(
      echo,
      {},
      { requestID: 'r1', customer: 7, team: 't1', traceparent: '00-1-2-01' },
      { timeoutMs: 700 },
    );
    expect(seen).toMatchObject({ requestID: 'r1', customer: 7, team: 't1', traceparent: '00-1-2-01' });
    expect(seen?.timeLeftMs()).toBeGreaterThan(300);
    expect(seen?.timeLeftMs()).toBeLessThanOrEqual(700);
  });

  it('is served to any NATS client: plain JSON in, raw bytes and a status header out', async () => {
    await serve(({ text }) => ({ text: `${text}!` }));
    const plain = await connect({ servers: nats.url });
    opened.push(plain);
    const reply = await plain.request(echo.subject, '{"text":"hi"}');
    expect(reply.string()).toBe('{"text":"hi!"}');
    expect(reply.headers?.get(HEADER.status)).toBe('ok');
  });

  it('shares a message with the other requests of its turn, and their replies share one too', async () => {
    const { connection } = await serve(({ text }) => ({ text }));
    const watch = await connect({ servers: nats.url });
    opened.push(watch);
    let requests = 0;
    watch.subscribe(echo.subject, { callback: () => void requests++ });
    await watch.flush();
    const before = connection.stats().outMsgs;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => bus.call(echo, { text: `é${i}` }, { requestID: `r${i}` })),
    );
    expect(replies.map((reply) => reply.text)).toEqual(Array.from({ length: 50 }, (_, i) => `é${i}`));
    await watch.flush();
    expect(requests).toBe(1);
    expect(connection.stats().outMsgs - before).toBe(1);
  });

  it('answers each of a shared message by itself: one wrong input, one failure, one slow', async () => {
    await serve(async ({ text }) => {
      if (text === 'fail') throw fail('company_not_found', 'None.', [{ path: 'text' }]);
      if (text === 'slow') await new Promise((resolve) => setTimeout(resolve, 50));
      return { text };
    });
    const [good, wrong, failed, slow] = await Promise.allSettled([
      bus.call(echo, { text: 'a' }),
      bus.call(echo, { text: 5 as unknown as string }),
      bus.call(echo, { text: 'fail' }),
      bus.call(echo, { text: 'slow' }),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { text: 'a' } });
    expect(wrong).toMatchObject({
      status: 'rejected',
      reason: { code: 'invalid_request', details: [{ path: 'text' }] },
    });
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: { code: 'company_not_found', message: 'None.', details: [{ path: 'text' }] },
    });
    expect(slow).toMatchObject({ status: 'fulfilled', value: { text: 'slow' } });
  });
});

describe('sizes', () => {
  const limit = 1024 * 1024;
  it.each([
    ['limit − 1', limit - 1],
    ['the limit', limit],
    ['limit + 1', limit + 1],
    ['10 MB', 10_000_000],
  ])('a reply of %s arrives whole, alone and beside others', async (_name, bytes) => {
    await serve(({ bytes = 0 }) => new Reply({ body: Buffer.alloc(bytes, 'abcdefg'), billable: [['person', 'p1']] }));
    const [large, small] = await Promise.all([bus.request(echo, { bytes }), bus.request(echo, { bytes: 3 })]);
    const alone = await bus.request(echo, { bytes });
    for (const reply of [large, alone]) {
      expect(reply.body.length).toBe(bytes);
      expect(Buffer.compare(Buffer.from(reply.body), Buffer.alloc(bytes, 'abcdefg'))).toBe(0);
      expect(reply.billable).toEqual([['person', 'p1']]);
    }
    expect(text(small.body)).toBe('abc');
  });

  it('a reply past the limit for all parts is a typed error', async () => {
    await serve(({ bytes = 0 }) => new Reply({ body: Buffer.alloc(bytes) }));
    expect(await codeOf(bus.request(echo, { bytes: REPLY_BYTES_MAX + 1 }))).toBe('internal');
  });

  it('an input past the payload limit is refused before it is sent', async () => {
    await serve(() => ({}));
    expect(await codeOf(bus.request(echo, { text: 'x'.repeat(limit) }))).toBe('payload_too_large');
  });
});

describe('faults', () => {
  it('says at once that nobody serves a subject', async () => {
    const started = performance.now();
    expect(await codeOf(bus.request(nobody, {}))).toBe('service_unavailable');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('times out at the deadline, and tells the handler to stop', async () => {
    let aborted = false;
    await serve((_input, call) => {
      call.signal.addEventListener('abort', () => (aborted = true));
      return new Promise(() => undefined);
    });
    expect(await codeOf(bus.request(echo, {}, undefined, { timeoutMs: 80 }))).toBe('timeout');
    await until('the handler was told', () => aborted);
  });

  it('a caller that goes away cancels the work', async () => {
    let started = false;
    let aborted = false;
    const { server } = await serve((_input, call) => {
      started = true;
      call.signal.addEventListener('abort', () => (aborted = true));
      return new Promise(() => undefined);
    });
    const controller = new AbortController();
    const asked = codeOf(bus.request(echo, {}, undefined, { signal: controller.signal }));
    await until('the work began', () => started);
    controller.abort();
    expect(await asked).toBe('cancelled');
    await until('the work was told to stop', () => aborted);
    expect(server.inFlight).toBe(0);
  });

  it('what a handler throws by accident becomes `internal` and is reported, not shown', async () => {
    const { onFault } = await serve(() => {
      throw new Error('secret detail');
    });
    const error = await bus.request(echo, {}).catch((thrown: AlmanacError) => thrown);
    expect(error).toMatchObject({ code: 'internal' });
    expect((error as AlmanacError).message).not.toContain('secret');
    expect(onFault).toHaveBeenCalledTimes(1);
  });

  it('asks fail at once while NATS is away and work again when it is back', async () => {
    const own = await testNats();
    const client = await connectBus({ url: own.url, name: 'restart' });
    const connection: NatsConnection = await connect({
      servers: own.url,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
    });
    const server = new ServiceServer(connection, { queue: 'echo' });
    server.serve({ contract: echo, handle: ({ text }: { text?: string }) => ({ text }) });
    await connection.flush();
    expect(await client.call(echo, { text: 'before' })).toEqual({ text: 'before' });
    await own.stop();
    await until('the loss is noticed', () => !client.isConnected);
    const started = performance.now();
    expect(await codeOf(client.request(echo, {}))).toBe('service_unavailable');
    expect(performance.now() - started).toBeLessThan(100);
    const again = await testNats({ port: own.port });
    await until('the answer after the return', () => client.call(echo, { text: 'after' }).catch(() => undefined));
    await client.close();
    await connection.close();
    await again.stop();
  });
});

describe('replicas', () => {
  it('share the work: each request is served once', async () => {
    const served = [0, 0];
    for (const i of [0, 1]) {
      await serve(() => {
        served[i]++;
        return {};
      });
    }
    for (let i = 0; i < 40; i++) await bus.request(echo, {});
    expect(served[0] + served[1]).toBe(40);
    expect(Math.min(...served)).toBeGreaterThan(0);
  });

  it('drain: what was taken is finished and answered, what comes later goes to the other', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { server } = await serve(async ({ text }) =>
      text === 'hold' ? held.then(() => ({ text: 'first' })) : { text: 'first' },
    );
    const holding = bus.call(echo, { text: 'hold' });
    await until('it is taken', () => server.inFlight === 1);
    await serve(() => ({ text: 'second' }));
    const drained = server.drain();
    await until('the subscription is gone', async () => (await bus.call(echo, {})).text === 'second');
    release();
    expect(await holding).toEqual({ text: 'first' });
    await drained;
  });
});
