import { AlmanacError } from '@almanac/contracts';
import { ConfigError } from '@almanac/runtime';
import { Command, CommanderError } from 'commander';
import { creditsCommands } from './admin/credits';
import { customerCommands } from './admin/customer';
import { keyCommands } from './admin/key';
import { migrateCommand } from './admin/migrate';
import { pingCommand } from './admin/ping';
import { secretsCommand } from './admin/secrets';
import { teamCommands } from './admin/team';
import { Ended, Fault, sentenceOf } from './fault';
import { generateCommand } from './generate/command';
import { importCommand } from './import/command';
import { mergeCommand } from './merge/command';
import { showCommand } from './show/command';
import { startCommand } from './start/command';
import { suggestMergesCommand } from './suggest-merges/command';

const EXIT = { ok: 0, fault: 1, usage: 2 } as const;

type Env = Record<string, string | undefined>;

export function programOf(env: Env, print: (text: string) => void): Command {
  const program = new Command('almanac')
    .description('Almanac: a company-and-people data API that a team hosts itself.')
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride();
  startCommand(program, env);
  generateCommand(program, process);
  importCommand(program, { env, print, stdin: process.stdin, stderr: process.stderr });
  mergeCommand(program, { env, print, stdin: process.stdin, stderr: process.stderr });
  const context = { env, print };
  for (const add of [
    customerCommands,
    teamCommands,
    keyCommands,
    creditsCommands,
    pingCommand,
    migrateCommand,
    secretsCommand,
    suggestMergesCommand,
    showCommand,
  ])
    add(program, context);
  inherit(program);
  return program;
}

/** Commander copies these settings only to commands that are added afterwards. */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inherit(child);
  }
}

/** Runs a command line; the answer is the exit code: 0, 1 for a fault, 2 for a wrong command line, others as commands say. */
export async function runCommand(argv: readonly string[], env: Env, print: (text: string) => void): Promise<number> {
  try {
    await programOf(env, print).parseAsync([...argv]);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Ended) return error.exitCode;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const prefix =
      error instanceof Fault || error instanceof ConfigError || error instanceof AlmanacError ? 'almanac: ' : '';
    process.stderr.write(`${prefix}${sentenceOf(error)}\n`);
    return error instanceof AlmanacError && error.code === 'invalid_request' ? EXIT.usage : EXIT.fault;
  }
}

export async function main(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head -1`) is no fault. A start stops in order instead: see stop-request.ts.
  if (argv[2] !== 'start')
    process.stdout.on('error', (error: NodeJS.ErrnoException) =>
      process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.fault),
    );
  // Not the exit code alone: what a stopped start still had under way must not hold the process.
  process.exit(await runCommand(argv, process.env, (text) => process.stdout.write(`${text}\n`)));
}
