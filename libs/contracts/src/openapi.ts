import type { TSchema } from 'typebox';
import type { Contract, Http } from './contract';
import { ERROR_STATUS, type ErrorCode } from './errors';
import { PUBLIC_CONTRACTS } from './operation';

type Json = Record<string, unknown>;

/** Failures that any authenticated operation may answer, beside its own. */
const EVERYWHERE: ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal',
  'service_unavailable',
  'timeout',
  'uri_too_long',
  'headers_too_large',
];
const WHEN_BILLED: ErrorCode[] = ['insufficient_credits', 'idempotency_conflict', 'idempotency_in_progress'];

/** Deviations from the interface that a client generator should know of (API.md). */
const DEVIATIONS =
  'Two deviations from the original interface: `PersonEmail.email` holds the address itself (`type` is its kind), and `WorkPosition.title` is text.';

/** Every success schema of a contract, the plain one first. */
export const outputsOf = (contract: Contract): TSchema[] => [
  contract.output,
  ...Object.values(contract.variants ?? {}),
];

/** Every public error code that an operation may answer. */
export const errorsOf = (contract: Contract): ErrorCode[] => [
  ...new Set([
    ...EVERYWHERE,
    ...(contract.price ? WHEN_BILLED : []),
    ...contract.errors.filter((code): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code)),
  ]),
];

/** Replaces titled schemas by references and collects them, so that each record stands once. */
export function referTo(schema: unknown, components: Json, prefix: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => referTo(item, components, prefix));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, ...rest } = schema as { title?: string };
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, referTo(value, components, prefix)]),
  );
  if (!title) return plain;
  components[title] ??= plain;
  return { $ref: `${prefix}${title}` };
}

/** The OpenAPI 3.1 document of every contract with an HTTP path. */
export function openApi(): Json {
  const schemas: Json = {};
  const ref = (schema: unknown) => referTo(schema, schemas, '#/components/schemas/');
  const paths: Record<string, Json> = {};
  for (const contract of PUBLIC_CONTRACTS as (Contract & { http: Http })[]) {
    paths[contract.http.path] ??= {};
    paths[contract.http.path][contract.http.method.toLowerCase()] = operationOf(contract, ref);
  }
  schemas.Error = errorSchema;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version: '1.0.0',
      description: `Company and person data, self-hosted. ${DEVIATIONS}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: alm_<env>_<secret><checksum>' },
      },
      schemas,
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['message', 'code', 'requestID'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    requestID: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          suggestions: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

function operationOf(contract: Contract & { http: Http }, ref: (schema: unknown) => unknown): Json {
  const { properties, required = [] } = contract.input as unknown as {
    properties: Record<string, { description?: string }>;
    required?: string[];
  };
  const parameters = Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property;
    const list = (schema as { type?: string }).type === 'array';
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description ? { description } : {}),
      schema: ref(schema),
      ...(list ? { style: 'form', explode: true } : {}),
    };
  });
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'The same request under the same key is charged once; kept 24 h.',
  };
  const outputs = outputsOf(contract).map(ref);
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(contract))
    statuses.set(ERROR_STATUS[code], [...(statuses.get(ERROR_STATUS[code]) ?? []), code]);
  const errors = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]);
  return {
    operationId: contract.name,
    tags: [contract.http.path.split('/')[1]],
    summary: contract.summary,
    ...(contract.description || contract.price
      ? { description: [contract.description, priceText(contract)].filter(Boolean).join(' ') }
      : {}),
    parameters: contract.price ? [...parameters, idempotency] : parameters,
    responses: {
      200: {
        description: 'Success',
        headers: headersOf(contract),
        content: { 'application/json': { schema: outputs.length === 1 ? outputs[0] : { anyOf: outputs } } },
      },
      ...(contract.http.method === 'GET'
        ? { 304: { description: 'Unchanged since the ETag in If-None-Match; free' } }
        : {}),
      ...Object.fromEntries(errors),
    },
    'x-almanac-scope': contract.http.scope,
    'x-almanac-limit': contract.http.limit,
    ...(contract.price ? { 'x-almanac-price': contract.price } : {}),
    'x-almanac-subject': contract.subject,
  };
}

const priceText = ({ price }: Contract) =>
  price ? `Costs ${price.credits} ${price.kind} credit${price.credits === 1 ? '' : 's'} per ${price.unit}.` : undefined;

function headersOf(contract: Contract): Json {
  const header = (description: string, type = 'string') => ({ description, schema: { type } });
  return {
    'X-Request-Id': header('Finds this call in the logs'),
    ...(contract.price
      ? {
          'X-Credits-Used': header('Credits this call cost', 'integer'),
          'X-Credits-Remaining': header('Credits of that kind left, when some were charged', 'integer'),
        }
      : {}),
    'RateLimit-Limit': header('Requests a second, when the customer has a limit', 'integer'),
    'RateLimit-Remaining': header('Requests left in the burst', 'integer'),
    'RateLimit-Reset': header('Seconds until the burst is full again', 'integer'),
  };
}
