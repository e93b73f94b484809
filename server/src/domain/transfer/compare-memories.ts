import { createHash } from 'node:crypto';
import type { MemoryVersion } from '../../ports/memory-store.ts';
import type { MemoryRecord } from '../../ports/records.ts';
import { isNewer } from './record-rules.ts';

/**
 * `re-embedded`: equal except for vectors of another embedder. `newer`: the copy changed after it was made. `older`:
 * the original did. `different`: neither is a later version of the other.
 */
export type Likeness = 'same' | 're-embedded' | 'newer' | 'older' | 'different';

export function compareMemories(original: MemoryRecord, copy: MemoryRecord): Likeness {
  if (isNewer(copy, original)) return 'newer';
  if (isNewer(original, copy)) return 'older';
  if (!contentOf(original).equals(contentOf(copy))) return 'different';
  if (vectorsOf(original).equals(vectorsOf(copy))) return 'same';
  return embeddersOf(original) === embeddersOf(copy) ? 'different' : 're-embedded';
}

/** A SHA-256 of all stored data of a memory except the time of the next attempt. It is the same in every store. */
export function fingerprint(record: MemoryRecord): Buffer {
  return createHash('sha256').update(contentOf(record)).update(vectorsOf(record)).digest();
}

function contentOf(record: MemoryRecord): Buffer {
  const { memory, versions, index, outcome } = record;
  const isPending = memory.status === 'pending';
  return digest([
    [memory.id, memory.userId, memory.endUserId, memory.agentId, memory.runId, memory.sourceMemoryId],
    [memory.text, memory.messages, JSON.stringify(memory.metadata)],
    [record.importKey],
    [memory.status, outcome, memory.infer, memory.isArchived, memory.version, memory.revision],
    [memory.occurredAt, memory.createdAt, memory.updatedAt, memory.textChangedAt],
    [memory.changedBy?.kind, memory.changedBy?.keyPrefix],
    versions.map(versionOf),
    memory.extraction && [
      memory.extraction.duplicateOf,
      memory.extraction.extractedIds,
      memory.extraction.originalText,
    ],
    memory.entities.map(({ name, kind }) => [name, kind]),
    [index.words, index.identifiers, index.tagWords, index.speaker, index.characters, index.ending, index.copyHash],
    [index.filterKeys.toSorted(), index.projects.toSorted()],
    // A worker may process the memory in the meantime.
    isPending ? null : [memory.failure?.code, memory.failure?.message, memory.attempts],
  ]);
}

function versionOf({ version, text, messages, metadata, changedAt, changedBy, replacedAt }: MemoryVersion) {
  const content = [text, messages, JSON.stringify(metadata)];
  return [version, ...content, changedAt, changedBy?.kind, changedBy?.keyPrefix, replacedAt];
}

function vectorsOf({ vectors, tokens }: MemoryRecord): Buffer {
  const hash = createHash('sha256');
  for (const { embedderId, scale, values } of vectors) {
    hash.update(JSON.stringify([embedderId, scale, values.length])).update(values);
  }
  if (tokens) hash.update(tokens);
  return hash.digest();
}

function embeddersOf({ vectors }: MemoryRecord): string {
  return JSON.stringify([...new Set(vectors.map(({ embedderId }) => embedderId))].sort());
}

function digest(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest();
}
