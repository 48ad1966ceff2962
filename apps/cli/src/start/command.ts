import type { Command } from 'commander';
import { launch } from './launcher';
import { sayTo } from './say';
import { stopRequest } from './stop-request';

export function startCommand(program: Command, env: Record<string, string | undefined>): void {
  program
    .command('start')
    .description('find or start PostgreSQL and NATS, start every app, and keep them up until Ctrl-C')
    .option('--fresh', 'start over: delete the data and keys of earlier starts', false)
    .option('--no-demo-data', 'leave an empty catalog empty, for records of your own')
    .addHelpText(
      'after',
      '\nSettings: PORT, HOST, DATABASE_URL, NATS_URL, ALMANAC_DIR (apps/cli/README.md).\n\nExamples:\n  almanac start\n  PORT=9000 almanac start --fresh',
    )
    .action(async ({ fresh, demoData }: { fresh: boolean; demoData: boolean }) => {
      const { stdout } = process;
      const colors = Boolean(stdout.isTTY) && !env.NO_COLOR;
      const say = sayTo((text) => stdout.write(text), colors);
      await launch({ env, fresh, demoData, say, stopRequest: stopRequest({ process, stdout, env }) });
    });
}
