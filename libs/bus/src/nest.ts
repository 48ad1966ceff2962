import type { Contract } from '@almanac/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { type CustomTransportStrategy, MessagePattern, Server } from '@nestjs/microservices';
import { type Handler, type ServeOptions, ServiceServer } from './serve';

/** What a handler threw, carried past Nest's exception filters, which would blur it into a generic error. */
class Thrown {
  constructor(readonly error: unknown) {}
}

/** Marks a controller method `(input, call) => Promise<Reply | output>` as the one that serves a contract. */
export function Serves(contract: Contract): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const original = descriptor.value as (...parameters: unknown[]) => unknown;
    descriptor.value = async function (this: unknown, ...parameters: unknown[]) {
      try {
        return await original.apply(this, parameters);
      } catch (error) {
        return new Thrown(error);
      }
    };
    MessagePattern(contract.subject, { contract })(target, key, descriptor);
  };
}

/** Nest's transport on the bus: every `@Serves` method of the app's controllers becomes a queue subscription. */
export class BusServer extends Server implements CustomTransportStrategy {
  private readonly server: ServiceServer;

  constructor(private readonly options: { connection: NatsConnection } & ServeOptions) {
    super();
    this.server = new ServiceServer(options.connection, options);
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    for (const [subject, handler] of this.messageHandlers) {
      const contract = handler.extras?.contract as Contract | undefined;
      if (!contract) throw new Error(`${subject} is not marked with @Serves.`);
      const handle = async (input: unknown, call: unknown) => {
        const value: unknown = await (handler as (input: unknown, call: unknown) => unknown)(input, call);
        if (value instanceof Thrown) throw value.error;
        return value;
      };
      this.server.serve({ contract, handle: handle as Handler });
    }
    // Ready means that the server has the subscriptions, not only our buffer.
    await this.options.connection.flush();
    callback();
  }

  async close(): Promise<void> {
    await this.server.drain();
  }

  on(): never {
    throw new Error('The bus has no transport events; see connectBus for its status.');
  }

  unwrap<T>(): T {
    return this.server as T;
  }
}
