import { findOrAdd } from '../../lib/find-or-add.ts';
import type { Transaction } from '../../ports/record-store.ts';
import { accounts, presentAccounts } from '../accounts/kinds.ts';
import type { WebhookEvent } from '../events/kinds.ts';
import { queueEvents } from '../events/queue-events.ts';
import { findResponse, keepResponse } from '../usage/idempotency.ts';
import { countWrites, findOverLimit, isLimited } from '../usage/write-quota.ts';
import type { Commit, CommitResult, RemoveChange } from './changes.ts';
import { memories, type StoredMemory } from './kinds.ts';
import { findTaken } from './memory-queries.ts';
import { idsToRead, type NewMemoryRecord, planCommit, removalEvent } from './plan-commit.ts';
import { fieldsToChange, type PresentMemory } from './stored-memory.ts';
import { addRemoved, findReceipt, insertMemory, patchMemory, removeMemories } from './write-memories.ts';

type MemoryKey = Pick<StoredMemory, 'accountId' | 'id'>;

/** A memory that a commit needs, as it was read before all commits of the command. */
interface Read {
  key: MemoryKey;
  memory: PresentMemory | undefined;
}

/**
 * Writes each commit as a whole, or rejects it. A commit with a limited quota is alone in its command, because it locks
 * its account.
 */
export async function commitMemories(tx: Transaction, commits: readonly Commit[]): Promise<CommitResult[]> {
  const present = await findPresentAccounts(tx, commits);
  const readsOf = commits.map(toReads);
  const reads = readsOf.length === 1 ? (readsOf[0] as Read[]) : readsOf.flat();
  if (reads.length > 0) await readAll(tx, reads);
  const changed = new Set<string>();
  const eventsOf = new Map<string, WebhookEvent[]>();
  const results: CommitResult[] = [];
  for (const [at, commit] of commits.entries()) {
    const { accountId } = commit;
    // The account was deleted after the request or the worker had read it.
    const gone = { kind: commit.changes.some((one) => 'claim' in one) ? 'lapsed' : 'missing' } as const;
    const result = present.has(accountId) ? await commitOne(tx, commit, readsOf[at] as Read[], changed) : gone;
    results.push('events' in result ? { kind: 'written' } : result);
    if ('events' in result && result.events.length > 0) findOrAdd(eventsOf, accountId, () => []).push(...result.events);
  }
  for (const [accountId, events] of eventsOf) await queueEvents(tx, accountId, events);
  return results;
}

async function findPresentAccounts(tx: Transaction, commits: readonly Commit[]): Promise<ReadonlySet<string>> {
  const locked = commits.find(({ quota }) => quota && isLimited(quota));
  if (!locked) return presentAccounts(tx, commits);
  const account = await tx.lock(accounts, { id: locked.accountId });
  return new Set(account?.deletionId === null ? [account.id] : []);
}

function toReads(commit: Commit): Read[] {
  return idsToRead(commit).map((id) => ({ key: { accountId: commit.accountId, id }, memory: undefined }));
}

async function readAll(tx: Transaction, reads: readonly Read[]): Promise<void> {
  const keys = reads.map(({ key }) => key);
  const found = await tx.getMany(memories, keys, fieldsToChange(tx));
  for (const [at, one] of reads.entries()) one.memory = found[at];
}

function nameOf({ accountId, id }: MemoryKey): string {
  return `${accountId}/${id}`;
}

/** @param changed the names of the memories that earlier commits of the command have changed */
async function commitOne(
  tx: Transaction,
  commit: Commit,
  reads: readonly Read[],
  changed: Set<string>,
): Promise<Exclude<CommitResult, { kind: 'written' }> | { events: readonly WebhookEvent[] }> {
  const { accountId, idempotencyRecord, quota, deletion } = commit;
  const response = idempotencyRecord && (await findResponse(tx, accountId, idempotencyRecord.key));
  if (response) return { kind: 'replayed', response };
  const stale = changed.size > 0 ? reads.filter(({ key }) => changed.has(nameOf(key))) : [];
  if (stale.length > 0) await readAll(tx, stale);
  const plan = planCommit(commit, (id) => reads.find(({ key }) => key.id === id)?.memory);
  if ('kind' in plan) return plan;
  const removed = plan.removals.length > 0 ? await findRemoved(tx, accountId, plan.removals) : [];
  if (!removed) return { kind: 'missing' };
  const imports = plan.inserts.filter(({ memory }) => memory.importKey !== null);
  if (imports.length > 0 && (await isAnyTaken(tx, accountId, imports))) return { kind: 'stale' };
  const overLimit = quota && isLimited(quota) && (await findOverLimit(tx, quota, accountId, plan.additions));
  if (overLimit) return overLimit;
  const receipt = deletion && (await findReceipt(tx, deletion));
  const events: WebhookEvent[] = [];
  for (const insert of plan.inserts) insertMemory(tx, insert, commit.traceParent);
  for (const patch of plan.patches) {
    await patchMemory(tx, patch);
    changed.add(nameOf(patch.memory));
    if (patch.event) events.push(patch.event);
  }
  if (removed.length > 0) {
    const counts = await removeMemories(tx, accountId, removed);
    if (receipt) addRemoved(tx, receipt, { removed, counts });
    for (const memory of removed) changed.add(nameOf(memory));
    events.push(...plan.removals.map(removalEvent));
  }
  if (idempotencyRecord) keepResponse(tx, accountId, idempotencyRecord);
  if (quota) events.push(...(await countWrites(tx, accountId, quota, plan.additions.length)));
  return { events };
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
async function isAnyTaken(tx: Transaction, accountId: string, imports: readonly NewMemoryRecord[]): Promise<boolean> {
  const ids = imports.map(({ memory }) => memory.id);
  const importKeys = imports.flatMap(({ memory }) => memory.importKey ?? []);
  const taken = await findTaken(tx, accountId, { ids, importKeys });
  return taken.ids.length + taken.importKeys.length > 0;
}
