import { setImmediate } from 'node:timers/promises';
import type { StoredAccount } from '../accounts/kinds.ts';
import { deletionItems } from '../memories/deletion-kinds.ts';
import { memories } from '../memories/kinds.ts';
import { requests } from '../usage/kinds.ts';
import { type AccountReport, checkAccount } from './check-account.ts';
import { chooseAccounts, rejectConflict } from './choose-accounts.ts';
import type { CopySource, CopyTarget } from './copy-commands.ts';
import { findDeletions } from './copy-deletions.ts';
import type { MemoryCopy } from './copy-memories.ts';
import { copyNames } from './copy-rules.ts';
import { findDeletedWebhooks, withoutDeleted } from './deleted-webhooks.ts';
import { putRecords } from './put-records.ts';
import { memoryPages, recordPages } from './record-pages.ts';
import { scanPages } from './scan-pages.ts';

const maxItems = 500;

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
  source: CopySource;
  target: CopyTarget;
  /** Id, email or phone; undefined for all accounts. */
  accountName: string | undefined;
  observer: CopyObserver;
  /** Called between batches. */
  isStopping(): boolean;
  /** Returns the time, in milliseconds since the epoch. */
  now(): number;
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
  const { source, target, observer, now } = options;
  /** A store may run on this thread, so signals are only handled when the event loop ticks. */
  const checkpoint = async () => {
    await setImmediate();
    if (options.isStopping()) throw new Stopped();
  };
  const accounts = await chooseAccounts(source, options.accountName);
  for (const account of accounts) await rejectConflict(account, target);
  const reports: AccountReport[] = [];
  try {
    let total = 0;
    for (const { id } of accounts) {
      for (const kind of [memories, requests]) total += await source.count(kind, 'key', { of: [id] });
      await checkpoint();
    }
    observer.begin({ name: 'copying', total });
    for (const account of accounts) await copyAccount({ source, target, observer, now, checkpoint }, account);
    observer.end();
    observer.begin({ name: 'checking', total });
    for (const account of accounts) {
      const advance = (count: number) => observer.advance(count);
      const report = await checkAccount({ source, target, advance, checkpoint }, account);
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

type Run = Pick<CopyOptions, 'source' | 'target' | 'observer' | 'now'> & { checkpoint(): Promise<void> };

async function copyAccount(run: Run, account: StoredAccount): Promise<void> {
  const { source, target, checkpoint } = run;
  const { id: accountId } = account;
  await checkpoint();
  if ((await target.run(accountId, 'copyAccount', account)) === 'taken') {
    throw new Error(`the email or phone of ${accountId} belongs to another account`);
  }
  for await (const page of memoryPages(source, accountId)) {
    await checkpoint();
    const put = (records: readonly MemoryCopy[]) => target.run(accountId, 'copyMemories', { records, at: run.now() });
    observe(run, page, await putRecords(page, put));
  }
  for await (const items of scanPages(source, deletionItems, 'key', { of: [accountId], limit: maxItems })) {
    await checkpoint();
    await target.run(accountId, 'copyDeletionItems', { items, given: await findDeletions(source, items) });
  }
  const deletedWebhooks = await findDeletedWebhooks(target, accountId);
  for (const name of copyNames) {
    for await (const all of recordPages(source, name, accountId)) {
      await checkpoint();
      const page = withoutDeleted(name, all, deletedWebhooks);
      const written = await putRecords(page, (records) => target.run(accountId, 'copyRecords', { name, records }));
      if (name === 'requests') observe(run, page, written);
    }
  }
}

function observe({ observer }: Run, page: readonly object[], written: number): void {
  observer.skip(page.length - written);
  observer.advance(written);
}
