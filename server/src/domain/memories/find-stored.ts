import type { TakenKeys } from '../../ports/memory-store.ts';
import type { Filter, Reader } from '../../ports/record-store.ts';
import { memories, type StoredMemory } from './kinds.ts';

async function findAll<F extends keyof StoredMemory>(
  reader: Pick<Reader, 'scan'>,
  index: 'key' | 'imported',
  accountId: string,
  selection: { where: Filter<StoredMemory>; limit: number; only?: readonly F[] },
): Promise<Pick<StoredMemory, F>[]> {
  if (selection.limit === 0) return [];
  const scan = { of: [accountId], ...selection };
  const live = await reader.scan(memories, index, scan);
  return [...live, ...(await reader.scan(memories, index, { ...scan, expired: true }))];
}

/** Finds memories by their ids, including those that have expired. An import may have given an id to a new memory. */
export function findStored<F extends keyof StoredMemory = keyof StoredMemory>(
  reader: Pick<Reader, 'scan'>,
  accountId: string,
  ids: readonly string[],
  only?: readonly F[],
): Promise<Pick<StoredMemory, F>[]> {
  const selection = { where: { id: { any: ids } }, limit: ids.length, ...(only ? { only } : {}) };
  return findAll(reader, 'key', accountId, selection);
}

/** Resolves to those of the ids and import keys that a memory of the account has, even if it has expired. */
export async function findTaken(
  reader: Pick<Reader, 'scan'>,
  accountId: string,
  { ids, importKeys }: TakenKeys,
): Promise<TakenKeys> {
  const byId = await findStored(reader, accountId, ids, ['id']);
  const where = { importKey: { any: importKeys } };
  const byKey = await findAll(reader, 'imported', accountId, { where, limit: importKeys.length, only: ['importKey'] });
  return { ids: byId.map(({ id }) => id), importKeys: byKey.flatMap(({ importKey }) => importKey ?? []) };
}
