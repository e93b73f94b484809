import { effectiveUserOf, type Memory, type MemoryIndex } from '../../ports/memory.ts';
import type { NewRecordOf } from '../../ports/record-store.ts';
import type { memories, StoredMemory } from './kinds.ts';

/** A memory that the store has not numbered yet. */
export type NewStoredMemory = NewRecordOf<typeof memories>;

/** The fields that are computed when a memory is written, because only search indexes of a database contain them. */
export type SearchField = 'terms' | 'conversation' | 'indexedAt';

export type PreparedMemory = Omit<NewStoredMemory, SearchField>;

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

/** The fields that a memory has in the same form. */
const sameFields = [
  ...(['id', 'accountId', 'text', 'messages', 'agentId', 'runId', 'metadata', 'status', 'failure', 'infer'] as const),
  ...(['extraction', 'sourceMemoryId', 'entities', 'version', 'revision', 'changedBy', 'occurredAt'] as const),
  ...(['createdAt', 'updatedAt', 'expiresAt', 'textChangedAt', 'attempts', 'nextAttemptAt'] as const),
] as const;
type SameFields = Pick<StoredMemory, (typeof sameFields)[number]>;

export const memoryFields = [...sameFields, 'userId', 'isEndUser', 'outcome', 'visibleTo'] as const;

export function toMemory(stored: Pick<StoredMemory, (typeof memoryFields)[number]>): Memory {
  const { accountId, userId, isEndUser, status, outcome, visibleTo } = stored;
  const same = Object.fromEntries(sameFields.map((name) => [name, stored[name]])) as unknown as SameFields;
  return {
    ...same,
    ...(isEndUser ? { userId: accountId, endUserId: userId } : { userId, endUserId: null }),
    outcome: status === 'ready' ? outcome : null,
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
