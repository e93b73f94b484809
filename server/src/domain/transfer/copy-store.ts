import { setImmediate } from 'node:timers/promises';
import type { AccountRecord, RecordKind, RecordReader, RecordStore } from '../../ports/records.ts';
import { type AccountReport, checkAccount } from './check-account.ts';
import { chooseAccounts, rejectConflict } from './choose-accounts.ts';
import { findDeletedWebhooks, withoutDeleted } from './deleted-webhooks.ts';
import { putRecords } from './put-records.ts';
import { recordPages } from './record-pages.ts';

export interface CopyObserver {
  /** `total` counts memories and requests. */
  begin(part: { name: 'copying' | 'checking'; total: number }): void;
  advance(count: number): void;
  /** Called with the number of records that the target already had. */
  skip(count: number): void;
  end(): void;
  checked(report: AccountReport): void;
}

export interface CopyResult {
  reports: AccountReport[];
  /** The copy was stopped before its end. Another run continues it. */
  isInterrupted: boolean;
}

interface CopyOptions {
  source: RecordReader;
  target: RecordStore;
  /** Id, email or phone; undefined for all accounts. */
  accountName: string | undefined;
  observer: CopyObserver;
  /** Called between batches. */
  isStopping(): boolean;
}

class Stopped extends Error {}

/**
 * Copies accounts with all their records, then reads the records back and compares them. Records that the target has
 * are not written again, so that the next run completes an interrupted one. Newer memories at the target stay, and
 * webhooks that were deleted there are not copied again.
 * @throws {DomainError} `not_found` for an account that does not exist, `conflict` when its email, phone or id belongs
 *   to another account at the target; then nothing was written
 */
export async function copyStore(options: CopyOptions): Promise<CopyResult> {
  const { source, target, observer } = options;
  /** A store may run on this thread, so signals are only handled when the event loop ticks. */
  const checkpoint = async () => {
    await setImmediate();
    if (options.isStopping()) throw new Stopped();
  };
  const records = await chooseAccounts(source, options.accountName);
  for (const record of records) await rejectConflict(record, target);
  const reports: AccountReport[] = [];
  try {
    let total = 0;
    for (const { account } of records) {
      const counted = await source.count(account.id);
      total += counted.memories + counted.requests;
      await checkpoint();
    }
    observer.begin({ name: 'copying', total });
    for (const record of records) await copyAccount({ source, target, observer, checkpoint }, record);
    observer.end();
    observer.begin({ name: 'checking', total });
    for (const record of records) {
      const advance = (count: number) => observer.advance(count);
      const report = await checkAccount({ source, target, advance, checkpoint }, record);
      reports.push(report);
      observer.checked(report);
    }
    observer.end();
    return { reports, isInterrupted: false };
  } catch (error) {
    observer.end();
    if (error instanceof Stopped) return { reports, isInterrupted: true };
    throw error;
  }
}

type Run = Pick<CopyOptions, 'source' | 'target' | 'observer'> & { checkpoint(): Promise<void> };

/**
 * Copies the keys last, so that no program uses an account before its memories exist. Webhooks come before their
 * deliveries, and after the memories whose text these may need.
 */
async function copyAccount(run: Run, record: AccountRecord): Promise<void> {
  const { id } = record.account;
  await run.checkpoint();
  if ((await run.target.addAccount(record)) === 'taken') {
    throw new Error(`the email or phone of ${id} belongs to another account`);
  }
  const kinds = ['memory', 'deletion', 'request', 'month', 'day', 'audit', 'webhook', 'delivery', 'key'] as const;
  const deletedWebhooks = await findDeletedWebhooks(run.target, id);
  for (const kind of kinds) await copyRecords(run, kind, id, deletedWebhooks);
}

async function copyRecords(
  { source, target, observer, checkpoint }: Run,
  kind: RecordKind,
  accountId: string,
  deletedWebhooks: ReadonlySet<string>,
): Promise<void> {
  for await (const records of recordPages(source, kind, accountId)) {
    await checkpoint();
    const written = await putRecords(target, kind, accountId, withoutDeleted(kind, records, deletedWebhooks));
    if (kind !== 'memory' && kind !== 'request') continue;
    observer.skip(records.length - written);
    observer.advance(written);
  }
}
