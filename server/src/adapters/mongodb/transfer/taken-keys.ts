import type { ClientSession } from 'mongodb';
import type { TakenKeys } from '../../../ports/memory-store.ts';
import { type Collections, importKeyOf, memoryKey } from '../schema/documents.ts';

/** Finds the ids and import keys that memories of an account have, including expired ones. */
export async function findTaken(
  { memories }: Pick<Collections, 'memories'>,
  accountId: string,
  { ids, importKeys }: TakenKeys,
  options: { session?: ClientSession } = {},
): Promise<TakenKeys> {
  const withIds = { _id: { $in: ids.map((id) => memoryKey(accountId, id)) } };
  const withKeys = { importKey: { $in: importKeys.map((key) => importKeyOf(accountId, key)) } };
  // One after the other, because a session runs one operation at a time.
  const byId = await memories.find(withIds, { ...options, projection: { id: 1 } }).toArray();
  const byKey = await memories.find(withKeys, { ...options, projection: { importKey: 1 } }).toArray();
  const prefix = importKeyOf(accountId, '').length;
  return {
    ids: byId.map(({ id }) => id),
    importKeys: byKey.flatMap(({ importKey }) => importKey?.slice(prefix) ?? []),
  };
}
