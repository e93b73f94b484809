import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

export function migrateCommand(context: CommandContext): Command {
  return new Command('migrate')
    .summary('bring the store up to date')
    .description(
      'Creates and updates the tables or indexes that this version needs, and waits until they are ready.\nThe server does this when it starts; run it once before an upgrade of many servers. With MongoDB, servers may run meanwhile.',
    )
    .action(async () => {
      const { migrateStore } = await context.loadServices();
      await migrateStore(context.readConfig(), (message) => context.explain(`${message}\n`));
      context.print('The store is up to date.\n');
    });
}
