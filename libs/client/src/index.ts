import {
  balanceGet,
  type Contract,
  companyEnrich,
  type ErrorDetail,
  type InputOf,
  type OutputOf,
  personEnrich,
} from '@almanac/contracts';
import type { TObject, TSchema } from 'typebox';

export interface ClientOptions {
  /** Such as `http://127.0.0.1:8080`. */
  url: string;
  token: string;
}
export interface CallOptions {
  idempotencyKey?: string;
  requestID?: string;
  /** An ETag: an unchanged answer is a free 304 with no data. */
  ifNoneMatch?: string;
  signal?: AbortSignal;
}

/** A success: the parsed body and what the headers say of it. `data` is undefined on 304. */
export interface Answer<T> {
  status: number;
  data: T;
  headers: Headers;
  requestID: string;
  creditsUsed?: number;
  creditsRemaining?: number;
  matchedBy?: string;
}

/** Any reply of 400 and above. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly requestID: string;
  readonly details: ErrorDetail[];

  constructor(
    readonly status: number,
    body: { code?: string; message?: string; requestID?: string; details?: ErrorDetail[] },
    readonly headers: Headers,
  ) {
    super(body.message ?? `HTTP ${status}`);
    this.code = body.code ?? 'internal';
    this.requestID = body.requestID ?? '';
    this.details = body.details ?? [];
  }
}

type AnyContract = Contract<TObject, TSchema>;

/**
 * The typed HTTP client: a method per operation, its input and output the contract's own.
 * `await client.companyEnrich({ website: 'acme.com' })`. Throws ApiError for a refusal, the runtime's own for no connection.
 */
export class AlmanacClient {
  constructor(private readonly options: ClientOptions) {}

  companyEnrich = (input: InputOf<typeof companyEnrich>, options?: CallOptions) =>
    this.call(companyEnrich, input, options);
  personEnrich = (input: InputOf<typeof personEnrich>, options?: CallOptions) =>
    this.call(personEnrich, input, options);
  balance = (input: InputOf<typeof balanceGet> = {}, options?: CallOptions) => this.call(balanceGet, input, options);

  /** Any public operation by its contract. */
  async call<C extends AnyContract>(
    contract: C,
    input: InputOf<C>,
    options: CallOptions = {},
  ): Promise<Answer<OutputOf<C>>> {
    const { http } = contract;
    if (!http) throw new Error(`${contract.name} has no HTTP path; ask its subject on NATS.`);
    const response = await fetch(`${this.options.url}${http.path}${queryOf(input as Record<string, unknown>)}`, {
      method: http.method,
      headers: {
        authorization: `Bearer ${this.options.token}`,
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        ...(options.requestID ? { 'x-request-id': options.requestID } : {}),
        ...(options.ifNoneMatch ? { 'if-none-match': options.ifNoneMatch } : {}),
      },
      signal: options.signal,
    });
    const text = await response.text();
    if (response.status >= 400) throw apiError(response, text);
    const { headers } = response;
    return {
      status: response.status,
      data: (text ? JSON.parse(text) : undefined) as OutputOf<C>,
      headers,
      requestID: headers.get('x-request-id') ?? '',
      creditsUsed: numberOf(headers.get('x-credits-used')),
      creditsRemaining: numberOf(headers.get('x-credits-remaining')),
      matchedBy: headers.get('x-matched-by') ?? undefined,
    };
  }
}

/** Lists become repeated parameters, as the API takes them. */
function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

const numberOf = (text: string | null) => (text === null ? undefined : Number(text));

function apiError(response: Response, text: string): ApiError {
  let body: ConstructorParameters<typeof ApiError>[1];
  try {
    body = JSON.parse(text);
  } catch {
    body = { message: text.slice(0, 200) };
  }
  return new ApiError(response.status, body, response.headers);
}
