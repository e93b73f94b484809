import type { Memory, MemoryIndex } from '../../ports/memory.ts';
import type { NewRecordOf, Transaction } from '../../ports/record-store.ts';
import { memories, type StoredMemory } from './kinds.ts';

/** The fields that are computed when a memory is written, because only search indexes of a database contain them. */
export type SearchField = 'terms' | 'conversation' | 'indexedAt';

export type PreparedMemory = Omit<NewRecordOf<typeof memories>, SearchField>;

/** The fields that no change needs, unless the store has fields that only search indexes read. */
const unneeded = [
  ...(['isEndUser', 'isOfAccount', 'agentId', 'runId', 'filterKeys', 'occurredAt', 'createdAt', 'importKey'] as const),
  ...(['textChangedAt', 'attempts', 'traceParent', 'wordCount'] as const),
  ...(['words', 'identifiers', 'tagWords', 'speaker', 'characters', 'ending', 'copyHash', 'entities'] as const),
  ...(['failure', 'extraction', 'terms', 'conversation', 'indexedAt'] as const),
] as const;

export type PresentMemory = Omit<StoredMemory, (typeof unneeded)[number]>;

const presentFields = Object.keys(memories.fields).filter(
  (field): field is keyof PresentMemory => !unneeded.includes(field as never),
);

/** The fields to read of memories that are about to change; undefined for all. */
export function fieldsToChange({
  forSearch,
}: Pick<Transaction, 'forSearch'>): readonly (keyof PresentMemory)[] | undefined {
  return forSearch ? undefined : presentFields;
}

export const noLease = { leasedBy: null, extractingOf: null };

/** The fields of ingest of a memory that waits for it. */
export function pendingFields({ accountId, infer }: Pick<Memory, 'accountId' | 'infer'>, at: number) {
  const due = infer ? { ingestOf: null, extractionOf: accountId } : { ingestOf: accountId, extractionOf: null };
  const attempts = { failure: null, failedOf: null, attempts: 0, rejections: 0, crashCount: null };
  return { ...noLease, ...due, ...attempts, status: 'pending' as const, nextAttemptAt: at, pendingSince: at };
}

/** The fields of ingest of a memory that does not wait for it. */
export const notPending = {
  ...{ ...noLease, ingestOf: null, extractionOf: null, pendingSince: null },
  ...{ nextAttemptAt: null, crashCount: null, traceParent: null },
};

/** The fields of a memory whose ingest has succeeded. */
export const ready = { ...notPending, status: 'ready', failure: null } as const;

export function archivedFields(accountId: string) {
  return { visibleTo: null, archivedOf: accountId, filterKeys: [], projects: [] };
}

export const noVectors = { embedderId: null, vectorCount: 0, reembedAt: 0, reembedAttempts: 0 };

/** Returns the record of a new memory. It is pending unless it is archived. */
export function prepareMemory(
  { endUserId, isArchived, ...memory }: Memory,
  index: MemoryIndex,
  importKey: string | null,
): PreparedMemory {
  const { accountId, userId } = memory;
  // For an imported memory, only the time of its ingest shows how long it has been waiting.
  const dueAt = memory.nextAttemptAt ?? memory.createdAt;
  return {
    ...{ ...memory, ...index, ...pendingFields(memory, dueAt), ...noVectors, importKey, traceParent: null },
    ...{ userId: endUserId ?? userId, isEndUser: endUserId !== null, isOfAccount: userId === accountId },
    ...(isArchived ? { ...archivedFields(accountId), ...ready } : { visibleTo: accountId, archivedOf: null }),
  };
}

/** The stored fields from which {@link toMemory} makes a memory. */
export const memoryFields = [
  ...(['id', 'accountId', 'text', 'messages', 'agentId', 'runId', 'metadata', 'status', 'failure', 'infer'] as const),
  ...(['extraction', 'sourceMemoryId', 'entities', 'version', 'revision', 'changedBy', 'occurredAt'] as const),
  ...(['createdAt', 'updatedAt', 'expiresAt', 'textChangedAt', 'attempts', 'nextAttemptAt'] as const),
  ...(['userId', 'isEndUser', 'outcome', 'visibleTo'] as const),
] as const;

/** @param stored a record that was read with {@link memoryFields} only */
export function toMemory(stored: Pick<StoredMemory, (typeof memoryFields)[number]>): Memory {
  const { id, accountId, userId, isEndUser, agentId, runId, text, messages, metadata, status } = stored;
  const { failure, infer, visibleTo, extraction, sourceMemoryId, entities, version, revision, changedBy } = stored;
  const { occurredAt, createdAt, updatedAt, expiresAt, textChangedAt, attempts, nextAttemptAt } = stored;
  const user = isEndUser ? accountId : userId;
  const endUserId = isEndUser ? userId : null;
  const outcome = status === 'ready' ? stored.outcome : null;
  // A literal takes a fraction of the time of a copy without some fields.
  return {
    ...{ id, accountId, text, messages, userId: user, endUserId, agentId, runId, metadata, status, outcome, failure },
    ...{ infer, isArchived: visibleTo === null, extraction, sourceMemoryId, entities, version, revision, changedBy },
    ...{ occurredAt, createdAt, updatedAt, expiresAt, textChangedAt, attempts, nextAttemptAt },
  };
}

export function termsOf({ words, identifiers, tagWords }: Pick<StoredMemory, 'words' | 'identifiers' | 'tagWords'>) {
  const terms = new Set(`${words} ${identifiers} ${tagWords}`.split(' '));
  terms.delete('');
  return [...terms];
}

/**
 * Identifies the conversation of a message, which all messages of a run share. Runs of different effective users or
 * agents are distinct, whatever their ids. Other memories have none.
 */
export function conversationOf({
  userId,
  agentId,
  runId,
  speaker,
}: Pick<StoredMemory, 'userId' | 'agentId' | 'runId' | 'speaker'>): string | null {
  return speaker === null ? null : JSON.stringify([userId, agentId, runId]);
}
