import type { LimitClass } from './contract';

/** Requests per second and customer; a burst is five seconds' worth; 0 means no limit. Each gateway takes its share. */
export const RATE_LIMITS: Record<LimitClass, number> = { enrich: 100, bulk: 10, list: 50, search: 20, other: 20 };
export const RATE_BURST_SECONDS = 5;

export const BODY_BYTES_MAX = 1024 * 1024;
export const URL_BYTES_MAX = 16 * 1024;
export const PARAMETERS_MAX = 1_000;
export const JSON_DEPTH_MAX = 256;
/** A reply, all its parts together. */
export const REPLY_BYTES_MAX = 64 * 1024 * 1024;
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;
