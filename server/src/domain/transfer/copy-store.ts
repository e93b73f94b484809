import { untilNone } from '../../lib/until-none.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Reader, RecordStore } from '../../ports/record-store.ts';
import { type AccountCommands, findAccount, listAccounts } from '../accounts/account-records.ts';
import { accounts, type Identifier, type StoredAccount } from '../accounts/kinds.ts';
import { createAccount } from '../accounts/register-account.ts';
import { memories } from '../memories/kinds.ts';
import {
  type copyCommands,
  copyRules,
  findCopies,
  isSame,
  type MemoryCopy,
  nameOf,
  readPages,
} from './copy-records.ts';

export type CopyTarget = Reader & Pick<RecordStore<typeof copyCommands & AccountCommands>, 'run'>;

/** The comparison of an account with its copy at the target. */
export interface AccountReport {
  account: StoredAccount;
  /** The numbers of memories, and of records with them, at the source. */
  memories: number;
  records: number;
  /** The number of records that are missing or different at the target, and some of them. */
  wrong: number;
  examples: string[];
  /** Embedders whose vectors were copied. */
  embedderIds: string[];
}

interface CopyOptions {
  source: Reader;
  target: CopyTarget;
  /** undefined for all accounts. */
  accountName: { id: string } | Identifier | undefined;
  /** `total` counts each record twice: it is written and compared. */
  begin(total: number): void;
  /** Called with the number of records that need not be written, because their account is at the target. */
  skip(count: number): void;
  /** Called with the number of records after each page. It may throw to stop the copy. */
  advance(count: number): Promise<void>;
}

const maxExamples = 10;

/**
 * Copies the records of accounts, reads them back and compares them. An account is created at the target when all its
 * records are there, so that nobody uses it before. Until then, another run begins with it again; later it only compares.
 * @throws {DomainError} `not_found` for an account that does not exist, `conflict` when its email, phone or id belongs
 *   to another account at the target; then nothing was written
 */
export async function* copyStore(options: CopyOptions): AsyncGenerator<AccountReport, void> {
  const { source, target, accountName } = options;
  const chosen = await chooseAccounts(source, accountName);
  for (const account of chosen) await rejectConflict(account, target);
  const counts = new Map<StoredAccount, number>();
  for (const account of chosen) counts.set(account, await countRecords(source, account.id));
  options.begin(2 * counts.values().reduce((sum, count) => sum + count, 0));
  for (const [account, count] of counts) {
    const isNew = (await target.get(accounts, { id: account.id })) === undefined;
    if (isNew) await copyRecords(options, account.id);
    else options.skip(count);
    const report = await compare(options, account);
    if (isNew && report.wrong === 0) await addAccount(target, account);
    yield report;
  }
}

async function countRecords(source: Reader, accountId: string): Promise<number> {
  let sum = 0;
  for (const { kind, where = {} } of copyRules) sum += await source.count(kind, 'key', { of: [accountId], where });
  return sum;
}

/** Writes all records of an account, after removing those that an interrupted copy has left. */
async function copyRecords({ source, target, advance }: CopyOptions, accountId: string): Promise<void> {
  await untilNone(() => target.run(accountId, 'removeOfAccount', { accountId, id: undefined }));
  for await (const { rule, page } of readPages(source, accountId)) {
    await target.run(accountId, 'copyRecords', { accountId, name: rule.kind.name, records: page });
    if (rule.kind === memories) await target.run(accountId, 'copyVectors', page as MemoryCopy[]);
    await advance(page.length);
  }
}

async function addAccount(target: CopyTarget, account: StoredAccount): Promise<void> {
  const { id, passwordHash } = account;
  if ((await createAccount(target, { account, passwordHash })) === 'created') return;
  throw new DomainError('conflict', `The email or phone of ${id} now belongs to another account in the target.`);
}

async function compare({ source, target, advance }: CopyOptions, account: StoredAccount): Promise<AccountReport> {
  const report: AccountReport = { account, memories: 0, records: 0, wrong: 0, examples: [], embedderIds: [] };
  const embedderIds = new Set<string>();
  for await (const { rule, page } of readPages(source, account.id)) {
    const copies = await findCopies(target, rule, page);
    const wrong = page.filter((original, at) => !isSame(rule, original, copies[at]));
    report.records += page.length;
    report.wrong += wrong.length;
    const isFull = report.examples.length >= maxExamples;
    if (!isFull) report.examples.push(...wrong.slice(0, maxExamples).map((record) => nameOf(rule, record)));
    if (rule.kind === memories) {
      report.memories += page.length;
      for (const { memory } of page as MemoryCopy[]) if (memory.embedderId) embedderIds.add(memory.embedderId);
    }
    await advance(page.length);
  }
  return { ...report, embedderIds: [...embedderIds].sort() };
}

/** Finds the accounts to copy, oldest first, without those that are being deleted. @throws {DomainError} `not_found` */
async function chooseAccounts(source: Reader, name: CopyOptions['accountName']): Promise<StoredAccount[]> {
  if (name === undefined) return listAccounts(source);
  const found = await findAccount(source, name);
  if (found) return [found];
  throw new DomainError('not_found', `The source has no account ${Object.values(name).join()}.`);
}

/** @throws {DomainError} `conflict` if another account at the target has the email, phone or id of the account */
async function rejectConflict(account: StoredAccount, target: Reader): Promise<void> {
  const { id, email, emailFolded, phone } = account;
  const names = [{ id }, ...(email === null ? [] : [{ email }]), ...(phone === null ? [] : [{ phone }])];
  for (const name of names) {
    const other = await findAccount(target, name);
    if (!other || (other.id === id && other.emailFolded === emailFolded && other.phone === phone)) continue;
    throw new DomainError(
      'conflict',
      `The target already has a different account ${other.email ?? other.phone ?? 'without an address'} (${other.id}; in the source ${id}). Nothing was copied, because the stores are not copies of each other.`,
    );
  }
}
