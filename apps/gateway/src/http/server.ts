import type { Socket } from 'node:net';
import { BODY_BYTES_MAX, ERROR_STATUS, type ErrorCode, fail } from '@almanac/contracts';
import type { Log } from '@almanac/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors';
import { requestIDOf } from './request-id';

/** Node counts the request line with the headers: room for a URL at its limit and 32 KiB of headers. */
const HEADER_BYTES_MAX = 48 * 1024;

/** Fastify's settings with every risky default written out. */
export const fastifyOptions = (log: Log) => ({
  logger: false as const,
  bodyLimit: BODY_BYTES_MAX,
  exposeHeadRoutes: false,
  return503OnClosing: false,
  forceCloseConnections: 'idle' as const,
  requestTimeout: 30_000,
  connectionTimeout: 0,
  keepAliveTimeout: 72_000,
  http: { maxHeaderSize: HEADER_BYTES_MAX, headersTimeout: 10_000 },
  // Queries are read strictly, by the contract, in http/convert.ts.
  routerOptions: {
    maxParamLength: 1_000,
    querystringParser: () => ({}),
    ignoreTrailingSlash: false,
    caseSensitive: true,
  },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => refuseConnection(error, socket),
  frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    sendError(
      reply,
      fail('invalid_request', `The URL cannot be read: ${error.message}`),
      requestIDOf(request.headers['x-request-id']),
      log,
    );
  },
});

/** Bytes that are not HTTP, or headers past the limit: there is no request to answer, so the reply is written raw. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_request';
  const requestID = requestIDOf(undefined);
  const message =
    code === 'headers_too_large'
      ? `The request line and headers take more than ${HEADER_BYTES_MAX} bytes.`
      : 'The request is not HTTP/1.1.';
  const body = JSON.stringify({ message, code, requestID });
  const status =
    code === 'headers_too_large' ? '431 Request Header Fields Too Large' : `${ERROR_STATUS[code]} Bad Request`;
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestID}\r\nconnection: close\r\n\r\n${body}`,
  );
}
