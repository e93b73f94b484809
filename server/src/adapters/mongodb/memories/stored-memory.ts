import type { Memory, MemoryIndex, TextIndex } from '../../../ports/memory-store.ts';
import { accountIdOf, conversationOf, type MemoryDocument, memoryKey } from '../schema/documents.ts';

/** Projects the fields that {@link toMemory} reads. */
export const memoryFields = {
  id: 1,
  ownerId: 1,
  userId: 1,
  agentId: 1,
  runId: 1,
  text: 1,
  messages: 1,
  metadata: 1,
  status: 1,
  outcome: 1,
  failure: 1,
  infer: 1,
  extraction: 1,
  sourceMemoryId: 1,
  entities: 1,
  version: 1,
  occurredAt: 1,
  createdAt: 1,
  updatedAt: 1,
  textChangedAt: 1,
  attempts: 1,
  nextAttemptAt: 1,
} as const;

export function toMemory(document: Pick<MemoryDocument, keyof typeof memoryFields | '_id'>): Memory {
  const { id, userId, agentId, runId, text, messages, metadata, status, outcome, failure, infer } = document;
  const { extraction, sourceMemoryId, entities, version, attempts } = document;
  const { occurredAt, createdAt, updatedAt, textChangedAt, nextAttemptAt = null } = document;
  return {
    ...{ id, userId, agentId, runId, text, status, failure, infer, extraction, sourceMemoryId, entities, version },
    ...{ attempts, occurredAt, createdAt, updatedAt, textChangedAt, nextAttemptAt },
    accountId: accountIdOf(document),
    messages: messages === null ? null : JSON.parse(messages),
    metadata: JSON.parse(metadata),
    outcome: status === 'ready' ? outcome : null,
    isArchived: document.ownerId === undefined,
  };
}

/** Builds the fields that are the same in all states, without `ownerId`, which only visible memories have. */
export function contentOf(accountId: string, memory: Memory, index: MemoryIndex) {
  const { id, userId, agentId, runId, text, infer, sourceMemoryId, extraction, entities, failure, version } = memory;
  const { attempts, occurredAt, createdAt, updatedAt, textChangedAt } = memory;
  return {
    _id: memoryKey(accountId, id),
    ...{ id, userId, agentId, runId, text, infer, sourceMemoryId, extraction, entities, failure, version },
    ...{ attempts, occurredAt, createdAt, updatedAt, textChangedAt },
    messages: memory.messages && JSON.stringify(memory.messages),
    metadata: JSON.stringify(memory.metadata),
    ...textFields(index),
    ...{ labels: index.filterKeys, projects: index.projects, tagWords: index.tagWords.join(' ') },
    terms: [...new Set([...index.words, ...index.identifiers, ...index.tagWords])],
    ...(index.speaker === null ? {} : { conversation: conversationOf(memory) }),
  };
}

type Waiting = { nextAttemptAt: number; pendingSince: number; traceParent: string | null };

/** Builds the fields that only a pending memory has, with its status. */
export function waiting(accountId: string, { nextAttemptAt, pendingSince, traceParent }: Waiting) {
  return { status: 'pending' as const, pendingOf: accountId, nextAttemptAt, pendingSince, traceParent };
}

/** The fields that `$unset` removes when no worker has the memory any more. */
export const leaseFields = { leasedBy: '', claimId: '', extracting: '' } as const;

export function toNewDocument(memory: Memory, index: MemoryIndex, traceParent: string | null): MemoryDocument {
  const { accountId, createdAt } = memory;
  return {
    ...contentOf(accountId, memory, index),
    ...waiting(accountId, { nextAttemptAt: memory.nextAttemptAt ?? createdAt, pendingSince: createdAt, traceParent }),
    ...{ ownerId: accountId, outcome: null, revision: 1, refusals: 0, interruptions: 0, indexedAt: Date.now() },
  };
}

export function textFields({ words, identifiers, speaker, characters, ending, copyHash }: TextIndex) {
  const rest = { speaker, characters, ending, copyHash };
  return { words: words.join(' '), wordCount: words.length, identifiers: identifiers.join(' '), ...rest };
}
