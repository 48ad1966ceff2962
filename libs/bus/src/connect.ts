import { fail } from '@almanac/contracts';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Bus } from './client';

export interface BusOptions {
  /** `nats://user:password@host:port`, several separated by commas. */
  url: string;
  /** Shown in the server's monitoring. */
  name: string;
  /** Told once for each loss and return of the connection. */
  onStatus?: (status: 'disconnect' | 'reconnect') => void;
}

/** Connects for the life of the process: reconnects for ever, each 100 ms at first. Throws a sentence when no server answers. */
export async function connectBus(options: BusOptions): Promise<Bus> {
  let connection: NatsConnection;
  try {
    connection = await connect({
      servers: options.url.split(','),
      name: options.name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      reconnectJitter: 50,
      pingInterval: 10_000,
      maxPingOut: 2,
      // Traces of pending promises cost a third of the throughput.
      noAsyncTraces: true,
    });
  } catch (error) {
    throw fail(
      'service_unavailable',
      `No NATS server answers at ${withoutPassword(options.url)} (${(error as Error).message}): start one or set NATS_URL.`,
    );
  }
  return new Bus(connection, options.onStatus);
}

const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/g, '//…@');
