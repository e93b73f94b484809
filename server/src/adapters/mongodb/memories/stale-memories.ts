import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { EmbeddingState } from '../../../ports/embedding-state.ts';
import type { ReembedClaimOptions } from '../../../ports/memory-store.ts';
import { takeCharacters } from '../../store-kit/fair-claims.ts';
import { staleLooks } from '../../store-kit/stale-embeddings.ts';
import { type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';

interface Stale {
  _id: string;
  ownerId: string;
  characters: number;
}

/** By any other index, all memories of an account would be read. */
const hint = 'embedder';

/** Ready memories of another embedder than the one named. */
const staleFor = (embedderId: string) => ({ embedderId: { $gte: '', $ne: embedderId } });

export interface StaleMemories {
  /** Leases the memories to embed anew next. */
  lease(options: ReembedClaimOptions): Promise<MemoryDocument[]>;
}

/** A ready memory carries the embedder that made its vectors; the index of it holds nothing else. */
export function createStaleMemories({ memories }: Pick<Collections, 'memories'>): StaleMemories {
  /** The account that the next claim begins after. */
  let lastServed = '';

  function find(filter: Filter<MemoryDocument>, sort: Record<string, 1>, limit: number): Promise<Stale[]> {
    return memories
      .find(filter)
      .hint(hint)
      .sort(sort)
      .limit(limit)
      .project<Stale>({ ownerId: 1, characters: 1 })
      .toArray();
  }

  /** The memories of the account after the last one served, and of those after it while the claim has capacity. */
  async function findDue(embedderId: string, options: ReembedClaimOptions): Promise<string[]> {
    const { now, limit, quarantineAfter, characters } = options;
    const due = { moveAt: { $lte: now }, moveAttempts: { $lt: quarantineAfter } };
    const after = (ownerId: string) =>
      find({ embedderId, ownerId: { $gt: ownerId }, ...due }, { ownerId: 1, moveAt: 1 }, limit);
    let found = await after(lastServed);
    if (found.length === 0 && lastServed !== '') found = await after('');
    const taken = takeCharacters(found, characters);
    lastServed = taken.at(-1)?.ownerId ?? '';
    return taken.map(({ _id }) => _id);
  }

  async function findQuarantined(embedderId: string, { now, quarantineAfter }: ReembedClaimOptions): Promise<string[]> {
    const quarantined = { embedderId, moveAt: { $lte: now }, moveAttempts: { $gte: quarantineAfter } };
    return (await find(quarantined, { moveAt: 1 }, 1)).map(({ _id }) => _id);
  }

  /** Of two workers that found the same, one gets it: for the other it is not due any more. */
  async function leaseAll(
    keys: string[],
    { embedderId, now, leaseMs }: ReembedClaimOptions,
  ): Promise<MemoryDocument[]> {
    const moveClaim = randomUUID();
    await memories.updateMany(
      { _id: { $in: keys }, moveAt: { $lte: now }, ...staleFor(embedderId) },
      { $set: { moveAt: now + leaseMs, moveClaim }, $inc: { moveAttempts: 1 } },
    );
    return memories.find({ _id: { $in: keys }, moveClaim }).toArray();
  }

  return {
    async lease(options) {
      const others = (await memories.distinct('embedderId', staleFor(options.embedderId))) as string[];
      for (const { embedder, quarantined } of staleLooks(others)) {
        const keys = await (quarantined ? findQuarantined : findDue)(embedder, options);
        const leased = keys.length > 0 ? await leaseAll(keys, options) : [];
        if (leased.length > 0) return leased;
      }
      return [];
    },
  };
}

export function createEmbeddingState({ memories, vectors }: Collections): EmbeddingState {
  return {
    countStale: (embedderId) => memories.countDocuments(staleFor(embedderId)),

    async hasStale(ownerId, embedderId) {
      const filter = { ownerId, ...staleFor(embedderId) };
      return (await memories.findOne(filter, { projection: { _id: 1 }, hint })) !== null;
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
