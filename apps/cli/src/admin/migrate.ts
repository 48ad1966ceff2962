import type { Command } from 'commander';
import { migrateAll } from '../start/migrate';
import { sayTo } from '../start/say';
import type { Context } from './context';
import { databaseOf } from './instance';

export function migrateCommand(program: Command, { env, print }: Context): void {
  program
    .command('migrate')
    .description('bring the tables and roles of a database up to date; safe to repeat')
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgres://postgres:secret@db/almanac ROLE_SECRET=… almanac migrate\nWithout DATABASE_URL it is the running instance’s.',
    )
    .action(async () => {
      const say = sayTo((text) => print(text.trimEnd()), false);
      await migrateAll({ ...databaseOf(env), env, say, signal: new AbortController().signal });
    });
}
