import { setImmediate } from 'node:timers/promises';
import { Command } from 'commander';
import type { StoreLocation } from '../app/services.ts';
import { type AccountReport, copyStore } from '../domain/transfer/copy-store.ts';
import { escapeInvisible } from '../lib/visible-text.ts';
import { OperatorError } from '../ports/operator-error.ts';
import { type CommandContext, CommandError, Interrupted, ReportedFailure, UsageError } from './command-context.ts';
import { startProgress } from './progress.ts';
import { referenceOf } from './with-account.ts';

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
    .action((flags) => copy(context, flags));
}

async function copy(
  context: CommandContext,
  { from, to, account, json = false }: { from: string; to: string; account?: string; json?: boolean },
): Promise<void> {
  const [sourceLocation, targetLocation] = [parseLocation(context, '--from', from), parseLocation(context, '--to', to)];
  const { describeStore, isSameStore, openCopySource, openCopyTarget } = await context.loadServices();
  const [sourceName, targetName] = [describeStore(sourceLocation), describeStore(targetLocation)];
  if (isSameStore(sourceLocation, targetLocation)) {
    throw new UsageError(`--from and --to are the same store, ${sourceName}.`);
  }
  const stopRequest = context.stopRequest();
  const print = (event: object, text: string) =>
    context.print(json ? `${escapeInvisible(JSON.stringify(event))}\n` : text);
  await using source = await opened('--from', sourceName, () => openCopySource(sourceLocation));
  await using target = await opened('--to', targetName, () => openCopyTarget(targetLocation));
  context.explain(`From ${sourceName} to ${targetName}\n`);
  let progress: ReturnType<typeof startProgress> | undefined;
  const reports: AccountReport[] = [];
  let complete = false;
  try {
    const copying = copyStore({
      ...{ source: source.records, target: target.records },
      accountName: account === undefined ? undefined : referenceOf(account),
      begin(total) {
        progress = startProgress(context, { name: 'copying', unit: 'records to write and compare', total }, { json });
      },
      skip: (count) => progress?.skip(count),
      async advance(count) {
        progress?.advance(count);
        // A store may run on this thread, so signals are only handled when the event loop ticks.
        await setImmediate();
        if (!stopRequest.aborted) return;
        throw new Interrupted('stopped. Run the same command again to continue, without duplicates.');
      },
    });
    for await (const report of copying) reports.push(report);
    complete = reports.every(({ wrong }) => wrong === 0);
  } finally {
    progress?.end();
    for (const report of reports) print(presentReport(report), readableReport(report));
    print({ event: 'end', interrupted: stopRequest.aborted, accounts: reports.length, complete }, '');
  }
  if (!complete) throw new ReportedFailure();
  if (json) return;
  const embedderIds = [...new Set(reports.flatMap((report) => report.embedderIds))];
  const remark = `The vectors are from ${embedderIds.join(', ')}: a server with another embedder finds those memories by keyword only, until it has re-embedded them.`;
  const counted = `${reports.length} account${reports.length === 1 ? '' : 's'} copied and compared.`;
  context.explain(`${counted}${embedderIds.length === 0 ? '' : ` ${remark}`}\n`);
}

/** Opens a store. The message of an error contains the option instead of the variable. */
async function opened<Store extends { close(): Promise<void> }>(
  option: string,
  name: string,
  open: () => Promise<Store>,
) {
  try {
    const store = await open();
    return { ...store, [Symbol.asyncDispose]: () => store.close() };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const message = error.message.replaceAll(/MNEMA_(DATA_DIR|MONGODB_URI)/g, option);
    throw new CommandError(`${option} ${name}: ${message}`, { cause: error });
  }
}

function parseLocation({ readConfig }: CommandContext, option: string, text: string): StoreLocation {
  if (text === 'configured') return readConfig();
  if (/^mongodb(\+srv)?:\/\//.test(text)) return { mongodbUri: text, dataDirectory: '' };
  const dataDirectory = text.replace(/^sqlite:/, '');
  // A URL of another kind is probably not meant to be a directory.
  if (dataDirectory !== '' && !/^[a-z][a-z0-9+]*:\/\//i.test(dataDirectory))
    return { mongodbUri: undefined, dataDirectory };
  throw new UsageError(
    `${option} must be a data directory, sqlite:<directory>, mongodb://…, mongodb+srv://…, or configured.`,
  );
}

function readableReport({ account, memories, records, wrong, examples }: AccountReport): string {
  const name = escapeInvisible(account.email ?? account.phone ?? account.id);
  if (wrong === 0) return `${name}: complete; ${memories} memories, ${records} records with them\n`;
  const lines = [
    `${name}: NOT COMPLETE; ${wrong} of ${records} records are missing or different in the target`,
    `among them are ${escapeInvisible(examples.join(', '))}`,
    'an account that is not in the target yet is created when its copy is complete: run it again',
  ];
  return `${lines.join('\n  ')}\n`;
}

function presentReport({ account: { id, email, phone }, embedderIds: embedders, ...counts }: AccountReport): object {
  return { event: 'account', id, email, phone, complete: counts.wrong === 0, ...counts, embedders };
}
