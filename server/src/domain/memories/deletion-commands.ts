import type { Scope } from '../../ports/memory.ts';
import type { Filter, Reader, Transaction } from '../../ports/record-store.ts';
import { deleteFound } from '../../ports/scan-pages.ts';
import { accounts, findPresentAccount } from '../accounts/kinds.ts';
import { queueEvents } from '../events/queue-events.ts';
import { findResponse, type Idempotency, type Once, once, responseKeyOf } from '../usage/idempotency.ts';
import { keptResponses } from '../usage/kinds.ts';
import {
  type DeletionItem,
  type DeletionName,
  deletionItems,
  deletions,
  type NewDeletion,
  newStoredDeletion,
  type StoredDeletion,
} from './deletion-kinds.ts';
import { hiddenAt, memories, memoryTokens, memoryVectors, memoryVersions, type StoredMemory } from './kinds.ts';
import { findStored } from './memory-queries.ts';
import { listIndex, scopeFilter } from './scope.ts';
import { removeMemories } from './write-memories.ts';

/** The maximum of memories that one command hides, because other writes wait in the meantime. */
const maxHidden = 250;
/** The same limit for facts that were extracted from these memories. */
const maxFacts = 1_000;
/** The same limit for memories that are removed with all their records. */
const maxRemoved = 25;
/** The same limit for items of a deletion, and for verified deletions. */
const maxDeleted = 1_000;

/** A deletion that has begun. Its memories can no longer be read. A retry gets it as it was when it began. */
export interface BegunDeletion {
  id: string;
  matched: number;
  status: 'running' | 'done';
}

interface PreparedDeletion {
  accountId: string;
  begun: BegunDeletion;
  ids: readonly string[];
  idempotency?: Idempotency | undefined;
}

/** A deletion did not begin because another one still hides memories. If there is none, some of its own are gone. */
interface NotBegun {
  hiding: string | null;
}

export const memoryDeletionCommands = {
  /** Adds memories to a deletion by scope, which is created if it is missing. Ids without a memory are dropped. */
  async prepareMemoryDeletion(tx: Transaction, { deletion, ids }: { deletion: NewDeletion; ids: readonly string[] }) {
    const { accountId, id: deletionId } = deletion;
    if (!(await findPresentAccount(tx, accountId))) return;
    const isNew = (await tx.get(deletions, { accountId, id: deletionId })) === undefined;
    const found = await findStored(tx, accountId, ids, ['id', 'seq']);
    if (isNew) tx.insert(deletions, newStoredDeletion(deletion, 'preparing'));
    for (const { id, seq } of found) tx.put(deletionItems, { accountId, deletionId, id, seq });
  },

  /**
   * Begins a prepared deletion, once for each Idempotency-Key, if all of its memories can be read. Until a deletion has
   * hidden its memories, no other one of the account begins. @returns null if the account or the deletion is gone
   */
  async beginMemoryDeletion(
    tx: Transaction,
    { accountId, begun, ids, idempotency }: PreparedDeletion,
  ): Promise<Once<BegunDeletion> | NotBegun | null> {
    const name = { accountId, id: begun.id };
    const account = await tx.lock(accounts, { id: accountId });
    if (account?.deletionId !== null) return null;
    if ((await tx.get(deletions, name))?.state !== 'preparing') return null;
    const isReplay = idempotency && (await findResponse(tx, accountId, responseKeyOf(idempotency)));
    if (!isReplay) {
      const [other] = await tx.scan(deletions, 'hiding', { of: [accountId], limit: 1, only: ['id'] });
      if (other || !(await areReadable(tx, accountId, ids))) return { hiding: other?.id ?? null };
    }
    return once(tx, accountId, idempotency, async () => {
      const hidingSince = ids.length > 0 ? tx.now : null;
      tx.patch(deletions, name, { state: 'running', matched: ids.length, hidingSince });
      return begun;
    });
  },

  /** Deletes a deletion that has not begun, after its items. @returns whether nothing is left to delete */
  async discardMemoryDeletion(tx: Transaction, name: DeletionName): Promise<boolean> {
    const deletion = await tx.get(deletions, name);
    if (deletion?.state !== 'preparing') return true;
    const isEmpty = await deleteItems(tx, name);
    if (isEmpty) tx.delete(deletions, name);
    return isEmpty;
  },

  /**
   * Hides the next memories of a running deletion, as if they had expired long ago. With them go the facts that were
   * extracted from them since it began. No more facts can be extracted afterwards.
   * @returns the id after which the next call continues; null if no memories were left
   */
  async hideMemories(tx: Transaction, slice: Slice): Promise<string | null> {
    const { accountId, id: deletionId, after } = slice;
    const deletion = await tx.get(deletions, { accountId, id: deletionId });
    if (deletion?.state !== 'running') return null;
    const items = await nextItems(tx, slice, maxHidden);
    if (items.length === 0) {
      if (deletion.hidingSince !== null) tx.patch(deletions, { accountId, id: deletionId }, { hidingSince: null });
      return null;
    }
    const ids = items.map(({ id }) => id);
    const present = new Map((await findStored(tx, accountId, ids, ['id', 'seq'])).map(({ id, seq }) => [id, seq]));
    const where = { sourceMemoryId: { any: ids }, createdAt: { from: deletion.startedAt } };
    const page = { of: [accountId], where, limit: maxFacts };
    const facts = await tx.scan(memories, 'source', { ...page, only: ['id', 'seq'] });
    for (const { id, seq } of items) {
      if (present.get(id) === seq) tx.patch(memories, { accountId, id }, { expiresAt: hiddenAt });
    }
    for (const { id, seq } of facts) {
      tx.patch(memories, { accountId, id }, { expiresAt: hiddenAt });
      tx.put(deletionItems, { accountId, deletionId, id, seq });
    }
    return facts.length === maxFacts ? after : (ids.at(-1) ?? null);
  },

  /**
   * Removes the next memories of a running deletion, and counts them in its receipt. If none is left, it ends it.
   * @returns the id after which the next call continues; null if no memories were left
   */
  async removeHiddenMemories(tx: Transaction, slice: Slice): Promise<string | null> {
    const { accountId, id } = slice;
    const deletion = await tx.get(deletions, { accountId, id });
    if (deletion?.state !== 'running') return null;
    const items = await nextItems(tx, slice, maxRemoved);
    const last = items.at(-1);
    if (!last) {
      tx.patch(deletions, { accountId, id }, { state: 'done', finishedAt: tx.now });
      return null;
    }
    const seqOf = new Map(items.map((item) => [item.id, item.seq]));
    const found = await findStored(tx, accountId, [...seqOf.keys()]);
    const removed = found.filter((memory) => seqOf.get(memory.id) === memory.seq);
    if (removed.length > 0) {
      await queueEvents(tx, accountId, await removeMemories(tx, accountId, removed, deletion));
    }
    return last.id;
  },

  /** Records that a scan found no traces, unless more was removed meanwhile. @returns whether no item is left */
  async verifyMemoryDeletion(
    tx: Transaction,
    {
      removed,
      at,
      parameters,
      ...name
    }: DeletionName & Pick<StoredDeletion, 'removed' | 'parameters'> & { at: number },
  ): Promise<boolean> {
    const deletion = await tx.get(deletions, name);
    if (deletion?.state !== 'done' || deletion.removed.memories !== removed.memories) return true;
    const isEmpty = await deleteItems(tx, name);
    if (isEmpty) tx.patch(deletions, name, { verifiedAt: at, unverifiedSince: null, parameters });
    return isEmpty;
  },

  /** Deletes verified deletions that began before a time. @returns how many there were, at most a slice */
  async purgeMemoryDeletions(tx: Transaction, before: number): Promise<number> {
    const where = { startedAt: { to: before } };
    return deleteFound(tx, deletions, 'verified', { of: [], where, limit: maxDeleted });
  },
};

/** The maximum of memories that one read counts. */
const maxCounted = 1_000;

async function areReadable(reader: Pick<Reader, 'count'>, accountId: string, ids: readonly string[]): Promise<boolean> {
  for (let at = 0; at < ids.length; at += maxCounted) {
    const some = ids.slice(at, at + maxCounted);
    const found = await reader.count(memories, 'key', { of: [accountId], where: { id: { any: some } } });
    if (found < some.length) return false;
  }
  return true;
}

/** Deletes items of a deletion. @returns whether none is left */
async function deleteItems(tx: Transaction, { accountId, id }: DeletionName): Promise<boolean> {
  return (await deleteFound(tx, deletionItems, 'key', { of: [accountId, id], limit: maxDeleted })) < maxDeleted;
}

/** The maximum of memories that one query looks for, because other queries wait in the meantime. */
const maxScanned = 500;

/** The items of a deletion after an id. '' is before all of them. */
export interface Slice extends DeletionName {
  after: string;
}

export interface ScannedSlice {
  seqs: number[];
  isLeft: boolean;
  /** The last id of the slice; null after the last slice. */
  last: string | null;
}

interface MatchQuery {
  scope: Scope;
  /** Whether to list archived memories instead. They have no filter keys, so the caller compares their metadata. */
  archived: boolean;
  limit: number;
  after?: MatchedMemory | undefined;
}

/** `metadata` is absent unless the memory is archived. */
export type MatchedMemory = Pick<StoredMemory, 'id' | 'createdAt'> & Partial<Pick<StoredMemory, 'metadata'>>;

export interface DeletionQuery extends Pick<StoredDeletion, 'accountId'> {
  limit: number;
  kind?: StoredDeletion['kind'] | undefined;
  /** The accepted codes for each of the parameters. */
  codes?: Filter<StoredDeletion> | undefined;
  /** The last deletion of the previous page. */
  after?: Partial<StoredDeletion> | undefined;
}

export const memoryDeletionQueries = {
  async matchMemories(reader: Reader, { scope, archived, limit, after }: MatchQuery): Promise<MatchedMemory[]> {
    const { index, of } = archived ? { index: 'archived' as const, of: [scope.accountId] } : listIndex({ scope });
    const where = scopeFilter(archived ? { ...scope, filterKeys: undefined } : scope);
    const only = ['id', 'createdAt', ...(archived ? (['metadata'] as const) : [])] as const;
    return reader.scan(memories, index, { of, where, limit, after, only });
  },

  /** Looks for records of the next memories of a deletion in every kind. */
  async scanDeletion(reader: Reader, slice: Slice): Promise<ScannedSlice> {
    const items = await nextItems(reader, slice, maxScanned);
    return {
      seqs: items.map(({ seq }) => seq),
      isLeft: await isAnyLeft(reader, slice.accountId, items),
      last: items.length === maxScanned ? (items.at(-1)?.id ?? null) : null,
    };
  },

  /** Lists deletions that have begun, newest first. */
  async listMemoryDeletions(reader: Reader, { accountId, kind, codes, after, limit }: DeletionQuery) {
    const page = { where: { state: { not: 'preparing' }, ...codes }, descending: true, after, limit } as const;
    return kind === undefined
      ? reader.scan(deletions, 'start', { of: [accountId], ...page })
      : reader.scan(deletions, 'kind', { of: [accountId, kind], ...page });
  },
};

/** Whether a record of any kind belongs to one of the memories. Deliveries have only their ids. */
async function isAnyLeft(reader: Reader, accountId: string, items: readonly DeletionItem[]): Promise<boolean> {
  const all = items.map(({ id }) => id);
  const present = new Map((await findStored(reader, accountId, all, ['id', 'seq'])).map(({ id, seq }) => [id, seq]));
  if (items.some(({ id, seq }) => present.get(id) === seq)) return true;
  // An import may have given the ids to new memories.
  const ids = all.filter((id) => !present.has(id));
  const first = { of: [accountId], max: 1 };
  const ofSeqs = { ...first, where: { seq: { any: items.map(({ seq }) => seq) } } };
  const shown = { subjectId: { any: ids }, body: { not: '' } };
  return (
    (await reader.count(memoryVectors, 'key', ofSeqs)) > 0 ||
    (await reader.count(memoryTokens, 'key', ofSeqs)) > 0 ||
    (await reader.count(memoryVersions, 'key', { ...first, where: { memoryId: { any: ids } } })) > 0 ||
    (await reader.count(keptResponses, 'subject', { ...first, where: shown, expired: 'also' })) > 0
  );
}

function nextItems(reader: Pick<Reader, 'scan'>, { accountId, id, after }: Slice, limit: number) {
  return reader.scan(deletionItems, 'key', { of: [accountId, id], after: { id: after }, limit });
}
