import { ConfigError } from './config';
import { createLog, type Log } from './log';

/** What an app hands to `boot` once it serves. */
export interface Running {
  /** Facts for the launcher, such as the port that was bound. */
  facts?: Record<string, unknown>;
  /** Stops accepting, finishes what is in flight, closes. */
  close(): Promise<void>;
}

export const SHUTDOWN_GRACE_MS = 15_000;

/**
 * The life of an app process: start, tell the launcher, serve, and on SIGTERM, SIGINT or the launcher's death
 * drain and exit 0. A start that fails prints one sentence and exits 1.
 */
export async function boot(app: string, start: (log: Log) => Promise<Running>): Promise<void> {
  const log = createLog(app, process.env.LOG_LEVEL || 'info');
  let running: Running | undefined;
  let stopping = false;

  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    const forced = setTimeout(() => {
      log.error(`did not drain within ${SHUTDOWN_GRACE_MS} ms`);
      process.exit(1);
    }, SHUTDOWN_GRACE_MS);
    forced.unref();
    try {
      await running?.close();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'shutdown failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // The launcher holds an IPC channel; when it dies without a word its apps must not outlive it.
  process.on('disconnect', () => void stop('launcher gone'));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });

  try {
    running = await start(log);
  } catch (error) {
    if (error instanceof ConfigError) log.fatal(error.message);
    else log.fatal({ err: error }, error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
  log.info({ ...running.facts }, 'ready');
  process.send?.({ ready: true, ...running.facts });
}
