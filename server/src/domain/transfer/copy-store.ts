import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../ports/errors.ts';
import { type Reader, Taken } from '../../ports/record-store.ts';
import { listAccounts } from '../accounts/account-records.ts';
import { accounts, foldEmail, type StoredAccount } from '../accounts/kinds.ts';
import { memories } from '../memories/kinds.ts';
import { requests } from '../usage/kinds.ts';
import { digestOf, type MemoryCopy } from './copy-memories.ts';
import { type CopyName, type CopySource, type CopyTarget, copyNames, isSame, ruleOf } from './copy-records.ts';

/** The numbers of records that are the same in both stores, differ, or are only in one of them. */
export interface Counts {
  same: number;
  different: number;
  missing: number;
  only_at_target: number;
}

/** The comparison of an account with its copy at the target. */
export interface AccountReport {
  account: StoredAccount;
  counts: Record<CopyName, Counts>;
  /** Checksums over the memories in the order of their ids. */
  checksums: { source: string; target: string };
  /** Embedders whose vectors were copied. */
  embedderIds: string[];
  /** Some ids of memories that are missing or different at the target. */
  wrongIds: string[];
  isComplete: boolean;
}

export interface CopyObserver {
  /** `total` counts memories and requests. */
  begin(part: { name: 'copying' | 'checking'; total: number }): void;
  advance(count: number): void;
  /** Called with the number of records that the target already had. */
  skip(count: number): void;
  end(): void;
  checked(report: AccountReport): void;
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
 * Copies the records of accounts, reads them back and compares them. An account is created at the target when all its
 * records are there, so that nobody uses it before. Until then, another run writes what is missing or has changed; later
 * it only compares.
 * @returns `isInterrupted` if the copy was stopped before its end; another run continues it
 * @throws {DomainError} `not_found` for an account that does not exist, `conflict` when its email, phone or id belongs
 *   to another account at the target; then nothing was written
 */
export async function copyStore(options: CopyOptions): Promise<{ reports: AccountReport[]; isInterrupted: boolean }> {
  const { source, target, observer } = options;
  const chosen = await chooseAccounts(source, options.accountName);
  for (const account of chosen) await rejectConflict(account, target);
  const reports: AccountReport[] = [];
  try {
    let total = 0;
    for (const { id } of chosen) {
      total += await countOf(source, id);
      await checkpoint(options);
    }
    observer.begin({ name: 'copying', total });
    for (const account of chosen) await copyRecords(options, account);
    observer.end();
    observer.begin({ name: 'checking', total });
    for (const account of chosen) {
      const report = await checkAccount(options, account);
      reports.push(report);
      if (report.isComplete) await createAccount(target, account);
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

/** A store may run on this thread, so signals are only handled when the event loop ticks. */
async function checkpoint({ isStopping }: Pick<CopyOptions, 'isStopping'>): Promise<void> {
  await setImmediate();
  if (isStopping()) throw new Stopped();
}

async function copyRecords(options: CopyOptions, { id: accountId }: StoredAccount): Promise<void> {
  const { target, observer } = options;
  if (await target.get(accounts, { id: accountId })) return observer.skip(await countOf(options.source, accountId));
  for await (const { name, page } of pagesOf(options, accountId)) {
    const written = await putCopies(target, { accountId, name, now: options.now() }, page);
    if (!isCounted(name)) continue;
    observer.skip(page.length - written);
    observer.advance(written);
  }
}

const isCounted = (name: CopyName) => name === 'memories' || name === 'requests';

async function countOf(source: Reader, accountId: string): Promise<number> {
  const of = [accountId];
  return (await source.count(memories, 'key', { of })) + (await source.count(requests, 'key', { of }));
}

/** Reads the records that are copied. A worker at the target may remove memories that have expired. */
async function* pagesOf(options: CopyOptions, accountId: string): AsyncGenerator<{ name: CopyName; page: object[] }> {
  for (const name of copyNames) {
    for (let after: unknown; after !== null; ) {
      const { page, next } = await options.source.query(accountId, 'copyPage', { accountId, name, after });
      await checkpoint(options);
      const isLeft = ({ memory }: Partial<MemoryCopy>) => (memory?.expiresAt ?? Infinity) > options.now();
      const left = page.filter(isLeft);
      if (left.length > 0) yield { name, page: left };
      after = next;
    }
  }
}

const maxAttempts = 3;

/** Writes records, and those that are unfinished again. @returns the number of records that were missing or different */
export async function putCopies(
  target: CopyTarget,
  { accountId, ...input }: { accountId: string; name: CopyName; now: number },
  page: readonly object[],
): Promise<number> {
  let written = 0;
  let attempts = 0;
  for (let left = page; left.length > 0; ) {
    try {
      const done = await target.run(accountId, 'copyRecords', { ...input, records: left });
      written += done.written;
      left = done.unfinished;
    } catch (error) {
      // Another copy has written one of the records in the meantime.
      if (!(error instanceof Taken) || ++attempts === maxAttempts) throw error;
    }
  }
  return written;
}

async function createAccount(target: CopyTarget, account: StoredAccount): Promise<void> {
  if (await target.get(accounts, { id: account.id })) return;
  if ((await target.run(account.id, 'copyAccount', account)) === 'created') return;
  throw new Error(`the email or phone of ${account.id} belongs to another account`);
}

const maxWrongIds = 10;

/** Reads all records of an account back from the target, and compares them with the source. */
async function checkAccount(options: CopyOptions, account: StoredAccount): Promise<AccountReport> {
  const { target, observer } = options;
  const { id } = account;
  const none: Counts = { same: 0, different: 0, missing: 0, only_at_target: 0 };
  const counts = Object.fromEntries(copyNames.map((name) => [name, { ...none }])) as AccountReport['counts'];
  const hashes = { source: createHash('sha256'), target: createHash('sha256') };
  const embedderIds = new Set<string>();
  const wrongIds: string[] = [];
  for await (const { name, page } of pagesOf(options, id)) {
    const copies = await target.query(id, 'findCopies', { name, records: page });
    for (const [at, original] of page.entries()) {
      const copy = copies[at];
      const likeness = copy ? (isSame(name, original, copy) ? 'same' : 'different') : 'missing';
      counts[name][likeness]++;
      if (name !== 'memories') continue;
      const { memory, vectors } = original as MemoryCopy;
      if (likeness !== 'same' && wrongIds.length < maxWrongIds) wrongIds.push(memory.id);
      hashes.source.update(digestOf(original as MemoryCopy));
      if (copy) hashes.target.update(digestOf(copy as MemoryCopy));
      if (memory.embedderId !== null && vectors.length > 0) embedderIds.add(memory.embedderId);
    }
    if (isCounted(name)) observer.advance(page.length);
  }
  for (const name of copyNames) {
    const { kind, where = {} } = ruleOf(name);
    const { same, different } = counts[name];
    counts[name].only_at_target = Math.max(
      0,
      (await target.count(kind, 'key', { of: [id], where })) - same - different,
    );
  }
  // Items of a deletion are gone when a worker has verified it.
  const { deletion_items: _, ...compared } = counts;
  return {
    ...{ account, counts, wrongIds, embedderIds: [...embedderIds].sort() },
    checksums: { source: hashes.source.digest('hex'), target: hashes.target.digest('hex') },
    isComplete: Object.values(compared).every(({ different, missing }) => different + missing === 0),
  };
}

/** Finds the accounts to copy, oldest first, without those that are being deleted. @throws {DomainError} `not_found` */
async function chooseAccounts(source: Reader, name: string | undefined): Promise<StoredAccount[]> {
  if (name !== undefined) {
    const [found] = await findAccounts(source, { id: name, emailFolded: foldEmail(name), phone: name });
    if (found?.deletionId === null) return [found];
    throw new DomainError('not_found', `The source has no account ${name}.`);
  }
  return listAccounts(source);
}

type Names = Pick<StoredAccount, 'id' | 'emailFolded' | 'phone'>;

/** Finds the accounts that have an id, an email or a phone. */
async function findAccounts(reader: Reader, { id, emailFolded, phone }: Names): Promise<StoredAccount[]> {
  const byId = await reader.get(accounts, { id });
  const byEmail = emailFolded === null ? [] : await reader.scan(accounts, 'email', { of: [emailFolded], limit: 1 });
  const byPhone = phone === null ? [] : await reader.scan(accounts, 'phone', { of: [phone], limit: 1 });
  return [...(byId ? [byId] : []), ...byEmail, ...byPhone];
}

/** @throws {DomainError} `conflict` if another account at the target has the email, phone or id of the account */
async function rejectConflict(account: StoredAccount, target: Reader): Promise<void> {
  for (const other of await findAccounts(target, account)) {
    const { id, emailFolded, phone } = other;
    const isSame = (one: string | null, given: string | null) => one !== null && one === given;
    const isAlike = isSame(emailFolded, account.emailFolded) || isSame(phone, account.phone);
    if (id === account.id && isAlike) continue;
    const name = other.email ?? phone ?? 'without an address';
    throw new DomainError(
      'conflict',
      `The target already has a different account ${name} (${id}; in the source ${account.id}). Nothing was copied, because the stores are not copies of each other.`,
    );
  }
}
