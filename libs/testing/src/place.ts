import { mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout, from libs/testing/src or libs/testing/dist. */
export const ROOT = join(__dirname, '../../..');
/** The secrets of every test world; nothing outside this machine ever sees them. */
export const TEST_ROLE_SECRET = 'test-role-secret-test-role-secret';
export const TEST_PEPPER = 'test-pepper-test-pepper-test-pepper';

/** The folder of this test run: servers' data, logs, and what is running. Set by the global set-up. */
export function testDir(): string {
  const dir = process.env.ALMANAC_TEST_DIR;
  if (!dir) throw new Error('ALMANAC_TEST_DIR is not set: run the tests with `npm test` or `npx jest` from the root.');
  return dir;
}

export const workerName = () => `worker-${process.env.JEST_WORKER_ID ?? '1'}`;

export function writeFact(name: string, value: unknown): void {
  const file = join(testDir(), `${name}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(value));
  renameSync(`${file}.part`, file);
}

export function readFact<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(testDir(), `${name}.json`), 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** An open log file below the run's folder, for a child's output. */
export function logFile(name: string): number {
  mkdirSync(join(testDir(), 'logs'), { recursive: true });
  return openSync(join(testDir(), 'logs', `${name}.log`), 'a');
}
