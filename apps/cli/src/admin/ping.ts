import { AlmanacError, CONTRACTS, contractsOf, serviceOf } from '@almanac/contracts';
import { Argument, type Command } from 'commander';
import { Fault } from '../fault';
import type { Context } from './context';
import { commandMeta, withBus } from './instance';

/** Services that answer on the bus. */
export const SERVICES = [...new Set(CONTRACTS.map(serviceOf))];

const PING_TIMEOUT_MS = 3_000;
/** Nobody answered; any other error is an answer. */
const SILENT: readonly string[] = ['service_unavailable', 'timeout'];

export function pingCommand(program: Command, { env, print }: Context): void {
  program
    .command('ping')
    .description('ask services for a sign of life over the bus')
    .addArgument(new Argument('[service...]', 'which ones').choices(SERVICES).default(SERVICES, 'all'))
    .addHelpText('after', '\nExamples:\n  almanac ping\n  almanac ping billing')
    .action((services: string[]) =>
      withBus(env, async (bus) => {
        for (const service of services) {
          const started = performance.now();
          const [contract] = contractsOf(service);
          try {
            // Asked for nothing in particular: that a service refuses the input shows that it is there.
            await bus.request(contract, {}, commandMeta(), { timeoutMs: PING_TIMEOUT_MS });
          } catch (error) {
            if (!(error instanceof AlmanacError)) throw error;
            if (SILENT.includes(error.code)) throw new Fault(`${service} does not answer: ${error.message}`);
          }
          print(`${service} answers in ${Math.round(performance.now() - started)} ms.`);
        }
      }),
    );
}
