import { ApiError } from '@almanac/client';
import { ERROR_STATUS, type ErrorCode, problemsOf } from '@almanac/contracts';
import type { TSchema } from 'typebox';

/** A reply fits its own schema, field by field. */
export const expectValid = (schema: TSchema, data: unknown): void => expect(problemsOf(schema, data)).toEqual([]);

/** A call is refused with this code, its status, a message, and the request id in body and header; returns the error. */
export async function expectRefused(call: Promise<unknown>, code: ErrorCode): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError))
    throw new Error(`Expected ${code}, got ${error === undefined ? 'a success' : String(error)}.`);
  expect({ code: error.code, status: error.status }).toEqual({ code, status: ERROR_STATUS[code] });
  expect(error.message.length).toBeGreaterThan(10);
  expect(error.requestID).toBe(error.headers.get('x-request-id'));
  return error;
}
