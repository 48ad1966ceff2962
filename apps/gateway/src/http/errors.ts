import { AlmanacError, ERROR_STATUS, type ErrorCode, fail } from '@almanac/contracts';
import type { Log } from '@almanac/runtime';
import type { FastifyReply } from 'fastify';

/** What a client may see of a failure: a public code. Codes between services become the public one that fits. */
export function publicError(error: unknown): { code: ErrorCode; error: AlmanacError } {
  const known =
    error instanceof AlmanacError ? error : fail('internal', 'The service failed; the request id finds it in the log.');
  const { code } = known;
  if (Object.hasOwn(ERROR_STATUS, code)) return { code: code as ErrorCode, error: known };
  if (code === 'owner_dead' || code === 'cancelled') {
    return {
      code: 'service_unavailable',
      error: fail('service_unavailable', 'This gateway is restarting; try again.', undefined, 1),
    };
  }
  return { code: 'internal', error: fail('internal', 'The service failed; the request id finds it in the log.') };
}

/** The one shape of every error reply: `{message, code, requestID, details?}`, and `Retry-After` where waiting helps. */
export function sendError(reply: FastifyReply, thrown: unknown, requestID: string, log: Log): void {
  const { code, error } = publicError(thrown);
  const status = ERROR_STATUS[code];
  if (status === 500 || !(thrown instanceof AlmanacError)) log.error({ requestID, err: thrown }, 'request failed');
  const retryAfter = error.retryAfterSeconds ?? (status === 503 || status === 429 ? 1 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('x-request-id', requestID)
    .send(
      JSON.stringify({
        message: error.message,
        code,
        requestID,
        ...(error.details?.length ? { details: error.details } : {}),
      }),
    );
}
