import type { ClientSession } from 'mongodb';
import type { Memory, MemoryIndex, TextIndex } from '../../../ports/memory-store.ts';
import { type Collections, conversationOf, type MemoryDocument, ownerOf } from '../schema/documents.ts';
import { contentOf, textFields } from './memory-document.ts';
import { notEmbedded } from './memory-vectors.ts';

/** A memory that nobody has tried to ingest. */
export const begun = { failure: null, attempts: 0, refusals: 0, interruptions: 0 };

/** For `$unset`. */
export const notLeased = { leasedBy: '', claimId: '', extracting: '' } as const;

/** For `$unset`. */
export const notWaiting = { pendingOf: '', nextAttemptAt: '', pendingSince: '', traceParent: '' } as const;

export function waiting(
  ownerId: string,
  {
    nextAttemptAt,
    pendingSince,
    traceParent,
  }: { nextAttemptAt: number; pendingSince: number; traceParent: string | null },
) {
  return { status: 'pending' as const, pendingOf: ownerId, nextAttemptAt, pendingSince, traceParent };
}

/** A memory as it is written first. */
export function toDocument(memory: Memory, index: MemoryIndex, traceParent: string | null): MemoryDocument {
  const { ownerId, createdAt } = memory;
  return {
    ...contentOf(ownerId, memory, index),
    ownerId,
    ...begun,
    ...waiting(ownerId, { nextAttemptAt: memory.nextAttemptAt ?? createdAt, pendingSince: createdAt, traceParent }),
    outcome: null,
    extraction: null,
    entities: [],
    version: 1,
    revision: 1,
    updatedAt: createdAt,
    textChangedAt: null,
    indexedAt: Date.now(),
  };
}

/** Sends a memory round ingest with another text. `set` holds what else changes, its `terms` too. */
export async function replaceText(
  { memories, vectors }: Collections,
  session: ClientSession,
  memory: Pick<MemoryDocument, '_id' | 'userId' | 'agentId' | 'runId'>,
  replaced: { text: string; index: TextIndex } & Parameters<typeof waiting>[1],
  set: Partial<MemoryDocument> & Pick<MemoryDocument, 'terms'>,
): Promise<void> {
  const { _id } = memory;
  const ownerId = ownerOf(memory);
  const { text, index, ...since } = replaced;
  const isTurn = index.speaker !== null;
  const wholeSet: Partial<MemoryDocument> = {
    ...set,
    ...textFields(index),
    ...begun,
    ...waiting(ownerId, since),
    ...(isTurn ? { conversation: conversationOf(memory) } : {}),
    text,
    entities: [],
    indexedAt: Date.now(),
  };
  const unset = {
    ...notLeased,
    ...notEmbedded,
    failedOf: '',
    ...(isTurn ? {} : { conversation: '' as const }),
  } as const;
  await memories.updateOne({ _id }, { $set: wholeSet, $unset: unset, $inc: { revision: 1 } }, { session });
  await vectors.deleteMany({ ownerId, memory: _id }, { session });
}
