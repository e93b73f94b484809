import type { MemoryVersion } from '../../ports/memory.ts';
import type { KeyOf, Reader, Transaction } from '../../ports/record-store.ts';
import { memories, memoryTokens, memoryVectors, memoryVersions, type StoredMemory } from '../memories/kinds.ts';
import { noLease, noVectors, type PreparedMemory, termsOf } from '../memories/stored-memory.ts';
import { insertMemory, patchMemory, vectorKeys } from '../memories/write-memories.ts';
import { readVersions } from './read-versions.ts';

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

export const memoryCopyQueries = {
  /** Reads a page of the memories of an account, in the order of their ids. */
  async memoryPage(
    reader: Reader,
    { accountId, ...page }: { accountId: string; after: Pick<StoredMemory, 'id'> | undefined; limit: number },
  ): Promise<MemoryCopy[]> {
    return readCopies(reader, await reader.scan(memories, 'key', { of: [accountId], ...page }));
  },

  async findMemories(reader: Reader, keys: readonly KeyOf<typeof memories>[]): Promise<MemoryCopy[]> {
    const found = await reader.getMany(memories, keys);
    return readCopies(
      reader,
      found.flatMap((memory) => memory ?? []),
    );
  },
};

async function readCopies(reader: Reader, found: readonly StoredMemory[]): Promise<MemoryCopy[]> {
  const versionsOf = await readVersions(reader, found);
  const vectors = await reader.getMany(
    memoryVectors,
    found.flatMap((memory) => vectorKeys(memory)),
  );
  const bySeq = Map.groupBy(vectors, (vector) => vector?.seq);
  const tokens = await reader.getMany(memoryTokens, found);
  return found.map((stored, at) => ({
    memory: toCopy(stored),
    versions: versionsOf.get(stored.id) ?? [],
    vectors: (bySeq.get(stored.seq) ?? []).flatMap((one) => (one ? { scale: one.scale, values: one.vector } : [])),
    tokens: tokens[at]?.tokens,
  }));
}

/** A memory that a worker has leased is due since it became pending. */
function toCopy({ seq: _, terms, conversation, indexedAt, ...memory }: StoredMemory): PreparedMemory {
  const nextAttemptAt = memory.leasedBy === null ? memory.nextAttemptAt : memory.pendingSince;
  return { ...memory, ...noLease, nextAttemptAt, traceParent: null, reembedAt: 0, reembedAttempts: 0 };
}

/**
 * Writes the memories that are missing or older. A memory gets its number when it is written, and vectors have that
 * number in their key.
 * @param input.at the present time
 * @returns the number of memories written, and those without their vectors, which are to be written again
 */
export async function copyMemories(
  tx: Transaction,
  { records, at }: { records: readonly MemoryCopy[]; at: number },
): Promise<{ written: number; unfinished: MemoryCopy[] }> {
  const present = await tx.getMany(
    memories,
    records.map(({ memory }) => memory),
  );
  const writes = { ...tx, now: at };
  let written = 0;
  const unfinished: MemoryCopy[] = [];
  for (const [index, copy] of records.entries()) {
    const stored = present[index];
    if (!stored) addMemory(writes, copy);
    else if (isNewer(copy.memory, stored)) await replaceMemory(writes, stored, copy);
    else if (lacksVectors(stored, copy))
      await patchMemory(writes, { memory: stored, set: {}, vectors: vectorsOf(copy) });
    else continue;
    if (stored || copy.vectors.length === 0) written++;
    else unfinished.push(copy);
  }
  return { written, unfinished };
}

type State = Pick<StoredMemory, 'version' | 'revision' | 'status'>;

/** Whether one record of a memory is later than another one. */
export function isNewer(one: State, other: State): boolean {
  if (one.version !== other.version) return one.version > other.version;
  if (one.revision !== other.revision) return one.revision > other.revision;
  return one.status !== 'pending' && other.status === 'pending';
}

function lacksVectors(stored: StoredMemory, { memory, vectors }: MemoryCopy): boolean {
  return stored.embedderId === unembedded && vectors.length > 0 && !isNewer(stored, memory);
}

function vectorsOf({ memory: { embedderId }, vectors, tokens }: MemoryCopy) {
  return embedderId === null ? null : { embedderId, vectors, tokens };
}

function addMemory(tx: Transaction, { memory, versions, vectors }: MemoryCopy): void {
  const embedding = vectors.length > 0 ? { ...noVectors, embedderId: unembedded } : {};
  insertMemory(tx, { kind: 'insert', memory: { ...memory, ...embedding }, imported: { key: '', versions } });
}

async function replaceMemory(tx: Transaction, stored: StoredMemory, copy: MemoryCopy): Promise<void> {
  const { memory, versions } = copy;
  const { accountId, id } = memory;
  const present = await readVersions(tx, [stored]);
  for (const { version } of present.get(id) ?? []) tx.delete(memoryVersions, { accountId, memoryId: id, version });
  for (const version of versions) tx.put(memoryVersions, { accountId, memoryId: id, ...version });
  const set = { ...memory, terms: memory.visibleTo === null ? [] : termsOf(memory) };
  await patchMemory(tx, { memory: stored, set, vectors: vectorsOf(copy) });
}
