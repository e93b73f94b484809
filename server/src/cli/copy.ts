import { Command } from 'commander';
import type { StoreLocation } from '../app/services.ts';
import type { Config } from '../config/config.ts';
import { type AccountReport, copyStore } from '../domain/transfer/copy-store.ts';
import { escapeInvisible } from '../lib/visible-text.ts';
import { OperatorError } from '../ports/operator-error.ts';
import { type CommandContext, CommandError, Interrupted, ReportedFailure, UsageError } from './command-context.ts';
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
A store is a data directory (sqlite:<directory>), a MongoDB URI, or "configured": the store of MNEMA_STORE and its settings, which keeps passwords out of the command line. No server may use a data directory meanwhile. An account that is already in the target is only compared. Exits with 1 when something is missing or differs, with 130 when it was interrupted.`,
    )
    .requiredOption('--from <store>', 'store to read')
    .requiredOption('--to <store>', 'store to write; created when it does not exist')
    .option('--account <email>', 'email, phone or id of the one account to copy; without it, all')
    .option('--json', 'print one JSON object a line: progress, each account, the end')
    .action((flags: CopyFlags) => copy(context, flags));
}

async function copy(context: CommandContext, { from, to, account, json = false }: CopyFlags): Promise<void> {
  const [sourceLocation, targetLocation] = [parseLocation(context, '--from', from), parseLocation(context, '--to', to)];
  const { isSameStore, openCopySource, openCopyTarget } = await context.loadServices();
  if (isSameStore(sourceLocation, targetLocation)) {
    throw new UsageError(`--from and --to are the same store, ${readableLocation(sourceLocation)}.`);
  }
  let isStopping = false;
  void context.stopRequest().then(() => {
    isStopping = true;
  });
  const printEvent = (event: object) => context.print(`${escapeInvisible(JSON.stringify(event))}\n`);
  await using source = await opened('--from', sourceLocation, () => openCopySource(sourceLocation));
  await using target = await opened('--to', targetLocation, () => openCopyTarget(targetLocation));
  const progress = createProgress(context, { json });
  const { reports, isInterrupted } = await copyStore({
    ...{ source: source.store, target: target.store, accountName: account, now: context.now },
    isStopping: () => isStopping,
    observer: {
      ...progress,
      begin: (part) => progress.begin({ ...part, unit: 'memories and requests' }),
      checked: (report) => {
        if (json) printEvent(presentReport(report));
      },
    },
  });
  const isComplete = !isInterrupted && reports.every((report) => report.isComplete);
  if (json) printEvent({ event: 'end', interrupted: isInterrupted, accounts: reports.length, complete: isComplete });
  else for (const report of reports) context.print(readableReport(report));
  if (isInterrupted) throw new Interrupted('stopped. Run the same command again to continue, without duplicates.');
  if (!isComplete) throw new ReportedFailure();
  if (json) return;
  const embedderIds = [...new Set(reports.flatMap((report) => report.embedderIds))];
  const remark = `The vectors are from ${embedderIds.join(', ')}: a server with another embedder finds those memories by keyword only, until it has re-embedded them.`;
  const counted = `${reports.length} account${reports.length === 1 ? '' : 's'} copied and compared.`;
  context.explain(`${counted}${embedderIds.length === 0 ? '' : ` ${remark}`}\n`);
}

/** Opens a store. The message of an error contains the option instead of the variable. */
async function opened<Store extends { close(): Promise<void> }>(
  option: string,
  location: StoreLocation,
  open: () => Promise<Store>,
) {
  try {
    const store = await open();
    return { store, [Symbol.asyncDispose]: () => store.close() };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const message = error.message.replaceAll(/MNEMA_(DATA_DIR|MONGODB_URI)/g, option);
    throw new CommandError(`${option} ${readableLocation(location)}: ${message}`, { cause: error });
  }
}

/** Parses the value of an option that takes a store. @throws {UsageError} */
function parseLocation({ readConfig }: CommandContext, option: string, text: string): StoreLocation {
  if (text === 'configured') {
    const { mongodbUri, dataDirectory }: Config = readConfig();
    return mongodbUri === undefined
      ? { kind: 'sqlite', directory: dataDirectory }
      : { kind: 'mongodb', uri: mongodbUri };
  }
  if (/^mongodb(\+srv)?:\/\//.test(text)) return { kind: 'mongodb', uri: text };
  const directory = text.replace(/^sqlite:/, '');
  // A URL of another kind is probably not meant to be a directory.
  if (directory !== '' && !/^[a-z][a-z0-9+]*:\/\//i.test(directory)) return { kind: 'sqlite', directory };
  throw new UsageError(
    `${option} must be a data directory, sqlite:<directory>, mongodb://…, mongodb+srv://…, or configured.`,
  );
}

/** Renders a location for people, without its password. */
function readableLocation(location: StoreLocation): string {
  if (location.kind === 'sqlite') return location.directory;
  return location.uri.replace(/\/\/[^/]*@/, '//(hidden)@').replace(/\?.*/, '');
}

/** Renders the report of an account for people: one line, and remarks below it. */
function readableReport({ account, counts, isComplete, checksums, wrongIds }: AccountReport): string {
  const name = escapeInvisible(account.email ?? account.phone ?? account.id);
  const all = Object.entries(counts).map(([kind, count]) => ({ kind: kind.replace('_', ' '), ...count }));
  const found = all.flatMap(({ kind, same }) => (same > 0 ? `${kind}: ${same}, ` : []));
  const notes = all.flatMap(({ kind, different, missing, only_at_target }) => [
    ...(missing > 0 ? [`${missing} ${kind} are missing in the target`] : []),
    ...(different > 0 ? [`${different} ${kind} are different in the target`] : []),
    ...(only_at_target > 0 ? [`${only_at_target} ${kind} are only in the target`] : []),
  ]);
  if (wrongIds.length > 0) notes.push(`among the memories are ${wrongIds.join(', ')}`);
  if (!isComplete)
    notes.push('an account that is not in the target yet is created when its copy is complete: run it again');
  const verdict = isComplete ? 'complete' : 'NOT COMPLETE';
  return `${[`${name}: ${verdict}; ${found.join('')}sha256 ${checksums.source.slice(0, 16)}`, ...notes].join('\n  ')}\n`;
}

/** Renders the report of an account for programs. */
function presentReport({ account: { id, email, phone }, counts, ...report }: AccountReport): object {
  const { isComplete: complete, checksums, embedderIds: embedders, wrongIds: wrong_ids } = report;
  return { event: 'account', id, email, phone, complete, ...counts, checksums, embedders, wrong_ids };
}
