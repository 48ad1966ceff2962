import { fail, openApi, PUBLIC_CONTRACTS, URL_BYTES_MAX } from '@almanac/contracts';
import type { Log } from '@almanac/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './http/errors';
import { requestIDOf } from './http/request-id';
import type { Pipeline, PublicContract } from './pipeline';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Every contract with an HTTP path becomes a route: a new endpoint needs no code here. */
export function registerRoutes(fastify: FastifyInstance, pipeline: Pipeline, log: Log, isReady: () => boolean): void {
  const methodsByPath = new Map<string, string[]>();
  const know = (method: string, path: string) => methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);

  fastify.addHook('onRequest', async (request, reply) => {
    if (Buffer.byteLength(request.raw.url ?? '') <= URL_BYTES_MAX) return;
    sendError(
      reply,
      fail('uri_too_long', `The URL is longer than ${URL_BYTES_MAX} bytes.`),
      requestIDOf(request.headers['x-request-id']),
      log,
    );
    return reply;
  });

  for (const contract of PUBLIC_CONTRACTS as PublicContract[]) {
    know(contract.http.method, contract.http.path);
    fastify.route({
      method: contract.http.method,
      url: contract.http.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => pipeline.handle(contract, request, reply),
    });
  }

  const document = Buffer.from(JSON.stringify(openApi()));
  const plain = (path: string, answer: (reply: FastifyReply) => FastifyReply) => {
    know('GET', path);
    fastify.get(path, (_request, reply) => answer(reply));
  };
  plain('/openapi.json', (reply) => reply.header('content-type', 'application/json; charset=utf-8').send(document));
  plain('/health/live', (reply) => reply.send({ status: 'live' }));
  plain('/health/ready', (reply) =>
    isReady() ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'not ready' }),
  );

  const fallback = (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.raw.url ?? '').split('?')[0];
    const allowed = methodsByPath.get(path);
    const error = allowed
      ? fail('method_not_allowed', `${path} takes ${allowed.join(', ')}, not ${request.method}.`)
      : fail('route_not_found', `There is no ${path.slice(0, 200)}; GET /openapi.json lists every path.`);
    if (allowed) reply.header('allow', allowed.join(', '));
    sendError(reply, error, requestIDOf(request.headers['x-request-id']), log);
    return reply;
  };
  // A body that nobody will read must not be refused for its type before the path is.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  for (const path of ['/*', ...methodsByPath.keys()]) {
    const taken = methodsByPath.get(path) ?? [];
    fastify.route({ method: METHODS.filter((method) => !taken.includes(method)), url: path, handler: fallback });
  }
}
