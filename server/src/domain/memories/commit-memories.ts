import type { Transaction } from '../../ports/record-store.ts';
import { accounts } from '../accounts/kinds.ts';
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

type Known = Map<string, PresentMemory | undefined>;
type MemoryKey = Pick<StoredMemory, 'accountId' | 'id'>;

/**
 * Writes each commit as a whole, or rejects it. A commit with a limited quota is alone in its command, because it locks
 * its account.
 */
export async function commitMemories(tx: Transaction, commits: readonly Commit[]): Promise<CommitResult[]> {
  const present = await findPresentAccounts(tx, commits);
  const keysOfCommits = commits.map(keysOf);
  const keys = keysOfCommits.flat();
  const found = keys.length > 0 ? await tx.getMany(memories, keys, fieldsToChange(tx)) : [];
  const known: Known = new Map(keys.map((key, at) => [nameOf(key), found[at]]));
  const eventsOf = new Map<string, WebhookEvent[]>();
  const results: CommitResult[] = [];
  for (const [at, commit] of commits.entries()) {
    const { accountId } = commit;
    // The account was deleted after the request or the worker had read it.
    const gone = { kind: commit.changes.some((one) => 'claim' in one) ? 'lapsed' : 'missing' } as const;
    const result = present.has(accountId) ? await commitOne(tx, commit, keysOfCommits[at] as MemoryKey[], known) : gone;
    results.push('events' in result ? { kind: 'written' } : result);
    if ('events' in result) eventsOf.set(accountId, [...(eventsOf.get(accountId) ?? []), ...result.events]);
  }
  for (const [accountId, events] of eventsOf) await queueEvents(tx, accountId, events);
  return results;
}

const presence = ['id', 'deletionId'] as const;

async function findPresentAccounts(tx: Transaction, commits: readonly Commit[]): Promise<Set<string>> {
  const keys = [...new Set(commits.map(({ accountId }) => accountId))].map((id) => ({ id }));
  const locked = commits.find(({ quota }) => quota && isLimited(quota));
  const found = locked
    ? [await tx.lock(accounts, { id: locked.accountId })]
    : await tx.getMany(accounts, keys, presence);
  return new Set(found.flatMap((account) => (account?.deletionId === null ? account.id : [])));
}

function keysOf(commit: Commit): MemoryKey[] {
  return idsToRead(commit).map((id) => ({ accountId: commit.accountId, id }));
}

function nameOf({ accountId, id }: MemoryKey): string {
  return `${accountId}/${id}`;
}

/** @param known the memories as they were read, without those that the commits before have changed */
async function commitOne(
  tx: Transaction,
  commit: Commit,
  keys: readonly MemoryKey[],
  known: Known,
): Promise<Exclude<CommitResult, { kind: 'written' }> | { events: readonly WebhookEvent[] }> {
  const { accountId, idempotencyRecord, quota, deletion } = commit;
  const response = idempotencyRecord && (await findResponse(tx, accountId, idempotencyRecord.key));
  if (response) return { kind: 'replayed', response };
  for (const key of keys) {
    if (!known.has(nameOf(key))) known.set(nameOf(key), await tx.get(memories, key, fieldsToChange(tx)));
  }
  const plan = planCommit(commit, (id) => known.get(nameOf({ accountId, id })));
  if ('kind' in plan) return plan;
  const removed = plan.removals.length > 0 ? await findRemoved(tx, accountId, plan.removals) : [];
  if (!removed) return { kind: 'missing' };
  const imports = plan.inserts.filter(({ memory }) => memory.importKey !== null);
  if (imports.length > 0 && (await isAnyTaken(tx, accountId, imports))) return { kind: 'stale' };
  const overLimit = quota && isLimited(quota) && (await findOverLimit(tx, quota, accountId, plan.additions));
  if (overLimit) return overLimit;
  const receipt = deletion && (await findReceipt(tx, deletion));
  for (const insert of plan.inserts) insertMemory(tx, insert, commit.traceParent);
  for (const patch of plan.patches) await patchMemory(tx, patch);
  if (removed.length > 0) {
    const counts = await removeMemories(tx, accountId, removed);
    if (receipt) addRemoved(tx, receipt, { removed, counts });
  }
  for (const changed of [...plan.patches.map(({ memory }) => memory), ...removed]) known.delete(nameOf(changed));
  if (idempotencyRecord) keepResponse(tx, accountId, idempotencyRecord);
  const quotaEvents = quota ? await countWrites(tx, accountId, quota, plan.additions.length) : [];
  const changeEvents = plan.patches.flatMap(({ event }) => event ?? []);
  return { events: [...changeEvents, ...plan.removals.map(removalEvent), ...quotaEvents] };
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
