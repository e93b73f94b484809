import { randomUUID } from 'node:crypto';
import type { Filter, MongoClient } from 'mongodb';
import type { EmbeddingState, NewVectors, OutdatedMemory, OutdatedQuery } from '../../../ports/embedding-state.ts';
import { quantize } from '../../store-kit/quantize.ts';
import { inTransaction } from '../connection/sessions.ts';
import { type Collections, type MemoryDocument, memoryKey, ownerOf } from '../schema/documents.ts';
import { checkDimensions, toVectorDocuments, type VectorScope, vectorScopeFields } from './memory-vectors.ts';

interface Due {
  _id: string;
  ownerId: string;
  characters: number;
}

/** By whatever else is known of an owner, all of its memories would be looked at. */
const hint = 'embedder';

/** What is ready carries the embedder that made its vectors; the index of it holds nothing else. */
export function createOutdatedMemories(
  client: MongoClient,
  { memories, vectors }: Collections,
  { dimensions }: { dimensions: number },
): EmbeddingState {
  /** Where the next claim begins, so that no owner waits for all before it. */
  let lastServed = '';

  const outdated = (embedderId: string) => ({ embedderId: { $gte: '', $ne: embedderId } });

  async function find(filter: Filter<MemoryDocument>, sort: Record<string, 1>, limit: number): Promise<Due[]> {
    return memories
      .find(filter)
      .hint(hint)
      .sort(sort)
      .limit(limit)
      .project<Due>({ ownerId: 1, characters: 1 })
      .toArray();
  }

  /** The memories of the owner after the last one served, and of those after it as long as there is room. */
  async function findDue(embedderId: string, query: OutdatedQuery): Promise<string[]> {
    const { now, limit, suspectAfter, characters } = query;
    const due = { moveAt: { $lte: now }, moveAttempts: { $lt: suspectAfter } };
    const after = (ownerId: string) =>
      find({ embedderId, ownerId: { $gt: ownerId }, ...due }, { ownerId: 1, moveAt: 1 }, limit);
    let found = await after(lastServed);
    if (found.length === 0 && lastServed !== '') found = await after('');
    let left = characters;
    const taken = found.filter((one) => {
      const fits = left > 0;
      left -= one.characters;
      return fits;
    });
    lastServed = taken.at(-1)?.ownerId ?? '';
    return taken.map(({ _id }) => _id);
  }

  async function findSuspect(embedderId: string, { now, suspectAfter }: OutdatedQuery): Promise<string[]> {
    const suspect = { embedderId, moveAt: { $lte: now }, moveAttempts: { $gte: suspectAfter } };
    return (await find(suspect, { moveAt: 1 }, 1)).map(({ _id }) => _id);
  }

  async function lease(keys: string[], { embedderId, now, leaseMs }: OutdatedQuery): Promise<OutdatedMemory[]> {
    const moveClaim = randomUUID();
    // One of two workers that have found the same gets it: the other sees that it is not due any more.
    await memories.updateMany(
      { _id: { $in: keys }, moveAt: { $lte: now }, ...outdated(embedderId) },
      { $set: { moveAt: now + leaseMs, moveClaim }, $inc: { moveAttempts: 1 } },
    );
    const leased = await memories.find({ _id: { $in: keys }, moveClaim }).toArray();
    return leased.map(({ _id, id, revision, text, messages, moveAttempts = 1 }) => ({
      ...{ id, revision, text },
      ownerId: ownerOf({ _id }),
      messages: messages === null ? null : JSON.parse(messages),
      attempts: moveAttempts - 1,
    }));
  }

  return {
    async claimOutdated(query) {
      const others = await memories.distinct('embedderId', outdated(query.embedderId));
      for (const look of [findDue, findSuspect]) {
        for (const other of others as string[]) {
          const keys = await look(other, query);
          const leased = keys.length > 0 ? await lease(keys, query) : [];
          if (leased.length > 0) return leased;
        }
      }
      return [];
    },

    replaceVectors: (results) =>
      inTransaction(client, async (session) => {
        for (const { vectors: ofMemory } of results) checkDimensions(ofMemory, dimensions);
        const same = ({ memory: { ownerId, id, revision }, embedderId }: NewVectors) => ({
          _id: memoryKey(ownerId, id),
          revision,
          ...outdated(embedderId),
        });
        const found = await memories
          .find({ $or: results.map(same) }, { session })
          .project<VectorScope & { _id: string }>(vectorScopeFields)
          .toArray();
        const byKey = new Map(found.map((memory) => [memory._id, memory]));
        const kept = results.filter(({ memory: { ownerId, id } }) => byKey.has(memoryKey(ownerId, id)));
        if (kept.length === 0) return [];
        await memories.bulkWrite(
          kept.map((result) => ({
            updateOne: {
              filter: same(result),
              update: {
                $set: { embedderId: result.embedderId, moveAt: 0, moveAttempts: 0 },
                $unset: { moveClaim: '' as const },
              },
            },
          })),
          { session, ordered: false },
        );
        const indexedAt = Date.now();
        const made = kept.flatMap(({ memory: { ownerId, id, revision }, embedderId, vectors: ofMemory }) => {
          const memory = byKey.get(memoryKey(ownerId, id)) as VectorScope & { _id: string };
          return toVectorDocuments(memory, { revision, embedderId, vectors: ofMemory.map(quantize) }, indexedAt);
        });
        // With the owner, which the index begins with.
        const owners = Map.groupBy(kept, ({ memory }) => memory.ownerId);
        for (const [ownerId, ofOwner] of owners) {
          const keys = ofOwner.map(({ memory }) => memoryKey(ownerId, memory.id));
          await vectors.deleteMany({ ownerId, memory: { $in: keys } }, { session });
        }
        if (made.length > 0) await vectors.insertMany(made, { session });
        return kept.map(({ memory }) => memory.id);
      }),

    async postponeOutdated(postponed, { at, refused }) {
      if (postponed.length === 0) return;
      await memories.bulkWrite(
        postponed.map(({ ownerId, id, revision }) => ({
          updateOne: {
            filter: { _id: memoryKey(ownerId, id), revision, moveAttempts: { $gte: 1 } },
            update: {
              $set: { moveAt: at },
              $unset: { moveClaim: '' as const },
              ...(refused ? {} : { $inc: { moveAttempts: -1 } }),
            },
          },
        })),
        { ordered: false },
      );
    },

    countOutdated: (embedderId) => memories.countDocuments(outdated(embedderId)),

    async hasOutdated(ownerId, embedderId) {
      const found = await memories.findOne({ ownerId, ...outdated(embedderId) }, { projection: { _id: 1 }, hint });
      return found !== null;
    },

    async embedderOf(ownerId, id) {
      const found = await vectors.findOne(
        { ownerId, memory: memoryKey(ownerId, id) },
        { projection: { embedderId: 1 } },
      );
      return found?.embedderId ?? null;
    },
  };
}
