import { randomUUID } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';
import type { EmbeddingState, ReembedClaimOptions } from '../../../ports/memory-store.ts';
import { takeCharacters } from '../../store-kit/fair-claims.ts';
import { restore } from '../../store-kit/quantize.ts';
import { staleSearches } from '../../store-kit/stale-embeddings.ts';
import { accountIdOf, type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { live } from './expiry.ts';

/** The name of the index on embedders. With any other index, the server would read all memories of an account. */
const embedderIndex = 'embedder';

/** Selects ready memories of other embedders. */
const staleFor = (embedderId: string) => ({ embedderId: { $gte: '', $ne: embedderId } });

/** Leases the next memories to re-embed. The index of embedders contains only ready memories. */
export function createStaleClaims(
  memories: Collection<MemoryDocument>,
): (options: ReembedClaimOptions) => Promise<MemoryDocument[]> {
  /** The account that the next claim begins after. */
  let lastServed = '';

  function findStale(filter: Filter<MemoryDocument>, sort: Record<string, 1>, limit: number) {
    const found = memories.find(filter).hint(embedderIndex).sort(sort).limit(limit);
    return found.project<Pick<MemoryDocument, '_id' | 'characters'>>({ characters: 1 }).toArray();
  }

  /**
   * Finds memories of the account after the last one served, and of the next accounts up to the limits of the claim.
   */
  async function findDue(embedderId: string, options: ReembedClaimOptions): Promise<string[]> {
    const { now, limit, quarantineAfter, characters } = options;
    const due = { moveAt: { $lte: now }, moveAttempts: { $lt: quarantineAfter }, ...live(now) };
    const after = (accountId: string) =>
      findStale({ embedderId, ownerId: { $gt: accountId }, ...due }, { ownerId: 1, moveAt: 1 }, limit);
    let found = await after(lastServed);
    if (found.length === 0 && lastServed !== '') found = await after('');
    const taken = takeCharacters(found, characters);
    const last = taken.at(-1);
    lastServed = last ? accountIdOf(last) : '';
    return taken.map(({ _id }) => _id);
  }

  async function findQuarantined(embedderId: string, { now, quarantineAfter }: ReembedClaimOptions): Promise<string[]> {
    const isDue = { moveAt: { $lte: now }, moveAttempts: { $gte: quarantineAfter } };
    const quarantined = { embedderId, ...isDue, ...live(now) };
    return (await findStale(quarantined, { moveAt: 1 }, 1)).map(({ _id }) => _id);
  }

  return async (options) => {
    const others = (await memories.distinct('embedderId', staleFor(options.embedderId))) as string[];
    for (const { embedder, quarantined } of staleSearches(others)) {
      const keys = await (quarantined ? findQuarantined : findDue)(embedder, options);
      const leased = keys.length > 0 ? await leaseAll(memories, keys, options) : [];
      if (leased.length > 0) return leased;
    }
    return [];
  };
}

/** Leases the memories that are still due. If two workers found the same memory, only one of them gets it. */
async function leaseAll(
  memories: Collection<MemoryDocument>,
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

export function createEmbeddingState({ memories, vectors }: Collections, now: () => number): EmbeddingState {
  return {
    countStale: (embedderId) => memories.countDocuments(staleFor(embedderId)),

    async hasStale(accountId, embedderId) {
      const filter = { ownerId: accountId, ...staleFor(embedderId) };
      return (await memories.findOne(filter, { projection: { _id: 1 }, hint: embedderIndex })) !== null;
    },

    async embeddingOf(accountId, id) {
      const memory = memoryKey(accountId, id);
      const projection = { embedderId: 1, scale: 1, vector: 1 };
      const found = await vectors.find({ ownerId: accountId, memory }, { projection }).toArray();
      const [first] = found;
      const isThere = first && (await memories.findOne({ _id: memory, ...live(now()) }, { projection: { _id: 1 } }));
      if (!isThere) return null;
      // The key of a vector ends with the number of its chunk.
      const chunkOf = ({ _id }: { _id: string }) => Number(_id.slice(_id.lastIndexOf('/') + 1));
      const ordered = found.sort((a, b) => chunkOf(a) - chunkOf(b));
      const values = ordered.map(({ scale, vector }) => restore({ scale, values: vector.toInt8Array() }));
      return { embedderId: first.embedderId, vectors: values };
    },
  };
}
