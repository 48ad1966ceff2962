/**
 * Billing: the public balance, and the subjects by which gateways authenticate and charge and `almanac` administers.
 * An owner is whoever holds open charges: one gateway process or one job.
 */
import Type from 'typebox';
import { contract } from '../contract';
import { boolean, datetime, integer, listOf, oneOf, optionalAll, record, text } from '../schema';

const closed = { additionalProperties: false };
const uuid = () => text({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });
const name = () => text({ minLength: 1, maxLength: 200 });
const id = () => text({ minLength: 1, maxLength: 200 });
const CREDIT_KINDS = ['company', 'person'] as const;
export const SCOPES = ['read', 'search', 'exports:write', 'admin'] as const;
export const CREDITS_MAX = 1_000_000_000_000;

// ---- public ----

const KindBalance = record(
  'KindBalance',
  { balance: integer({ description: 'what can be spent now' }) },
  {
    expiringNext: record('ExpiringCredits', { amount: integer(), at: datetime() }, {}),
  },
);
export const Balance = record(
  'Balance',
  {
    team: record('TeamReference', { id: text(), name: text() }, {}),
    credits: record('CreditBalances', { company: KindBalance, person: KindBalance }, {}),
    asOf: datetime(),
  },
  {},
);
export const balanceGet = contract({
  name: 'billing.balance',
  summary: 'What the team can spend now, by credit kind',
  subject: 'v1.billing.balance.get',
  http: { method: 'GET', path: '/billing/balance', scope: 'read', limit: 'other' },
  input: Type.Object(optionalAll({ team: id() }), closed),
  output: Balance,
  errors: ['team_not_found'],
  timeoutMs: 5_000,
  example: { input: {} },
});

// ---- callers ----

export const Caller = record(
  'Caller',
  {
    keyID: text(),
    customerID: text(),
    customerNumber: integer(),
    teamID: text({ description: 'the team that pays' }),
    scopes: listOf(oneOf(SCOPES)),
  },
  { expiresAt: datetime(), rateLimits: Type.Record(Type.String(), integer()) },
);
export const keyVerify = contract({
  name: 'billing.key.verify',
  summary: 'The caller behind a key hash',
  subject: 'v1.billing.key.verify',
  input: Type.Object(
    { hash: text({ pattern: '^[0-9a-f]{64}$', description: 'HMAC-SHA-256 of the key under the pepper, hex' }) },
    closed,
  ),
  output: Caller,
  errors: ['unauthorized'],
  timeoutMs: 2_000,
});

// ---- charging ----

const owner = { owner: uuid() };
export const ownerBeat = contract({
  name: 'billing.owner.beat',
  summary: 'Heartbeat of an owner of charges; an owner silent for 15 s is dead for ever (`owner_dead`)',
  subject: 'v1.billing.owner.beat',
  input: Type.Object(
    {
      ...owner,
      kind: oneOf(['gateway', 'job']),
      settledThrough: integer({ minimum: 0 }),
      ...optionalAll({ final: boolean({ description: 'nothing is open any more; the owner ends' }) }),
    },
    closed,
  ),
  output: record('OwnerBeat', { gateways: integer({ description: 'gateways alive, this one included' }) }, {}),
  errors: ['owner_dead'],
  timeoutMs: 2_000,
});

export const ChargeLine = record('ChargeLine', { kind: oneOf(CREDIT_KINDS), entity: id() }, {});
export const LINE_OUTCOMES = ['charged', 'already', 'repeat', 'free', 'refused'] as const;
export const ChargeOutcome = record(
  'ChargeOutcome',
  {
    outcome: oneOf(LINE_OUTCOMES, {
      description: 'already: a charge of this idempotency key stands; repeat: within the repeat window; free: price 0',
    }),
    credits: integer({ minimum: 0, description: 'credits this line cost now' }),
  },
  {},
);
export const chargeOpen = contract({
  name: 'billing.charge.open',
  summary: 'Charge the lines of one delivery; each is open until its owner settles or reverses it',
  subject: 'v1.billing.charge.open',
  input: Type.Object(
    {
      ...owner,
      ownerSeq: integer({ minimum: 1, description: 'the owner numbers its deliveries 1, 2, 3 …' }),
      settledThrough: integer({ minimum: 0, description: 'every delivery up to this number has left or was reversed' }),
      operationID: uuid(),
      attempt: integer({ minimum: 1, maximum: 65_535 }),
      operation: id(),
      team: id(),
      lines: listOf(ChargeLine, { minItems: 1, maxItems: 1_000 }),
      ...optionalAll({
        keyID: id(),
        partial: boolean({ description: 'charge the lines that the balance pays, in order, instead of all or none' }),
      }),
    },
    closed,
  ),
  output: record(
    'ChargeResult',
    {
      lines: listOf(ChargeOutcome),
      credits: integer({ description: 'sum of the lines' }),
      remaining: record('Remaining', {}, { company: integer(), person: integer() }),
    },
    {
      needed: integer({ description: 'of the first kind that fell short' }),
      available: integer(),
      kind: oneOf(CREDIT_KINDS),
    },
  ),
  errors: ['owner_dead', 'not_found', 'conflict'],
  timeoutMs: 4_000,
});
export const chargeReverse = contract({
  name: 'billing.charge.reverse',
  summary:
    'Give back every charge of these deliveries; repeated and unknown numbers do nothing, and such a number can never be charged afterwards',
  subject: 'v1.billing.charge.reverse',
  input: Type.Object(
    { ...owner, ownerSeqs: listOf(integer({ minimum: 1 }), { minItems: 1, maxItems: 1_000 }) },
    closed,
  ),
  output: record('ReverseResult', { reversed: integer({ description: 'charges given back' }) }, {}),
  errors: ['owner_dead', 'conflict'],
  timeoutMs: 4_000,
});

export const idempotencyBegin = contract({
  name: 'billing.idempotency.begin',
  summary: 'Claim an idempotency key before the work; answers the operation it stands for',
  subject: 'v1.billing.idempotency.begin',
  input: Type.Object(
    {
      ...owner,
      team: id(),
      key: text({ minLength: 1, maxLength: 255 }),
      fingerprint: text({ pattern: '^[0-9a-f]{64}$' }),
      operationID: uuid(),
    },
    closed,
  ),
  output: record('IdempotencyClaim', { operationID: text(), attempt: integer({ minimum: 1, maximum: 65_535 }) }, {}),
  errors: ['idempotency_conflict', 'idempotency_in_progress', 'owner_dead'],
  timeoutMs: 2_000,
});
export const idempotencyEnd = contract({
  name: 'billing.idempotency.end',
  summary: 'Free an idempotency key for the next call of the same request',
  subject: 'v1.billing.idempotency.end',
  input: Type.Object(
    {
      team: id(),
      key: text({ minLength: 1, maxLength: 255 }),
      operationID: uuid(),
      attempt: integer({ minimum: 1, maximum: 65_535 }),
    },
    closed,
  ),
  output: record('IdempotencyEnd', {}, {}),
  errors: [],
  timeoutMs: 2_000,
});

// ---- administration ----

export const Customer = record(
  'Customer',
  { id: text(), number: integer(), name: text(), createdAt: datetime() },
  { defaultTeamID: text() },
);
export const Team = record('Team', { id: text(), customerID: text(), name: text(), createdAt: datetime() }, {});
export const Key = record(
  'Key',
  {
    id: text(),
    customerID: text(),
    name: text(),
    hint: text({ description: 'the last four characters of the secret' }),
    scopes: listOf(oneOf(SCOPES)),
    createdAt: datetime(),
  },
  { teamID: text(), expiresAt: datetime(), revokedAt: datetime(), lastUsedAt: datetime() },
);
export const Grant = record(
  'Grant',
  {
    id: text(),
    teamID: text(),
    kind: oneOf(CREDIT_KINDS),
    amount: integer(),
    remaining: integer(),
    priority: integer(),
    effectiveAt: datetime(),
    createdAt: datetime(),
  },
  { expiresAt: datetime(), recurrence: oneOf(['monthly']), note: text() },
);

export const customerCreate = contract({
  name: 'billing.customer.create',
  summary: 'Create a customer with its default team',
  subject: 'v1.billing.customer.create',
  input: Type.Object(
    {
      name: name(),
      ...optionalAll({
        teamName: name(),
        rateLimits: Type.Record(Type.String(), integer({ minimum: 0 }), {
          description: 'requests per second by limit class; 0 means none',
        }),
      }),
    },
    closed,
  ),
  output: record('CustomerCreated', { customer: Customer, team: Team }, {}),
  errors: [],
  timeoutMs: 5_000,
});
export const customerList = contract({
  name: 'billing.customer.list',
  summary: 'All customers',
  subject: 'v1.billing.customer.list',
  input: Type.Object({}, closed),
  output: record('CustomerList', { customers: listOf(Customer) }, {}),
  errors: [],
  timeoutMs: 5_000,
});
export const teamCreate = contract({
  name: 'billing.team.create',
  summary: 'Create a team of a customer',
  subject: 'v1.billing.team.create',
  input: Type.Object({ customerID: id(), name: name() }, closed),
  output: Team,
  errors: ['not_found'],
  timeoutMs: 5_000,
});
export const teamList = contract({
  name: 'billing.team.list',
  summary: 'Teams, of one customer or all',
  subject: 'v1.billing.team.list',
  input: Type.Object(optionalAll({ customerID: id() }), closed),
  output: record('TeamList', { teams: listOf(Team) }, {}),
  errors: [],
  timeoutMs: 5_000,
});
export const keyCreate = contract({
  name: 'billing.key.create',
  summary: 'Create an API key; the token is in this answer and nowhere else',
  subject: 'v1.billing.key.create',
  input: Type.Object(
    {
      name: name(),
      scopes: listOf(oneOf(SCOPES), { minItems: 1, uniqueItems: true }),
      ...optionalAll({
        customerID: id(),
        teamID: id(),
        env: text({ pattern: '^[a-z0-9]{1,12}$' }),
        expiresAt: datetime(),
      }),
    },
    closed,
  ),
  output: record('KeyCreated', { key: Key, token: text() }, {}),
  errors: ['not_found', 'invalid_request'],
  timeoutMs: 5_000,
});
export const keyList = contract({
  name: 'billing.key.list',
  summary: 'Keys of a customer or team, without their secrets',
  subject: 'v1.billing.key.list',
  input: Type.Object(optionalAll({ customerID: id(), teamID: id() }), closed),
  output: record('KeyList', { keys: listOf(Key) }, {}),
  errors: [],
  timeoutMs: 5_000,
});
export const keyRevoke = contract({
  name: 'billing.key.revoke',
  summary: 'Revoke a key: every gateway refuses it within a second',
  subject: 'v1.billing.key.revoke',
  input: Type.Object({ id: id() }, closed),
  output: Key,
  errors: ['not_found'],
  timeoutMs: 5_000,
});
export const grantCreate = contract({
  name: 'billing.grant.create',
  summary: 'Give a team credits',
  subject: 'v1.billing.grant.create',
  input: Type.Object(
    {
      team: id(),
      kind: oneOf(CREDIT_KINDS),
      amount: integer({ minimum: 1, maximum: CREDITS_MAX }),
      ...optionalAll({
        id: uuid(),
        priority: integer({ minimum: 0, maximum: 1_000, description: 'lower is spent first; default 100' }),
        effectiveAt: datetime(),
        expiresAt: datetime(),
        note: text({ maxLength: 500 }),
      }),
    },
    closed,
  ),
  output: Grant,
  errors: ['not_found', 'conflict', 'invalid_request'],
  timeoutMs: 5_000,
});
export const grantList = contract({
  name: 'billing.grant.list',
  summary: 'Grants of a team, in the order in which they are spent',
  subject: 'v1.billing.grant.list',
  input: Type.Object({ team: id() }, closed),
  output: record('GrantList', { grants: listOf(Grant) }, {}),
  errors: ['not_found'],
  timeoutMs: 5_000,
});

/** Broadcast when a key is revoked: `{"hash": "<hex>"}`. Gateways forget the key at once. */
export const KEY_REVOKED_SUBJECT = 'v1.billing.key.revoked';
