import type { CommitResult, RemoveChange } from '../../ports/memory-store.ts';
import type { Transaction } from '../../ports/record-store.ts';
import { accounts } from '../accounts/kinds.ts';
import type { WebhookEvent } from '../events/kinds.ts';
import { queueEvents } from '../events/queue-events.ts';
import { findResponse, keepResponse } from '../usage/stored-responses.ts';
import { countWrites, findOverLimit, isLimited } from '../usage/write-quota.ts';
import { findTaken } from './find-taken.ts';
import { memories, type StoredMemory } from './kinds.ts';
import { type CommitPlan, idsToRead, planCommit } from './plan-commit.ts';
import type { PreparedCommit, PreparedInsert } from './prepare-commit.ts';
import { addRemoved, findReceipt } from './removal-receipts.ts';
import { removeMemories } from './remove-memories.ts';
import { insertMemory, patchMemory } from './write-memories.ts';

/** The reads of all commits of a command. */
interface CommitReads {
  isPresent(accountId: string): boolean;
  /** Finds a memory as the commits before have left it. */
  find(accountId: string, id: string): Promise<StoredMemory | undefined>;
  /** Makes {@link find} read a memory again. */
  changed(memory: StoredMemory): void;
}

/**
 * Writes each commit as a whole, or rejects it. A commit with a limited quota is alone in its command, because it locks
 * its account.
 */
export async function commitMemories(tx: Transaction, commits: readonly PreparedCommit[]): Promise<CommitResult[]> {
  const reads = await readAll(tx, commits);
  const eventsOf = new Map<string, WebhookEvent[]>();
  const results: CommitResult[] = [];
  for (const commit of commits) {
    const { accountId } = commit;
    const result = await commitOne(tx, commit, reads);
    results.push('events' in result ? { kind: 'written' } : result);
    if ('events' in result) eventsOf.set(accountId, [...(eventsOf.get(accountId) ?? []), ...result.events]);
  }
  for (const [accountId, events] of eventsOf) await queueEvents(tx, accountId, events);
  return results;
}

/** Reads the accounts and memories of all commits at once. */
async function readAll(tx: Transaction, commits: readonly PreparedCommit[]): Promise<CommitReads> {
  const ids = [...new Set(commits.map(({ accountId }) => accountId))];
  const isLocked = commits.some(({ quota }) => quota && isLimited(quota));
  const [first] = ids;
  const ofAll =
    isLocked && first !== undefined
      ? [await tx.lock(accounts, { id: first })]
      : await tx.getMany(
          accounts,
          ids.map((id) => ({ id })),
        );
  const present = new Set(ofAll.flatMap((account) => (account?.deletionId === null ? account.id : [])));
  const keys = commits.flatMap((commit) => idsToRead(commit).map((id) => ({ accountId: commit.accountId, id })));
  const found = keys.length > 0 ? await tx.getMany(memories, keys) : [];
  const nameOf = (accountId: string, id: string) => `${accountId}/${id}`;
  const known = new Map(keys.map(({ accountId, id }, at) => [nameOf(accountId, id), found[at]]));
  return {
    isPresent: (accountId) => present.has(accountId),
    async find(accountId, id) {
      const name = nameOf(accountId, id);
      return known.has(name) ? known.get(name) : tx.get(memories, { accountId, id });
    },
    changed: ({ accountId, id }) => known.delete(nameOf(accountId, id)),
  };
}

async function commitOne(
  tx: Transaction,
  commit: PreparedCommit,
  reads: CommitReads,
): Promise<Exclude<CommitResult, { kind: 'written' }> | { events: readonly WebhookEvent[] }> {
  const { accountId, idempotencyRecord, quota, deletion } = commit;
  // The account was deleted after the request or the worker had read it.
  if (!reads.isPresent(accountId)) {
    return { kind: commit.changes.some((one) => 'claim' in one) ? 'lapsed' : 'missing' };
  }
  const response = idempotencyRecord && (await findResponse(tx, accountId, idempotencyRecord.key));
  if (response) return { kind: 'replayed', response };
  const found = new Map<string, StoredMemory | undefined>();
  for (const id of idsToRead(commit)) found.set(id, await reads.find(accountId, id));
  const plan = planCommit(commit, (id) => found.get(id));
  if ('kind' in plan) return plan;
  const removed = await findRemoved(tx, accountId, plan.removals);
  if (!removed) return { kind: 'missing' };
  if (await isAnyTaken(tx, accountId, plan.inserts)) return { kind: 'stale' };
  const overLimit = quota && (await findOverLimit(tx, quota, accountId, plan.additions));
  if (overLimit) return overLimit;
  const receipt = deletion && (await findReceipt(tx, deletion));
  await writePlan(tx, plan);
  const counts = await removeMemories(tx, accountId, removed);
  if (receipt) addRemoved(tx, receipt, { removed, counts });
  for (const { memory } of plan.patches) reads.changed(memory);
  for (const memory of removed) reads.changed(memory);
  if (idempotencyRecord) keepResponse(tx, accountId, idempotencyRecord);
  const quotaEvents = quota ? await countWrites(tx, accountId, quota, plan.additions.length) : [];
  return { events: [...plan.events, ...quotaEvents] };
}

/** Finds the memories to remove; undefined if one is missing. */
async function findRemoved(
  tx: Transaction,
  accountId: string,
  removals: readonly RemoveChange[],
): Promise<StoredMemory[] | undefined> {
  const found = new Map<string, StoredMemory>();
  for (const [expired, some] of Map.groupBy(removals, (removal) => removal.expired)) {
    const page = { of: [accountId], where: { id: { any: some.map(({ id }) => id) } }, limit: some.length };
    const stored = await tx.scan(memories, 'key', { ...page, ...(expired ? { expired } : {}) });
    for (const memory of stored) found.set(memory.id, memory);
  }
  const removed: StoredMemory[] = [];
  for (const { id, userId } of removals) {
    const memory = found.get(id);
    const isOfUser = userId === undefined || (userId === accountId ? memory?.isOfAccount : memory?.userId === userId);
    if (!memory || !isOfUser) return undefined;
    removed.push(memory);
  }
  return removed;
}

/** Whether one of the imported memories already exists, or another one with its id. */
async function isAnyTaken(tx: Transaction, accountId: string, inserts: readonly PreparedInsert[]): Promise<boolean> {
  const imports = inserts.filter(({ imported }) => imported);
  if (imports.length === 0) return false;
  const ids = imports.map(({ memory }) => memory.id);
  const importKeys = imports.flatMap(({ memory }) => memory.importKey ?? []);
  const taken = await findTaken(tx, accountId, { ids, importKeys });
  return taken.ids.length + taken.importKeys.length > 0;
}

async function writePlan(tx: Transaction, { inserts, patches }: CommitPlan): Promise<void> {
  for (const insert of inserts) insertMemory(tx, insert);
  for (const patch of patches) await patchMemory(tx, patch);
}
