import { Command } from 'commander';
import type { BackedUp } from '../app/services.ts';
import { type CommandContext, CommandError } from './command-context.ts';

export function migrateCommand(context: CommandContext): Command {
  return new Command('migrate')
    .summary('bring the store up to date')
    .description(
      'Creates and updates the tables or indexes that this version needs, and waits until they are ready.\nThe server does this when it starts; run it once before an upgrade of many servers. With MongoDB, servers may run meanwhile.',
    )
    .action(async () => {
      const { migrateStore } = await context.loadServices();
      const { storeName, isNew } = await migrateStore(context.readConfig(), (message) =>
        context.explain(`${message}\n`),
      );
      context.print(
        isNew ? `There was no store yet. Created ${storeName}.\n` : `The store is up to date: ${storeName}\n`,
      );
    });
}

export function backupCommand(context: CommandContext): Command {
  return new Command('backup')
    .summary('copy the embedded store while a server uses it')
    .description(
      'Copies the store in MNEMA_DATA_DIR into a directory that is empty or does not exist, and verifies the copy. The copy is a consistent snapshot without deleted texts. For MongoDB, use its own tools, such as mongodump.',
    )
    .argument('<directory>', 'directory to fill')
    .action(async (directory: string) => {
      const { store, dataDirectory } = context.readConfig();
      if (store !== 'sqlite') {
        throw new CommandError('MNEMA_STORE is mongodb: use the tools of MongoDB for backups, such as mongodump.');
      }
      const { backUpStore, describeStore } = await context.loadServices();
      const copied = backUpStore(dataDirectory, directory, printStep(context));
      context.print(`Backed up ${summary(copied, describeStore({ dataDirectory, mongodbUri: undefined }))}`);
    });
}

export function restoreCommand(context: CommandContext): Command {
  return new Command('restore')
    .summary('copy a backup into a new data directory')
    .description(
      'Copies a backup of mnema backup into a data directory that is empty or does not exist, and verifies it. Then start the server with MNEMA_DATA_DIR set to that directory.',
    )
    .argument('<backup>', 'directory that mnema backup has filled')
    .argument('<directory>', 'data directory to fill')
    .action(async (backup: string, directory: string) => {
      const { restoreStore } = await context.loadServices();
      context.print(`Restored ${summary(restoreStore(backup, directory, printStep(context)), backup)}`);
    });
}

export function compactCommand(context: CommandContext): Command {
  return new Command('compact')
    .summary('erase the remains of deleted texts from the embedded store')
    .description(
      'Rewrites the store in MNEMA_DATA_DIR, which erases the copies of deleted texts that SQLite left when it moved rows. Stop the server first. While it runs, it needs free disk space of twice the size of the store. MongoDB needs no such command.',
    )
    .action(async () => {
      const { store, dataDirectory } = context.readConfig();
      if (store !== 'sqlite')
        throw new CommandError('MNEMA_STORE is mongodb, which reuses the space of deleted texts.');
      const { compactStore, describeStore } = await context.loadServices();
      const { bytesBefore, bytes } = compactStore(dataDirectory, (size, needed) =>
        context.explain(`compacting ${megabytes(size)}, which needs ${megabytes(needed)} of free disk space\n`),
      );
      const sizes = `from ${megabytes(bytesBefore)} to ${megabytes(bytes)}`;
      context.print(`Compacted the store ${describeStore({ dataDirectory, mongodbUri: undefined })} ${sizes}.\n`);
    });
}

function printStep({ explain }: CommandContext) {
  return (step: string, bytes: number) => explain(`${step} ${megabytes(bytes)}\n`);
}

function summary({ directory, bytes, memories }: BackedUp, source: string): string {
  return `${memories} memories (${megabytes(bytes)}) from ${source} to ${directory}.\n`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
