import { type Contract, serviceOf } from './contract';
import { outputsOf, referTo } from './openapi';
import { CONTRACTS, KEY_REVOKED_SUBJECT } from './operation';

type Json = Record<string, unknown>;

/** The AsyncAPI 3.0 document of every NATS subject: what an internal service may ask without the gateway. */
export function asyncApi(): Json {
  const schemas: Json = {};
  const ref = (schema: unknown) => referTo(schema, schemas, '#/components/schemas/');
  const channels: Json = {};
  const operations: Json = {};
  for (const contract of CONTRACTS) addContract(contract, ref, channels, operations);
  channels['billing.key.revoked'] = {
    address: KEY_REVOKED_SUBJECT,
    messages: {
      event: {
        payload: { type: 'object', required: ['hash'], properties: { hash: { type: 'string' } } },
        summary: 'A key was revoked; gateways forget it',
      },
    },
  };
  operations['billing.key.revoked'] = { action: 'send', channel: { $ref: '#/channels/billing.key.revoked' } };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Almanac on NATS',
      version: '1.0.0',
      description:
        'Request and reply on core NATS. The payload is plain JSON; metadata are headers. A reply has the header Almanac-Status: ok, or an error code with {code, message, details} as payload. Replies above max_payload come in parts (Almanac-Part: k/n). See docs/decisions/0001-bus.md.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels,
    operations,
    components: {
      schemas,
      messageTraits: {
        request: {
          headers: {
            type: 'object',
            properties: {
              'Almanac-Request-Id': { type: 'string' },
              'Almanac-Customer': { type: 'integer', description: 'customers.number of the caller' },
              'Almanac-Team': { type: 'string' },
              'Almanac-Timeout-Ms': {
                type: 'integer',
                description: 'milliseconds the caller still waits, counted from arrival',
              },
              'Almanac-Batch': {
                type: 'integer',
                description: 'the payload is a list of that many [headers, input] pairs',
              },
              traceparent: { type: 'string' },
            },
          },
        },
      },
    },
  };
}

function addContract(contract: Contract, ref: (schema: unknown) => unknown, channels: Json, operations: Json): void {
  const outputs = outputsOf(contract).map(ref);
  channels[contract.name] = {
    address: contract.subject,
    title: contract.summary,
    messages: {
      request: { payload: ref(contract.input), traits: [{ $ref: '#/components/messageTraits/request' }] },
      reply: { payload: outputs.length === 1 ? outputs[0] : { anyOf: outputs } },
    },
  };
  const channel = `#/channels/${contract.name}`;
  operations[contract.name] = {
    action: 'receive',
    summary: contract.summary,
    tags: [{ name: serviceOf(contract) }],
    channel: { $ref: channel },
    messages: [{ $ref: `${channel}/messages/request` }],
    reply: {
      address: { location: '$message.header#/reply' },
      channel: { $ref: channel },
      messages: [{ $ref: `${channel}/messages/reply` }],
    },
    'x-almanac-errors': contract.errors,
    'x-almanac-queue': serviceOf(contract),
  };
}
