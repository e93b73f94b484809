import type { TakenKeys } from '../../ports/memory-store.ts';
import type { Filter, Reader } from '../../ports/record-store.ts';
import { memories, type StoredMemory } from './kinds.ts';

/** Finds memories that exist, including expired ones. */
async function findAll(
  reader: Pick<Reader, 'scan'>,
  index: 'key' | 'imported',
  accountId: string,
  { where, limit }: { where: Filter<StoredMemory>; limit: number },
): Promise<StoredMemory[]> {
  if (limit === 0) return [];
  const scan = { of: [accountId], where, limit };
  return [
    ...(await reader.scan(memories, index, scan)),
    ...(await reader.scan(memories, index, { ...scan, expired: true })),
  ];
}

/** Resolves to those of the ids and import keys that a memory of the account has, even if it has expired. */
export async function findTaken(
  reader: Pick<Reader, 'scan'>,
  accountId: string,
  { ids, importKeys }: TakenKeys,
): Promise<TakenKeys> {
  const byId = await findAll(reader, 'key', accountId, { where: { id: { any: ids } }, limit: ids.length });
  const byKey = await findAll(reader, 'imported', accountId, {
    where: { importKey: { any: importKeys } },
    limit: importKeys.length,
  });
  return { ids: byId.map(({ id }) => id), importKeys: byKey.flatMap(({ importKey }) => importKey ?? []) };
}
