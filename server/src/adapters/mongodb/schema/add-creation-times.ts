import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { UpgradeOptions } from './add-identifiers.ts';
import { accountIdOf, collectionsOf, type MemoryDocument, type VectorDocument } from './documents.ts';

const batchSize = 500;
const progressEvery = 50_000;

/** Adds the creation time of the memory to the vectors of older servers. */
export async function addCreationTimes(db: Db, { onProgress = () => {} }: UpgradeOptions): Promise<void> {
  const { memories, vectors } = collectionsOf(db);
  let upgraded = 0;
  let batch: AnyBulkWriteOperation<VectorDocument>[] = [];
  const flush = async () => {
    if (batch.length > 0) await vectors.bulkWrite(batch, { ordered: false });
    batch = [];
  };
  // Only memories of an embedder have vectors.
  const embedded = memories
    .find({ embedderId: { $exists: true } })
    .project<Pick<MemoryDocument, '_id' | 'createdAt'>>({ createdAt: 1 });
  for await (const memory of embedded) {
    const filter = { ownerId: accountIdOf(memory), memory: memory._id };
    batch.push({ updateMany: { filter, update: { $set: { createdAt: memory.createdAt } } } });
    if (batch.length === batchSize) await flush();
    if (++upgraded % progressEvery === 0) onProgress(`upgrading the store: ${upgraded} vectors so far`);
  }
  await flush();
}
