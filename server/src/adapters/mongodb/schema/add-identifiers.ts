import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { collectionsOf, type MemoryDocument } from './documents.ts';

export interface UpgradeOptions {
  /** Finds the identifiers of a text. @default none */
  identifiersOf?: ((text: string) => string[]) | undefined;
  /** Called from time to time while a large store is upgraded. */
  onProgress?: ((message: string) => void) | undefined;
}

const batchSize = 500;
const progressEvery = 50_000;

type Older = Pick<MemoryDocument, '_id' | 'text' | 'revision' | 'ownerId'>;

/** Adds the identifiers of their texts to memories of older servers. It continues where an earlier run ended. */
export async function addIdentifiers(
  db: Db,
  { identifiersOf = () => [], onProgress = () => {} }: UpgradeOptions,
): Promise<void> {
  const { memories } = collectionsOf(db);
  let upgraded = 0;
  let batch: AnyBulkWriteOperation<MemoryDocument>[] = [];
  const flush = async () => {
    if (batch.length > 0) await memories.bulkWrite(batch, { ordered: false });
    batch = [];
  };
  const older = memories.find({ identifiers: { $exists: false } }).project<Older>({ text: 1, revision: 1, ownerId: 1 });
  for await (const { _id, text, revision, ownerId } of older) {
    const identifiers = identifiersOf(text);
    // Archived memories have no terms. A text that changes in the meantime gets its own identifiers.
    const terms = ownerId === undefined ? [] : identifiers;
    batch.push({
      updateOne: {
        filter: { _id, revision },
        update: { $set: { identifiers: identifiers.join(' ') }, $addToSet: { terms: { $each: terms } } },
      },
    });
    if (batch.length === batchSize) await flush();
    if (++upgraded % progressEvery === 0) onProgress(`upgrading the store: ${upgraded} memories so far`);
  }
  await flush();
}
