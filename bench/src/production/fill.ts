import { Binary, type MongoClient } from 'mongodb';
import { toNewDocument } from '../../../server/src/adapters/mongodb/memories/stored-memory.ts';
import { collectionsOf, type VectorDocument } from '../../../server/src/adapters/mongodb/schema/documents.ts';
import { ensureIndexes } from '../../../server/src/adapters/mongodb/schema/indexes.ts';
import { quantize } from '../../../server/src/adapters/store-kit/quantize.ts';
import { toMemoryIndex } from '../../../server/src/domain/text/memory-index.ts';
import { createSentences } from '../sentences.ts';
import { createNoise, newMemory } from '../synthetic-store.ts';

const batch = 500;

/**
 * Inserts memories that are ready into a database, with the documents of the store. Writing them one by one would take
 * an hour.
 */
export async function fill(client: MongoClient, database: string, accountId: string, count: number): Promise<void> {
  const db = client.db(database);
  await ensureIndexes(db, { limitMs: 60_000, onProgress: () => {} });
  const { memories, vectors } = collectionsOf(db);
  const sentences = createSentences(950);
  const noise = createNoise(951);
  for (let written = 0; written < count; written += batch) {
    const made = await Promise.all(
      Array.from({ length: Math.min(batch, count - written) }, async (_, at) => {
        const memory = newMemory(accountId, sentences.memory(), written + at, false);
        const insert = { kind: 'insert', memory, index: await toMemoryIndex(memory, null) } as const;
        const document = toNewDocument(insert, null);
        const { pendingOf: _accountId, nextAttemptAt: _due, pendingSince: _since, ...ready } = document;
        return { ...ready, status: 'ready' as const, outcome: 'stored' as const };
      }),
    );
    await memories.insertMany(made, { ordered: false });
    await vectors.insertMany(
      made.map(({ _id, userId, agentId, runId, labels, occurredAt, createdAt, indexedAt }): VectorDocument => {
        const { scale, values } = quantize(noise());
        return {
          ...{
            _id: `${_id}/1/0`,
            memory: _id,
            ownerId: accountId,
            userId,
            agentId,
            runId,
            labels,
            occurredAt,
            createdAt,
            indexedAt,
            scale,
          },
          embedderId: 'bge-small-en-v1.5-int8',
          vector: Binary.fromInt8Array(values),
        };
      }),
      { ordered: false },
    );
  }
}
