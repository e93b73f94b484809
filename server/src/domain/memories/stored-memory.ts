import { effectiveUserOf, type Memory, type MemoryIndex } from '../../ports/memory.ts';
import type { NewRecordOf, Transaction } from '../../ports/record-store.ts';
import { memories, type StoredMemory } from './kinds.ts';

/** A memory that the store has not numbered yet. */
export type NewStoredMemory = NewRecordOf<typeof memories>;

/** The fields that are computed when a memory is written, because only search indexes of a database contain them. */
export type SearchField = 'terms' | 'conversation' | 'indexedAt';

export type PreparedMemory = Omit<NewStoredMemory, SearchField>;

/** The fields that no change needs, unless the store has fields that are computed from them. */
const unneeded = [
  ...(['words', 'identifiers', 'tagWords', 'speaker', 'characters', 'ending', 'copyHash', 'entities'] as const),
  ...(['failure', 'extraction', 'terms', 'conversation', 'indexedAt'] as const),
] as const;

/** A memory that is about to change. */
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

export const noVectors = { embedderId: null, vectorCount: 0, reembedAt: 0, reembedAttempts: 0 };

/**
 * Prepares a new memory. It is pending unless it is archived. One literal for all fields makes an object that is sent to
 * another thread in half the time.
 */
export function prepareMemory(memory: Memory, index: MemoryIndex, importKey: string | null): PreparedMemory {
  const { accountId, infer, isArchived } = memory;
  // For an imported memory, only the time of its ingest shows how long it has been waiting.
  const dueAt = isArchived ? null : (memory.nextAttemptAt ?? memory.createdAt);
  return {
    id: memory.id,
    accountId,
    visibleTo: isArchived ? null : accountId,
    archivedOf: isArchived ? accountId : null,
    userId: effectiveUserOf(memory),
    isEndUser: memory.endUserId !== null,
    isOfAccount: memory.userId === accountId,
    agentId: memory.agentId,
    runId: memory.runId,
    text: memory.text,
    messages: memory.messages,
    metadata: memory.metadata,
    status: isArchived ? 'ready' : 'pending',
    outcome: memory.outcome,
    failure: null,
    infer,
    extraction: memory.extraction,
    sourceMemoryId: memory.sourceMemoryId,
    entities: memory.entities,
    version: memory.version,
    revision: memory.revision,
    changedBy: memory.changedBy,
    occurredAt: memory.occurredAt,
    createdAt: memory.createdAt,
    updatedAt: memory.updatedAt,
    expiresAt: memory.expiresAt,
    textChangedAt: memory.textChangedAt,
    attempts: 0,
    nextAttemptAt: dueAt,
    ingestOf: isArchived || infer ? null : accountId,
    extractionOf: !isArchived && infer ? accountId : null,
    extractingOf: null,
    failedOf: null,
    pendingSince: dueAt,
    leasedBy: null,
    rejections: 0,
    crashCount: null,
    traceParent: null,
    embedderId: null,
    vectorCount: 0,
    reembedAt: 0,
    reembedAttempts: 0,
    importKey,
    speaker: index.speaker,
    characters: index.characters,
    ending: index.ending,
    copyHash: index.copyHash,
    wordCount: index.wordCount,
    words: index.words,
    identifiers: index.identifiers,
    tagWords: index.tagWords,
    filterKeys: isArchived ? [] : index.filterKeys,
    projects: isArchived ? [] : index.projects,
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
export function toMemory({
  userId,
  isEndUser,
  visibleTo,
  ...same
}: Pick<StoredMemory, (typeof memoryFields)[number]>): Memory {
  return {
    ...same,
    ...(isEndUser ? { userId: same.accountId, endUserId: userId } : { userId, endUserId: null }),
    outcome: same.status === 'ready' ? same.outcome : null,
    isArchived: visibleTo === null,
  };
}

/** Returns all distinct words and identifiers that find a memory. */
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
