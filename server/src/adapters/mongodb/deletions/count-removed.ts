import type { ClientSession } from 'mongodb';
import type { NewDeletion, RemovedCounts } from '../../../ports/memory-deletions.ts';
import { type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';

const nothing: RemovedCounts = { memories: 0, versions: 0, vectors: 0, wordEntries: 0, storedResponses: 0 };

/** Counts the index entries of memories that are about to be removed. */
export async function countWordEntries(
  { memories }: Collections,
  session: ClientSession,
  keys: readonly string[],
): Promise<number> {
  const found = await memories
    .find({ _id: { $in: [...keys] } }, { session })
    .project<Pick<MemoryDocument, 'terms' | 'labels'>>({ terms: 1, labels: 1 })
    .toArray();
  return found.reduce((sum, { terms, labels }) => sum + terms.length + labels.length, 0);
}

/** Returns the fields of a deletion that has not removed anything yet. */
export function toDeletionFields({ id: _, parameters, ...deletion }: NewDeletion) {
  const times = { finishedAt: null, verifiedAt: null };
  return { ...deletion, parameters: JSON.stringify(parameters), matched: 0, removed: nothing, ...times };
}

/** Adds removed memories to the receipt of their deletion. */
export async function noteRemoved(
  { deletions, deletionItems }: Collections,
  session: ClientSession,
  deletion: NewDeletion,
  { ids, counts, at }: { ids: readonly string[]; counts: RemovedCounts; at: number },
): Promise<void> {
  const isOfScope = deletion.kind === 'scope';
  const _id = memoryKey(deletion.accountId, deletion.id);
  if (!isOfScope) {
    const $setOnInsert = { ...toDeletionFields(deletion), state: 'done' as const };
    await deletions.updateOne({ _id }, { $setOnInsert }, { upsert: true, session });
  }
  const $inc = Object.fromEntries(Object.entries(counts).map(([name, count]) => [`removed.${name}`, count]));
  const ended = isOfScope ? {} : { finishedAt: at };
  await deletions.updateOne(
    { _id },
    { $inc: { ...$inc, ...(isOfScope ? {} : { matched: ids.length }) }, $set: { verifiedAt: null, ...ended } },
    { session },
  );
  if (!isOfScope)
    await deletionItems.insertMany(
      ids.map((id) => ({ _id: `${_id}/${id}` })),
      { session },
    );
}
