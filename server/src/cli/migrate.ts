import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

export function migrateCommand(context: CommandContext): Command {
  return new Command('migrate')
    .summary('bring the store up to date')
    .description(
      'Creates and updates the tables or indexes that this version needs, and waits until they can be used.\nThe server does so itself when it starts; before an upgrade of many servers do it once. With MongoDB, servers may run meanwhile.',
    )
    .action(async () => {
      const { migrateStore } = await context.loadServices();
      await migrateStore(context.readConfig(), (message) => context.explain(`${message}\n`));
      context.print('The store is up to date.\n');
    });
}
