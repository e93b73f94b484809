import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MemoryVersion } from '../../ports/memory.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import { memoryTokens, memoryVectors, memoryVersions, type StoredMemory } from '../memories/kinds.ts';
import { noLease, noVectors, type PreparedMemory } from '../memories/stored-memory.ts';
import { insertMemory, patchMemory, vectorKeys } from '../memories/write-memories.ts';
import { readVersions } from './export-memories.ts';

/** A memory with all that belongs to it, without what belongs to its store: its number and the lease of a worker. */
export interface MemoryCopy {
  memory: PreparedMemory;
  /** The former versions, oldest first. */
  versions: MemoryVersion[];
  vectors: { scale: number; values: Int8Array }[];
  tokens: Int8Array | undefined;
}

/** The embedder of a copy whose vectors are not written yet. No embedder has it, so a server embeds the memory again. */
const unembedded = 'none';

export async function readCopies(reader: Reader, found: readonly StoredMemory[]): Promise<MemoryCopy[]> {
  const versionsOf = await readVersions(reader, found);
  const keys = found.flatMap((memory) => vectorKeys(memory));
  const bySeq = Map.groupBy(await reader.getMany(memoryVectors, keys), (vector) => vector?.seq);
  const tokens = await reader.getMany(memoryTokens, found);
  return found.map((stored, at) => ({
    memory: toPrepared(stored),
    versions: versionsOf.get(stored.id) ?? [],
    vectors: (bySeq.get(stored.seq) ?? []).flatMap((one) => (one ? { scale: one.scale, values: one.vector } : [])),
    tokens: tokens[at]?.tokens,
  }));
}

/** A memory that a worker has leased is due since it became pending. */
function toPrepared({ seq: _, terms, conversation, indexedAt, ...memory }: StoredMemory): PreparedMemory {
  const nextAttemptAt = memory.leasedBy === null ? memory.nextAttemptAt : memory.pendingSince;
  return { ...memory, ...noLease, nextAttemptAt, traceParent: null, reembedAt: 0, reembedAttempts: 0 };
}

/**
 * Inserts a memory, or replaces another state of it. A memory gets its number when it is written, and vectors have that
 * number in their key.
 * @returns whether the copy is complete; otherwise its vectors are missing, and it is to be put again
 */
export async function putMemory(
  tx: Transaction,
  { memory, versions, vectors, tokens }: MemoryCopy,
  stored: StoredMemory | undefined,
): Promise<boolean> {
  const { accountId, id: memoryId, embedderId } = memory;
  if (!stored) {
    const embedding = vectors.length > 0 ? { ...noVectors, embedderId: unembedded } : {};
    insertMemory(tx, { memory: { ...memory, ...embedding }, versions });
    return vectors.length === 0;
  }
  const isSame = stored.version === memory.version && stored.revision === memory.revision;
  const lacksVectors = isSame && stored.embedderId === unembedded;
  if (!lacksVectors) {
    const former = (await readVersions(tx, [stored])).get(memoryId) ?? [];
    for (const { version } of former) tx.delete(memoryVersions, { accountId, memoryId, version });
    for (const version of versions) tx.put(memoryVersions, { accountId, memoryId, ...version });
  }
  const set = lacksVectors ? {} : memory;
  await patchMemory(tx, { memory: stored, set, vectors: embedderId === null ? null : { embedderId, vectors, tokens } });
  return true;
}

/**
 * Whether a copy contains the data of its original. A worker at the target may have finished the ingest of a pending
 * memory, or embedded a memory again.
 */
export function isSameMemory(original: MemoryCopy, copy: MemoryCopy): boolean {
  const [one, other] = [original.memory, copy.memory];
  if (one.status === 'pending' && other.status !== 'pending') return other.version >= one.version;
  if (!isDeepStrictEqual(contentOf(original), contentOf(copy))) return false;
  if (one.embedderId !== other.embedderId) return other.embedderId !== null && other.embedderId !== unembedded;
  return isDeepStrictEqual([original.vectors, original.tokens], [copy.vectors, copy.tokens]);
}

/** The state of ingest, which a worker may change in the meantime. */
const noAttempts = { pendingSince: null, nextAttemptAt: null, rejections: 0, crashCount: null };

function contentOf({ memory, versions }: MemoryCopy): [object, object] {
  const pending = memory.status === 'pending' ? { failure: null, attempts: 0 } : {};
  return [{ ...memory, ...noVectors, ...noAttempts, ...pending }, versions];
}

/** Returns a SHA-256 of a memory, which is the same in every store. The state of its ingest does not count. */
export function digestOf(copy: MemoryCopy): string {
  const { memory, vectors, tokens } = copy;
  const hash = createHash('sha256').update(JSON.stringify([contentOf(copy), memory.embedderId]));
  for (const { scale, values } of vectors) hash.update(JSON.stringify([scale, values.length])).update(values);
  if (tokens) hash.update(tokens);
  return hash.digest('hex');
}
