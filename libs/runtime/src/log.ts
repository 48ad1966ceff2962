import { type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/** One JSON line per event on stdout. Keys, tokens and e-mail addresses are never logged; these paths are blanked in case. */
export const createLog = (app: string, level = 'info'): Log =>
  pino({
    base: { app },
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['token', 'authorization', 'email', '*.token', '*.authorization', '*.email'], censor: '…' },
  });
