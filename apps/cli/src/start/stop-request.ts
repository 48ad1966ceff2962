/** How often the launcher looks whether npm is still there. */
const PARENT_CHECK_MS = 500;

export interface StopSources {
  env: Record<string, string | undefined>;
  process: NodeJS.Process;
  stdout: NodeJS.WritableStream;
}

/**
 * Resolves with the reason when this process should stop: SIGINT, SIGTERM, SIGHUP, a reader of our output that went
 * away, or npm having died without a word (it starts us by `exec node …`, so it is our parent).
 */
export function stopRequest({ process, stdout, env }: StopSources): Promise<string> {
  return new Promise((resolve) => {
    // Kept for good: npm passes a Ctrl-C on that the terminal has already sent, and the second may not end us midway.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    stdout.on('error', () => resolve('output closed'));
    if (!env.npm_lifecycle_event) return;
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid !== parent) resolve('npm is gone');
    }, PARENT_CHECK_MS);
    timer.unref();
  });
}
