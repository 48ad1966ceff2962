import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningNats, startNats } from '@almanac/runtime/servers';
import { testServers } from './database';
import { testDir } from './place';

/** A nats-server of one's own: queue groups of suites on one server would take each other's requests. */
export const testNats = (options: { maxPayloadBytes?: number; port?: number } = {}): Promise<RunningNats> =>
  startNats({ binary: testServers().natsBinary, dir: mkdtempSync(join(testDir(), 'nats-')), ...options });
