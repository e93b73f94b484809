import { createHash } from 'node:crypto';
import type { Account } from '../../ports/account-store.ts';
import { type AccountRecord, type RecordReader, recordNames } from '../../ports/records.ts';
import { compareMemories, fingerprint, type Likeness } from './compare-memories.ts';
import { findDeletedWebhooks, withoutDeleted } from './deleted-webhooks.ts';
import { recordPages } from './record-pages.ts';
import { keepRules, type SmallKind } from './record-rules.ts';

interface Counts {
  same: number;
  missing: number;
}

/** The comparison of an account with its copy at the target. */
export interface AccountReport {
  account: Account;
  /** Data of the account that differ from the source, because the account already existed at the target. */
  keptAtTarget: ('plan' | 'limits' | 'password' | 'suspension')[];
  memories: Record<Likeness, number> & {
    missing: number;
    /** Memories at the target that are not in the source. */
    onlyAtTarget: number;
  };
  /** Checksums over the memories in the order of their ids. They are equal if and only if all memories are equal. */
  checksums: { source: string; target: string };
  /** Embedders whose vectors were copied. */
  embedderIds: string[];
  requests: Counts;
  keys: Counts;
  /** Receipts of deletions; `missing` also counts receipts that have an earlier state at the target. */
  deletions: Counts;
  auditEvents: Counts;
  /** Without those that were deleted at the target. */
  webhooks: Counts;
  /** Events that wait for a webhook. */
  deliveries: Counts;
  /** Usage of months and sums of days; `missing` counts those that are smaller at the target. */
  sums: Counts;
  /** Some ids of memories that are missing, older or different at the target. */
  wrongIds: string[];
  isComplete: boolean;
}

interface CheckOptions {
  source: RecordReader;
  target: RecordReader;
  /** Called with the number of memories or requests that were compared. */
  advance(count: number): void;
  /** Called between batches. It may throw to end the check. */
  checkpoint(): Promise<void>;
}

const maxWrongIds = 10;

/** Reads all records of an account back from the target, and compares them with the source. */
export async function checkAccount(
  options: CheckOptions,
  { account, passwordHash }: AccountRecord,
): Promise<AccountReport> {
  const memoryReport = await checkMemories(options, account.id);
  const deletedWebhooks = await findDeletedWebhooks(options.target, account.id);
  const check = (kind: SmallKind) => checkRecords({ ...options, deletedWebhooks }, kind, account.id);
  const requests = await check('request');
  const keys = await check('key');
  const months = await check('month');
  const days = await check('day');
  const others = {
    deletions: await check('deletion'),
    auditEvents: await check('audit'),
    webhooks: await check('webhook'),
    deliveries: await check('delivery'),
  };
  const sums = { same: months.same + days.same, missing: months.missing + days.missing };
  const found = (await options.target.accountsLike(account)).find((one) => one.account.id === account.id);
  const keptAtTarget: AccountReport['keptAtTarget'] = [];
  if (found?.account.plan !== account.plan) keptAtTarget.push('plan');
  if (limitsOf(found?.account) !== limitsOf(account)) keptAtTarget.push('limits');
  if (found?.passwordHash !== passwordHash) keptAtTarget.push('password');
  if ((found?.account.suspendedAt ?? null) !== account.suspendedAt) keptAtTarget.push('suspension');
  const { different, older, missing } = memoryReport.memories;
  const lackingOthers = Object.values(others).reduce((sum, one) => sum + one.missing, 0);
  const lacking = different + older + missing + requests.missing + keys.missing + sums.missing + lackingOthers;
  const isComplete = found !== undefined && lacking === 0;
  return { account, keptAtTarget, ...memoryReport, requests, keys, ...others, sums, isComplete };
}

async function checkRecords<Kind extends SmallKind>(
  { source, target, advance, checkpoint, deletedWebhooks }: CheckOptions & { deletedWebhooks: ReadonlySet<string> },
  kind: Kind,
  accountId: string,
): Promise<Counts> {
  const [isKept, nameOf] = [keepRules[kind], recordNames[kind]];
  const counts = { same: 0, missing: 0 };
  for await (const page of recordPages(source, kind, accountId)) {
    await checkpoint();
    const originals = withoutDeleted(kind, page, deletedWebhooks);
    const copies = new Map((await target.find(kind, accountId, originals)).map((copy) => [nameOf(copy), copy]));
    for (const original of originals) {
      const copy = copies.get(nameOf(original));
      counts[copy !== undefined && isKept(original, copy) ? 'same' : 'missing']++;
    }
    if (kind === 'request') advance(originals.length);
  }
  return counts;
}

async function checkMemories(
  { source, target, advance, checkpoint }: CheckOptions,
  accountId: string,
): Promise<Pick<AccountReport, 'memories' | 'checksums' | 'embedderIds' | 'wrongIds'>> {
  const hashes = { source: createHash('sha256'), target: createHash('sha256') };
  const memories = { same: 0, 're-embedded': 0, newer: 0, older: 0, different: 0, missing: 0, onlyAtTarget: 0 };
  const embedderIds = new Set<string>();
  const wrongIds: string[] = [];
  let found = 0;
  for await (const originals of recordPages(source, 'memory', accountId)) {
    await checkpoint();
    const copies = new Map((await target.find('memory', accountId, originals)).map((copy) => [copy.memory.id, copy]));
    found += copies.size;
    for (const original of originals) {
      const { id } = original.memory;
      const copy = copies.get(id);
      const likeness = copy ? compareMemories(original, copy) : 'missing';
      memories[likeness]++;
      const isWrong = ['older', 'different', 'missing'].includes(likeness);
      if (isWrong && wrongIds.length < maxWrongIds) wrongIds.push(id);
      hashes.source.update(fingerprint(original));
      if (copy) hashes.target.update(fingerprint(copy));
      for (const { embedderId } of original.vectors) embedderIds.add(embedderId);
    }
    advance(originals.length);
  }
  memories.onlyAtTarget = Math.max(0, (await target.count(accountId)).memories - found);
  const checksums = { source: hashes.source.digest('hex'), target: hashes.target.digest('hex') };
  return { memories, checksums, embedderIds: [...embedderIds].sort(), wrongIds };
}

function limitsOf(account: Account | undefined): string | undefined {
  return (
    account && JSON.stringify([account.limits.memoryWrites, account.limits.memorySearches, account.limits.endUsers])
  );
}
