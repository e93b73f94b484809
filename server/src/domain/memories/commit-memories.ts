import { findOrAdd } from '../../lib/find-or-add.ts';
import type { Transaction } from '../../ports/record-store.ts';
import { accounts, presentAccounts } from '../accounts/kinds.ts';
import type { WebhookEvent } from '../events/kinds.ts';
import { queueEvents } from '../events/queue-events.ts';
import { findResponse } from '../usage/idempotency.ts';
import { keptResponses } from '../usage/kinds.ts';
import { type Addition, countWrites, findOverLimit, isLimited, usedWrites } from '../usage/write-quota.ts';
import type { Change, Commit, CommitResult, InsertChange, PatchChange, RemoveChange } from './changes.ts';
import { memories, type StoredMemory } from './kinds.ts';
import { findTaken } from './memory-queries.ts';
import { fieldsToChange, type PresentMemory } from './stored-memory.ts';
import { findReceipt, insertMemory, patchMemory, removeMemories } from './write-memories.ts';

type MemoryKey = Pick<StoredMemory, 'accountId' | 'id'>;

type Find = (id: string) => PresentMemory | undefined;

/** Writes each commit as a whole, or rejects it. One with a limited quota is alone, because it locks its account. */
export async function commitMemories(tx: Transaction, commits: readonly Commit[]): Promise<CommitResult[]> {
  const present = await findPresentAccounts(tx, commits);
  const found = await readMemories(tx, commits);
  const eventsOf = new Map<string, WebhookEvent[]>();
  const results: CommitResult[] = [];
  for (const commit of commits) {
    const { accountId } = commit;
    const result = present.has(accountId) ? await commitOne(tx, commit, found) : ofDeletedAccount(commit);
    results.push('events' in result ? { kind: 'written' } : result);
    if ('events' in result && result.events.length > 0) findOrAdd(eventsOf, accountId, () => []).push(...result.events);
  }
  for (const [accountId, events] of eventsOf) await queueEvents(tx, accountId, events);
  return results;
}

/** The account was deleted after the request or the worker had read it. */
function ofDeletedAccount({ changes }: Commit) {
  return { kind: changes.some((one) => 'claim' in one) ? 'lapsed' : 'missing' } as const;
}

async function findPresentAccounts(tx: Transaction, commits: readonly Commit[]): Promise<ReadonlySet<string>> {
  const locked = commits.find(({ quota }) => quota && isLimited(quota));
  if (!locked) return presentAccounts(tx, commits);
  const account = await tx.lock(accounts, { id: locked.accountId });
  return new Set(account?.deletionId === null ? [account.id] : []);
}

/** Reads the memories that guards and changes need, which are few. Those to remove are read whole later. */
async function readMemories(tx: Transaction, commits: readonly Commit[]): Promise<PresentMemory[]> {
  const keys: MemoryKey[] = [];
  const add = (accountId: string, id: string) => {
    if (!keys.some((key) => key.id === id && key.accountId === accountId)) keys.push({ accountId, id });
  };
  for (const { accountId, guards = [], changes } of commits) {
    for (const { id } of guards) add(accountId, id);
    for (const one of changes) if ('set' in one) add(accountId, one.id);
  }
  const found = keys.length > 0 ? await tx.getMany(memories, keys, fieldsToChange(tx)) : [];
  return found.filter((memory) => memory !== undefined);
}

/** @param found the memories as the earlier commits of the command have left them */
async function commitOne(
  tx: Transaction,
  commit: Commit,
  found: readonly PresentMemory[],
): Promise<Exclude<CommitResult, { kind: 'written' }> | { events: readonly WebhookEvent[] }> {
  const { accountId, changes, idempotencyRecord, quota, deletion, traceParent = null } = commit;
  const response = idempotencyRecord && (await findResponse(tx, accountId, idempotencyRecord.key));
  if (response) return { kind: 'replayed', response };
  const find: Find = (id) => found.find((memory) => memory.id === id && memory.accountId === accountId);
  const rejection = rejectionOf(commit, find);
  if (rejection) return { kind: rejection };
  const removals = changes.filter((one) => one.kind === 'remove');
  const removed = removals.length > 0 ? await findRemoved(tx, accountId, removals) : [];
  if (!removed) return { kind: 'missing' };
  const inserts = changes.filter((one) => one.kind === 'insert');
  if (inserts.length > 0 && (await isAnyTaken(tx, accountId, inserts))) return { kind: 'stale' };
  const limited = quota && isLimited(quota);
  const used = limited ? await usedWrites(tx, quota, accountId) : 0;
  const limits = limited && (await findOverLimit(tx, quota, accountId, used, additionsOf(changes, find)));
  if (limits) return limits;
  const receipt = deletion && (await findReceipt(tx, deletion));
  const events: WebhookEvent[] = [];
  for (const insert of inserts) insertMemory(tx, insert, traceParent);
  for (const change of changes) {
    if (!('set' in change)) continue;
    const event = await patchMemory(tx, find(change.id) as PresentMemory, change, traceParent);
    if (event) events.push(event);
  }
  if (removed.length > 0) events.push(...(await removeMemories(tx, accountId, removed, receipt)));
  if (idempotencyRecord) tx.put(keptResponses, { accountId, ...idempotencyRecord });
  if (quota) events.push(...countWrites(tx, accountId, quota, used, changes.length));
  return { events };
}

/** Returns the reason why the memories do not permit a commit; undefined if they do. */
function rejectionOf({ guards = [], changes }: Commit, find: Find): 'lapsed' | 'missing' | 'stale' | undefined {
  if (changes.some((change) => 'set' in change && !holdsClaim(change, find(change.id)))) return 'lapsed';
  for (const { id, version, revision } of guards) {
    const memory = find(id);
    if (!memory) return 'missing';
    if (memory.version !== version || (revision ?? memory.revision) !== memory.revision) return 'stale';
  }
  for (const change of changes) {
    const memory = 'set' in change ? find(change.id) : null;
    if (memory === undefined) return 'missing';
    if (change.kind === 'requeue' && memory?.status !== 'failed') return 'stale';
  }
  return undefined;
}

function holdsClaim({ claim, vectors }: PatchChange, memory: PresentMemory | undefined): boolean {
  if (!claim) return true;
  if (memory?.revision !== claim.revision) return false;
  if (claim.purpose === 'ingest') return memory.status === 'pending';
  return memory.embedderId !== null && memory.embedderId !== vectors?.embedderId;
}

/** Returns the additions of each write. An archived source has neither a user nor projects until a text of its own. */
function additionsOf(changes: readonly Change[], find: Find): Addition[] {
  return changes.flatMap((change) => {
    if (change.kind === 'insert') {
      const { visibleTo, userId, projects } = change.memory;
      return { userId: visibleTo === null ? null : userId, projects, changed: null };
    }
    const changed = find(change.id);
    if (!changed || !('set' in change)) return [];
    const comesBack = changed.visibleTo === null && change.set.visibleTo !== undefined;
    return { userId: comesBack ? changed.userId : null, projects: change.set.projects ?? [], changed };
  });
}

/** Finds the memories to remove; undefined if one is missing. */
async function findRemoved(tx: Transaction, accountId: string, removals: readonly RemoveChange[]) {
  const page = { of: [accountId], where: { id: { any: removals.map(({ id }) => id) } }, limit: removals.length };
  const stored = await tx.scan(memories, 'key', removals[0]?.expired ? { ...page, expired: 'only' } : page);
  const found = new Map(stored.map((memory) => [memory.id, memory]));
  const removed = removals.flatMap(({ id, userId }) => {
    const memory = found.get(id);
    const isOfUser = userId === undefined || (userId === accountId ? memory?.isOfAccount : memory?.userId === userId);
    return memory && isOfUser ? memory : [];
  });
  return removed.length === removals.length ? removed : undefined;
}

/** Whether one of the imported memories already exists, or another one with its id. */
async function isAnyTaken(tx: Transaction, accountId: string, inserts: readonly InsertChange[]): Promise<boolean> {
  const imports = inserts.filter(({ memory }) => memory.importKey !== null);
  if (imports.length === 0) return false;
  const ids = imports.map(({ memory }) => memory.id);
  const importKeys = imports.flatMap(({ memory }) => memory.importKey ?? []);
  const taken = await findTaken(tx, accountId, { ids, importKeys });
  return taken.ids.length + taken.importKeys.length > 0;
}
