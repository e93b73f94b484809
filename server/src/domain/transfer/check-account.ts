import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../accounts/kinds.ts';
import { accounts, type StoredAccount } from '../accounts/kinds.ts';
import { memories } from '../memories/kinds.ts';
import { compareMemories, fingerprint, type Likeness } from './compare-memories.ts';
import type { CopySource } from './copy-commands.ts';
import { type CopyName, copyNames, findCopies, ruleOf } from './copy-rules.ts';
import { findDeletedWebhooks, withoutDeleted } from './deleted-webhooks.ts';
import { memoryPages, recordPages } from './record-pages.ts';

interface Counts {
  same: number;
  /** Includes records that have an earlier state at the target, and counts that are smaller there. */
  missing: number;
}

interface MemoryReport {
  memories: Record<Likeness, number> & {
    missing: number;
    /** Memories at the target that are not in the source. */
    onlyAtTarget: number;
  };
  /** Checksums over the memories in the order of their ids. They are equal if and only if all memories are equal. */
  checksums: { source: string; target: string };
  /** Embedders whose vectors were copied. */
  embedderIds: string[];
  /** Some ids of memories that are missing, older or different at the target. */
  wrongIds: string[];
}

/** The comparison of an account with its copy at the target, without webhooks that were deleted there. */
export interface AccountReport extends MemoryReport, Record<CopyName, Counts> {
  account: Account;
  /** Data of the account that differ from the source, because the account already existed at the target. */
  keptAtTarget: (typeof keptFields)[number][1][];
  isComplete: boolean;
}

interface CheckOptions {
  source: CopySource;
  target: CopySource;
  /** Called with the number of memories or requests that were compared. */
  advance(count: number): void;
  /** Called between batches. It may throw to end the check. */
  checkpoint(): Promise<void>;
}

const maxWrongIds = 10;

/** The fields that an account at the target keeps, with their names in the report. */
const keptFields = [
  ['plan', 'plan'],
  ['limits', 'limits'],
  ['passwordHash', 'password'],
  ['suspendedAt', 'suspension'],
] as const;

/** Reads all records of an account back from the target, and compares them with the source. */
export async function checkAccount(options: CheckOptions, account: StoredAccount): Promise<AccountReport> {
  const { id } = account;
  const memoryReport = await checkMemories(options, id);
  const deletedWebhooks = await findDeletedWebhooks(options.target, id);
  const counts = {} as Record<CopyName, Counts>;
  for (const name of copyNames) counts[name] = await checkRecords(options, name, id, deletedWebhooks);
  const found = await options.target.get(accounts, { id });
  const keptAtTarget = keptFields.flatMap(([field, name]) =>
    isDeepStrictEqual(found?.[field], account[field]) ? [] : name,
  );
  const { different, older, missing } = memoryReport.memories;
  const lacking = Object.values(counts).reduce((sum, one) => sum + one.missing, different + older + missing);
  return { account, keptAtTarget, ...memoryReport, ...counts, isComplete: found !== undefined && lacking === 0 };
}

async function checkRecords(
  { source, target, advance, checkpoint }: CheckOptions,
  name: CopyName,
  accountId: string,
  deletedWebhooks: ReadonlySet<string>,
): Promise<Counts> {
  const { merge, isKept = (original, copy) => merge?.(original, copy) === undefined } = ruleOf(name);
  const counts = { same: 0, missing: 0 };
  for await (const page of recordPages(source, name, accountId)) {
    await checkpoint();
    const originals = withoutDeleted(name, page, deletedWebhooks);
    const copies = await findCopies(target, name, originals);
    for (const [at, original] of originals.entries()) {
      const copy = copies[at];
      counts[copy && isKept(original, copy) ? 'same' : 'missing']++;
    }
    if (name === 'requests') advance(originals.length);
  }
  return counts;
}

async function checkMemories(
  { source, target, advance, checkpoint }: CheckOptions,
  accountId: string,
): Promise<MemoryReport> {
  const hashes = { source: createHash('sha256'), target: createHash('sha256') };
  const counts = { same: 0, 're-embedded': 0, newer: 0, older: 0, different: 0, missing: 0 };
  const embedderIds = new Set<string>();
  const wrongIds: string[] = [];
  let found = 0;
  for await (const originals of memoryPages(source, accountId)) {
    await checkpoint();
    const keys = originals.map(({ memory }) => ({ accountId, id: memory.id }));
    const copies = await target.query(accountId, 'findMemories', keys);
    const copyOf = new Map(copies.map((copy) => [copy.memory.id, copy]));
    found += copies.length;
    for (const original of originals) {
      const { id, embedderId } = original.memory;
      const copy = copyOf.get(id);
      const likeness = copy ? compareMemories(original, copy) : 'missing';
      counts[likeness]++;
      const isWrong = ['older', 'different', 'missing'].includes(likeness);
      if (isWrong && wrongIds.length < maxWrongIds) wrongIds.push(id);
      hashes.source.update(fingerprint(original));
      if (copy) hashes.target.update(fingerprint(copy));
      if (embedderId !== null && original.vectors.length > 0) embedderIds.add(embedderId);
    }
    advance(originals.length);
  }
  const onlyAtTarget = Math.max(0, (await target.count(memories, 'key', { of: [accountId] })) - found);
  const checksums = { source: hashes.source.digest('hex'), target: hashes.target.digest('hex') };
  return { memories: { ...counts, onlyAtTarget }, checksums, embedderIds: [...embedderIds].sort(), wrongIds };
}
