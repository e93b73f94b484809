import type { Deletion } from '../../../ports/memory-deletions.ts';
import { live } from '../memories/expiry.ts';
import { type Collections, memoryKey } from '../schema/documents.ts';

const scannedAtOnce = 500;

/**
 * Looks for documents of the memories of a deletion in every collection. Entries of search indexes lag behind. They
 * refer to documents of these collections, and are not found without them. Resolves to whether nothing is left.
 */
export async function scanDeletion(
  { memories, vectors, versions, responses, deletionItems }: Collections,
  { accountId, id }: Pick<Deletion, 'accountId' | 'id'>,
  now: number,
): Promise<boolean> {
  const prefix = `${memoryKey(accountId, id)}/`;
  let after = prefix;
  for (;;) {
    const items = await deletionItems
      .find({ _id: { $gt: after, $lt: `${memoryKey(accountId, id)}0` } })
      .sort({ _id: 1 })
      .limit(scannedAtOnce)
      .toArray();
    const last = items.at(-1);
    if (!last) return true;
    after = last._id;
    const keys = items.map(({ _id }) => memoryKey(accountId, _id.slice(prefix.length)));
    // An import may have given the ids to new memories.
    const present = await memories
      .find({ _id: { $in: keys }, ...live(now) })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const isNew = new Set(present.map(({ _id }) => _id));
    const gone = keys.filter((key) => !isNew.has(key));
    const left = await Promise.all([
      memories.findOne({ _id: { $in: gone } }, { projection: { _id: 1 } }),
      vectors.findOne({ ownerId: accountId, memory: { $in: gone } }, { projection: { _id: 1 } }),
      versions.findOne({ memory: { $in: gone } }, { projection: { _id: 1 } }),
      responses.findOne({ memory: { $in: gone }, body: { $ne: '' } }, { projection: { _id: 1 } }),
    ]);
    if (left.some((document) => document !== null)) return false;
  }
}
