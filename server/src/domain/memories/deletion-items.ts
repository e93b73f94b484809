import type { DeletionName } from '../../ports/memory-deletions.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import { type DeletionItem, deletionItems } from './deletion-kinds.ts';
import { memories, type StoredMemory } from './kinds.ts';

/** The maximum of items that one command deletes, because other writes wait in the meantime. */
const maxDeleted = 1_000;

/** The items of a deletion after an id. '' is before all of them. */
export interface Slice extends DeletionName {
  after: string;
}

export function nextItems(
  reader: Pick<Reader, 'scan'>,
  { accountId, id, after }: Slice,
  limit: number,
): Promise<DeletionItem[]> {
  return reader.scan(deletionItems, 'key', { of: [accountId, id], after: { id: after }, limit });
}

/** Deletes some items of a deletion. @returns whether none are left */
export async function deleteItems(tx: Transaction, { accountId, id }: DeletionName): Promise<boolean> {
  const items = await nextItems(tx, { accountId, id, after: '' }, maxDeleted);
  for (const item of items) tx.delete(deletionItems, item);
  return items.length < maxDeleted;
}

/** Finds memories by their ids, including those that have expired. An import may have given an id to a new memory. */
export async function findStored<F extends keyof StoredMemory = keyof StoredMemory>(
  reader: Pick<Reader, 'scan'>,
  accountId: string,
  ids: readonly string[],
  only?: readonly F[],
): Promise<Pick<StoredMemory, F>[]> {
  const selection = { of: [accountId], where: { id: { any: ids } }, limit: ids.length, ...(only ? { only } : {}) };
  const live = await reader.scan(memories, 'key', selection);
  return [...live, ...(await reader.scan(memories, 'key', { ...selection, expired: true }))];
}
