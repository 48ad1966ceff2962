/** Every error code of the API with its HTTP status: the one table. Services speak codes; only the gateway speaks numbers. */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_filter: 400,
  filter_too_deep: 400,
  identifier_required: 400,
  identifier_conflict: 400,
  identifier_ambiguous: 400,
  cursor_mismatch: 400,
  cursor_expired: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  forbidden: 403,
  link_invalid: 403,
  company_not_found: 404,
  person_not_found: 404,
  requirement_not_met: 404,
  no_category_data: 404,
  market_map_not_found: 404,
  export_not_found: 404,
  export_not_ready: 404,
  chunk_not_found: 404,
  team_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  rate_limited: 429,
  too_many_searches: 429,
  headers_too_large: 431,
  internal: 500,
  search_unavailable: 503,
  service_unavailable: 503,
  timeout: 504,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes that only travel between services: each becomes `service_unavailable` or `invalid_request` before a client sees it. */
export const INTERNAL_CODES = ['owner_dead', 'cancelled', 'not_found', 'conflict'] as const;
export type BusCode = ErrorCode | (typeof INTERNAL_CODES)[number];

export interface ErrorDetail {
  path?: string;
  message?: string;
  suggestions?: string[];
  [key: string]: unknown;
}

/** An expected failure: a code, one sentence that says what to do next, and the places it is about. */
export class AlmanacError extends Error {
  override readonly name = 'AlmanacError';
  constructor(
    readonly code: BusCode,
    message: string,
    readonly details?: ErrorDetail[],
    /** Whole seconds after which trying again makes sense; sent as `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** `throw fail('company_not_found', 'No company has …')`. */
export const fail = (code: BusCode, message: string, details?: ErrorDetail[], retryAfterSeconds?: number) =>
  new AlmanacError(code, message, details, retryAfterSeconds);

export const isBusCode = (code: unknown): code is BusCode =>
  typeof code === 'string' &&
  (Object.hasOwn(ERROR_STATUS, code) || (INTERNAL_CODES as readonly string[]).includes(code));
