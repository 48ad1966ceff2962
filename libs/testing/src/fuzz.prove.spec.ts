/** Malformed, truncated and hostile messages to every served subject: no process ends, each is answered with a typed reply. */

import { HEADER } from '@almanac/bus';
import { CONTRACTS, type Contract, isBusCode } from '@almanac/contracts';
import { connect, createInbox, type NatsConnection, headers as natsHeaders } from '@nats-io/transport-node';
import fc from 'fast-check';
import { proveCount, proved, startWorld, until, type World } from '.';

const perSubject = proveCount(150, 10_000);
const seed = Number(process.env.FUZZ_SEED ?? 20261120);

let world: World;
let nats: NatsConnection;
beforeAll(async () => {
  world = await startWorld();
  nats = await connect({ servers: world.natsUrl });
}, 60_000);
afterAll(async () => {
  await nats?.close();
  await world?.stop();
});

interface Message {
  payload: Uint8Array;
  headers: Record<string, string>;
  /** How many answers must come: one, or one for each of a well-formed shared message. */
  answers: number;
}

const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    "'; DROP TABLE x; --",
    '%00',
    '../../etc',
    '🙂'.repeat(50),
    'a'.repeat(5_000),
    'http://xn--',
    '∞',
  ),
);
const hostileValue = fc.oneof(
  hostileText,
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, [], {}, -1, 0, 1e308, 2 ** 60),
  fc.jsonValue(),
);

/** Inputs that look like the contract's with one or more places wrong. */
const nearInput = (contract: Contract) => {
  const names = Object.keys((contract.input as unknown as { properties: Record<string, unknown> }).properties);
  return fc.dictionary(fc.oneof(fc.constantFrom(...(names.length ? names : ['x'])), hostileText), hostileValue, {
    maxKeys: 8,
  });
};
interface Schema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minItems?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that a schema takes, as odd as it lets them be: these get past the check and reach the handler and its SQL. */
function taken(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer')
    return fc.oneof(
      fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) }),
      fc.constant(schema.maximum ?? 2 ** 53 - 1),
    );
  if (schema.type === 'array')
    return fc.array(taken(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 });
  if (schema.format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
      .map((date) => date.toISOString());
  if (schema.pattern?.includes('{8}')) return fc.uuid();
  if (schema.pattern?.includes('{64}')) return fc.stringMatching(/^[0-9a-f]{64}$/);
  if (schema.type === 'object') {
    const required = schema.required ?? [];
    const fields = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, taken(field)]),
    );
    return fc.record(fields, { requiredKeys: required });
  }
  return fc.oneof(hostileText, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }));
}
const hostileHeaders = fc.dictionary(
  fc.constantFrom(
    HEADER.requestID,
    HEADER.customer,
    HEADER.team,
    HEADER.timeoutMs,
    HEADER.item,
    HEADER.part,
    HEADER.status,
    'X',
  ),
  fc
    .oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
      fc.constantFrom('0', '-1', '1e9', '99999999999', 'NaN', '5'),
    )
    .map((text) => text.replace(/[\r\n:]/g, '')),
  { maxKeys: 4 },
);
const json = (value: unknown) => Buffer.from(JSON.stringify(value) ?? 'null');

const messageFor = (contract: Contract): fc.Arbitrary<Message> => {
  const single = (payload: fc.Arbitrary<Uint8Array>) =>
    fc.record({ payload, headers: hostileHeaders, answers: fc.constant(1) });
  const near = nearInput(contract);
  return fc.oneof(
    single(fc.uint8Array({ maxLength: 300 })),
    single(near.map(json)),
    single(taken(contract.input as unknown as Schema).map(json)),
    fc.array(taken(contract.input as unknown as Schema), { minLength: 1, maxLength: 5 }).map((inputs) => ({
      payload: json(inputs.map((input) => [{}, input])),
      headers: { [HEADER.batch]: String(inputs.length) },
      answers: inputs.length,
    })),
    single(fc.tuple(near, fc.nat(200)).map(([value, cut]) => json(value).subarray(0, cut))),
    single(fc.jsonValue().map(json)),
    single(fc.integer({ min: 1, max: 5_000 }).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth)))),
    single(fc.constant(Buffer.from('{"a":1,"a":2,"__proto__":{"x":1}}'))),
    // Shared messages: the head may lie about the number, the pairs may be none.
    fc.array(fc.tuple(hostileHeaders, near), { minLength: 1, maxLength: 5 }).map((pairs) => ({
      payload: json(pairs),
      headers: { [HEADER.batch]: String(pairs.length) },
      answers: pairs.length,
    })),
    fc.array(hostileValue, { minLength: 1, maxLength: 5 }).map((items) => ({
      payload: json(items),
      headers: { [HEADER.batch]: String(items.length) },
      answers: items.length,
    })),
    fc
      .tuple(near, fc.constantFrom('0', '-3', 'x', '99999', '2.5', '7'))
      .map(([value, batch]) => ({ payload: json([[{}, value]]), headers: { [HEADER.batch]: batch }, answers: 1 })),
  );
};

/** The typed statuses in one reply message. */
function statusesOf(headers: { get(name: string): string } | undefined, data: Uint8Array): string[] {
  if (headers?.get(HEADER.batch)) {
    const head = JSON.parse(Buffer.from(data.subarray(0, data.indexOf(10))).toString('utf8')) as [number, string][];
    return head.map(([, status]) => status);
  }
  return [headers?.get(HEADER.status) ?? ''];
}

async function fuzz(contract: Contract): Promise<{ statuses: Map<string, number>; unanswered: number }> {
  const inbox = createInbox();
  const owed = new Map<string, number>();
  const statuses = new Map<string, number>();
  const subscription = nats.subscribe(`${inbox}.*`, {
    callback: (_error, message) => {
      if (message.headers?.get(HEADER.part) && !message.headers.get(HEADER.part).startsWith('1/')) return;
      for (const status of statusesOf(message.headers, message.data)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const left = (owed.get(message.subject) ?? 0) - 1;
        if (left === 0) owed.delete(message.subject);
        else owed.set(message.subject, left);
      }
    },
  });
  const messages = fc.sample(messageFor(contract), { numRuns: perSubject, seed: seed + contract.subject.length });
  for (const [index, { payload, headers, answers }] of messages.entries()) {
    const reply = `${inbox}.${index}`;
    owed.set(reply, answers);
    const hdrs = natsHeaders();
    for (const [name, value] of Object.entries(headers)) hdrs.set(name, value);
    nats.publish(contract.subject, payload, { reply, headers: hdrs });
    // Bounded: no more than a thousand unanswered at a time.
    if (index % 500 === 499) await until('half of the answers', () => owed.size < 500, 30_000);
  }
  await until(`every message to ${contract.subject} is answered`, () => owed.size === 0, 30_000).catch(() => undefined);
  await subscription.drain();
  return { statuses, unanswered: owed.size };
}

describe(`fuzzed messages, ${perSubject} per subject, seed ${seed}`, () => {
  it.each(CONTRACTS.map((contract) => [contract.subject, contract] as const))(
    '%s',
    async (_subject, contract) => {
      const started = performance.now();
      const pids = world.pids;
      const { statuses, unanswered } = await fuzz(contract);
      expect(unanswered).toBe(0);
      expect([...statuses.keys()].filter((status) => status !== 'ok' && !isBusCode(status))).toEqual([]);
      // Wrong input is the caller's fault: none of it may come out as a fault of ours.
      expect(statuses.get('internal') ?? 0).toBe(0);
      for (const pid of pids) expect(process.kill(pid, 0)).toBe(true);
      proved(`fuzzed messages to ${contract.subject}`, perSubject, started);
    },
    proveCount(60_000, 600_000),
  );

  it('leaves the service working', async () => {
    const response = await fetch(`${world.gatewayUrl}/health/ready`);
    expect(response.status).toBe(200);
  });
});
