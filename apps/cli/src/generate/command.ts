import type { Command } from 'commander';

export function generateCommand(program: Command, print: (text: string) => void): void {
  program.command('generate').action(() => print('pending'));
}
