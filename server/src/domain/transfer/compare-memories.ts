import { createHash } from 'node:crypto';
import { noVectors } from '../memories/stored-memory.ts';
import { isNewer, type MemoryCopy } from './copy-memories.ts';

/**
 * `re-embedded`: equal except for vectors of another embedder. `newer`: the copy changed after it was made. `older`:
 * the original did. `different`: neither is a later version of the other.
 */
export type Likeness = 'same' | 're-embedded' | 'newer' | 'older' | 'different';

export function compareMemories(original: MemoryCopy, copy: MemoryCopy): Likeness {
  if (isNewer(copy.memory, original.memory)) return 'newer';
  if (isNewer(original.memory, copy.memory)) return 'older';
  if (!contentOf(original).equals(contentOf(copy))) return 'different';
  if (vectorsOf(original).equals(vectorsOf(copy))) return 'same';
  return original.memory.embedderId === copy.memory.embedderId ? 'different' : 're-embedded';
}

/** Returns a SHA-256 of all stored data of a memory except the state of its ingest. It is the same in every store. */
export function fingerprint(copy: MemoryCopy): Buffer {
  return createHash('sha256').update(contentOf(copy)).update(vectorsOf(copy)).digest();
}

/** The state of ingest, which a worker may change in the meantime. */
const noAttempts = { pendingSince: null, nextAttemptAt: null, rejections: 0, crashCount: null };

function contentOf({ memory, versions }: MemoryCopy): Buffer {
  const pending = memory.status === 'pending' ? { failure: null, attempts: 0 } : {};
  const content = { ...memory, ...noVectors, ...noAttempts, ...pending };
  return createHash('sha256')
    .update(JSON.stringify([content, versions]))
    .digest();
}

function vectorsOf({ memory, vectors, tokens }: MemoryCopy): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(memory.embedderId));
  for (const { scale, values } of vectors) hash.update(JSON.stringify([scale, values.length])).update(values);
  if (tokens) hash.update(tokens);
  return hash.digest();
}
