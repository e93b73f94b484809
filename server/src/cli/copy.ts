import { Command } from 'commander';
import type { StoreLocation } from '../app/services.ts';
import { copyStore } from '../domain/transfer/copy-store.ts';
import { escapeInvisible } from '../lib/escape-invisible.ts';
import { OperatorError } from '../ports/operator-error.ts';
import { type CommandContext, CommandError, Interrupted, ReportedFailure, UsageError } from './command-context.ts';
import { presentReport, readableReport } from './copy/copy-report.ts';
import { parseStoreLocation, readableLocation } from './copy/store-location.ts';
import { createProgress } from './progress.ts';

interface CopyFlags {
  from: string;
  to: string;
  account?: string;
  json?: boolean;
}

export function copyCommand(context: CommandContext): Command {
  return new Command('copy')
    .summary('copy accounts from one store to another')
    .description(
      `Copies accounts with their keys, memories, usage and request log, then reads everything back and compares it. Run it again to continue after an interruption, without duplicates.
A store is a data directory (sqlite:<directory>), a MongoDB URI, or "configured": the store of MNEMA_STORE and its settings, which keeps passwords out of the command line. No server may use a data directory meanwhile. A newer version of a memory in the target stays. Exits with 1 when something is missing or differs, with 130 when it was interrupted.`,
    )
    .requiredOption('--from <store>', 'store to read')
    .requiredOption('--to <store>', 'store to write; created when it does not exist')
    .option('--account <email>', 'email, phone or id of the one account to copy; without it, all')
    .option('--json', 'print one JSON object a line: progress, each account, the end')
    .action((flags: CopyFlags) => copy(context, flags));
}

async function copy(context: CommandContext, { from, to, account, json = false }: CopyFlags): Promise<void> {
  const readConfig = () => context.readConfig();
  const [sourceLocation, targetLocation] = [
    parseStoreLocation('--from', from, readConfig),
    parseStoreLocation('--to', to, readConfig),
  ];
  const { isSameStore, openCopySource, openCopyTarget } = await context.loadServices();
  if (isSameStore(sourceLocation, targetLocation)) {
    throw new UsageError(`--from and --to are the same store, ${readableLocation(sourceLocation)}.`);
  }
  let isStopping = false;
  void context.stopRequest().then(() => {
    isStopping = true;
  });
  const printEvent = (event: object) => context.print(`${escapeInvisible(JSON.stringify(event))}\n`);
  const source = await opened('--from', sourceLocation, () => openCopySource(sourceLocation));
  try {
    const target = await opened('--to', targetLocation, () => openCopyTarget(targetLocation));
    try {
      const progress = createProgress(context, { json });
      const { reports, isInterrupted } = await copyStore({
        source,
        target,
        accountName: account,
        isStopping: () => isStopping,
        now: context.now,
        observer: {
          ...progress,
          begin: (part) => progress.begin({ ...part, unit: 'memories and requests' }),
          checked: (report) => {
            if (json) printEvent(presentReport(report));
          },
        },
      });
      const isComplete = !isInterrupted && reports.every((report) => report.isComplete);
      if (json)
        printEvent({ event: 'end', interrupted: isInterrupted, accounts: reports.length, complete: isComplete });
      else for (const report of reports) context.print(readableReport(report));
      if (isInterrupted) {
        throw new Interrupted('stopped. Run the same command again to continue, without duplicates.');
      }
      if (!isComplete) throw new ReportedFailure();
      const embedderIds = [...new Set(reports.flatMap((report) => report.embedderIds))];
      if (!json) context.explain(closing(reports.length, embedderIds));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function closing(accounts: number, embedderIds: readonly string[]): string {
  const counted = `${accounts} account${accounts === 1 ? '' : 's'} copied and compared.`;
  if (embedderIds.length === 0) return `${counted}\n`;
  return `${counted} The vectors are from ${embedderIds.join(', ')}: a server with another embedder finds those memories by keyword only, until it has re-embedded them.\n`;
}

/** Opens a store. The message of an error contains the option instead of the variable. */
async function opened<Store>(option: string, location: StoreLocation, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const message = error.message.replaceAll(/MNEMA_(DATA_DIR|MONGODB_URI)/g, option);
    throw new CommandError(`${option} ${readableLocation(location)}: ${message}`, { cause: error });
  }
}
