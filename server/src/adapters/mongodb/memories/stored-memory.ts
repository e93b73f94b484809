import type { InsertChange, Memory, MemoryIndex, TextIndex } from '../../../ports/memory-store.ts';
import { toUsers } from '../../store-kit/stored-user.ts';
import {
  accountIdOf,
  conversationOf,
  importKeyOf,
  type MemoryDocument,
  memoryKey,
  userFields,
} from '../schema/documents.ts';

/** Projects the fields that {@link toMemory} reads. */
export const memoryFields = {
  id: 1,
  ownerId: 1,
  userId: 1,
  isEndUser: 1,
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
  revision: 1,
  changedBy: 1,
  occurredAt: 1,
  createdAt: 1,
  updatedAt: 1,
  expiresAt: 1,
  textChangedAt: 1,
  attempts: 1,
  nextAttemptAt: 1,
} as const;

export function toMemory(document: Pick<MemoryDocument, keyof typeof memoryFields | '_id'>): Memory {
  const { id, userId, isEndUser = false, agentId, runId, text, messages, metadata, status } = document;
  const { outcome, failure, infer, extraction, sourceMemoryId, entities } = document;
  const { version, revision, changedBy = null, attempts } = document;
  const { occurredAt, createdAt, updatedAt, textChangedAt, expiresAt = null, nextAttemptAt = null } = document;
  const accountId = accountIdOf(document);
  return {
    ...{ id, agentId, runId, text, status, failure, infer, extraction, sourceMemoryId, entities, version },
    ...{ revision, changedBy, attempts, occurredAt, createdAt, updatedAt, expiresAt, textChangedAt, nextAttemptAt },
    accountId,
    ...toUsers(accountId, { userId, isEndUser }),
    messages: messages === null ? null : JSON.parse(messages),
    metadata: JSON.parse(metadata),
    outcome: status === 'ready' ? outcome : null,
    isArchived: document.ownerId === undefined,
  };
}

/** Builds the fields that all states have in common, without `ownerId`, which only visible memories have. */
export function contentOf(accountId: string, memory: Memory, index: MemoryIndex) {
  const { id, agentId, runId, text, infer, sourceMemoryId, extraction, entities, failure, version } = memory;
  const { revision, changedBy, attempts, occurredAt, createdAt, updatedAt, expiresAt, textChangedAt } = memory;
  const user = userFields(memory);
  return {
    _id: memoryKey(accountId, id),
    ...{ ...user, id, agentId, runId, text, infer, sourceMemoryId, extraction, entities, failure, version },
    ...{ revision, changedBy, attempts, occurredAt, createdAt, updatedAt, textChangedAt },
    ...(expiresAt === null ? {} : { expiresAt }),
    messages: memory.messages && JSON.stringify(memory.messages),
    metadata: JSON.stringify(memory.metadata),
    ...textFields(index),
    ...{ labels: index.filterKeys, projects: index.projects, tagWords: index.tagWords.join(' ') },
    terms: [...new Set([...index.words, ...index.identifiers, ...index.tagWords])],
    ...(index.speaker === null ? {} : { conversation: conversationOf({ ...user, agentId, runId }) }),
  };
}

type Waiting = { nextAttemptAt: number; pendingSince: number; traceParent: string | null };

/** Builds the fields that only a pending memory has, with its status. */
export function waiting(accountId: string, { nextAttemptAt, pendingSince, traceParent }: Waiting) {
  return { status: 'pending' as const, pendingOf: accountId, nextAttemptAt, pendingSince, traceParent };
}

/** The fields that `$unset` removes when no worker has the memory leased any longer. */
export const leaseFields = { leasedBy: '', claimId: '', extracting: '' } as const;

export function toNewDocument({ memory, index, imported }: InsertChange, traceParent: string | null): MemoryDocument {
  const { accountId, outcome, isArchived, createdAt } = memory;
  // For an imported memory, only the time of its ingest shows how long it has been waiting.
  const dueAt = memory.nextAttemptAt ?? createdAt;
  return {
    ...contentOf(accountId, memory, index),
    ...{ outcome, refusals: 0, interruptions: 0, indexedAt: Date.now() },
    ...(imported ? { importKey: importKeyOf(accountId, imported.key) } : {}),
    ...(isArchived
      ? { status: 'ready' as const, labels: [], projects: [], terms: [] }
      : { ownerId: accountId, ...waiting(accountId, { nextAttemptAt: dueAt, pendingSince: dueAt, traceParent }) }),
  };
}

export function textFields({ words, identifiers, speaker, characters, ending, copyHash }: TextIndex) {
  const rest = { speaker, characters, ending, copyHash };
  return { words: words.join(' '), wordCount: words.length, identifiers: identifiers.join(' '), ...rest };
}
