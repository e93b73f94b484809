import {
  effectiveUserOf,
  type Memory,
  type MemoryIndex,
  type MetadataIndex,
  type TextIndex,
} from '../../ports/memory.ts';
import type { NewRecordOf } from '../../ports/record-store.ts';
import type { memories, StoredMemory } from './kinds.ts';

/** A memory that the store has not numbered yet. */
export type NewStoredMemory = NewRecordOf<typeof memories>;

/** The fields that are computed when a memory is written, because only search indexes of a database contain them. */
export type SearchField = 'terms' | 'conversation' | 'indexedAt';

export type PreparedMemory = Omit<NewStoredMemory, SearchField>;

type TextField = 'words' | 'identifiers' | 'wordCount' | 'speaker' | 'characters' | 'ending' | 'copyHash';
export type TextFields = Pick<StoredMemory, TextField>;
export type MetadataFields = Pick<StoredMemory, 'filterKeys' | 'projects' | 'tagWords'>;

export function toTextFields({ words, identifiers, speaker, characters, ending, copyHash }: TextIndex): TextFields {
  const lists = { words: words.join(' '), identifiers: identifiers.join(' '), wordCount: words.length };
  return { ...lists, speaker, characters, ending, copyHash };
}

export function toMetadataFields({ filterKeys, projects, tagWords }: MetadataIndex): MetadataFields {
  return { filterKeys, projects, tagWords: tagWords.join(' ') };
}

/** The lease of a memory that no worker has. */
export const noLease = { leasedBy: null, extractingOf: null };

/** The fields of ingest of a memory that waits for it. */
export function pendingFields({ accountId, infer }: Pick<Memory, 'accountId' | 'infer'>, at: number) {
  return {
    ...noLease,
    status: 'pending' as const,
    failure: null,
    failedOf: null,
    attempts: 0,
    rejections: 0,
    crashCount: null,
    nextAttemptAt: at,
    pendingSince: at,
    ingestOf: infer ? null : accountId,
    extractionOf: infer ? accountId : null,
  };
}

/** The fields of ingest of a memory that does not wait for it. */
export const notPending = {
  ...noLease,
  ingestOf: null,
  extractionOf: null,
  pendingSince: null,
  nextAttemptAt: null,
  crashCount: null,
  traceParent: null,
};

export const noVectors = { embedderId: null, vectorCount: 0, reembedAt: 0, reembedAttempts: 0 };

/**
 * Prepares a new memory. It is pending unless it is archived. One literal for all fields makes an object that is sent to
 * another thread in half the time.
 */
export function prepareMemory(
  memory: Memory,
  index: MemoryIndex,
  { importKey, traceParent }: { importKey: string | null; traceParent: string | null },
): PreparedMemory {
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
    traceParent: isArchived ? null : traceParent,
    embedderId: null,
    vectorCount: 0,
    reembedAt: 0,
    reembedAttempts: 0,
    importKey,
    speaker: index.speaker,
    characters: index.characters,
    ending: index.ending,
    copyHash: index.copyHash,
    wordCount: index.words.length,
    words: index.words.join(' '),
    identifiers: index.identifiers.join(' '),
    tagWords: index.tagWords.join(' '),
    filterKeys: isArchived ? [] : index.filterKeys,
    projects: isArchived ? [] : index.projects,
  };
}

/** The fields that {@link toMemory} reads. */
export const memoryFields = [
  ...([
    'id',
    'accountId',
    'text',
    'messages',
    'userId',
    'isEndUser',
    'agentId',
    'runId',
    'metadata',
    'status',
  ] as const),
  ...(['outcome', 'failure', 'infer', 'visibleTo', 'extraction', 'sourceMemoryId', 'entities', 'version'] as const),
  ...(['revision', 'changedBy', 'occurredAt', 'createdAt', 'updatedAt', 'expiresAt', 'textChangedAt'] as const),
  ...(['attempts', 'nextAttemptAt'] as const),
];

export function toMemory(stored: Pick<StoredMemory, (typeof memoryFields)[number]>): Memory {
  const { accountId, userId, isEndUser, status } = stored;
  return {
    ...{ id: stored.id, accountId, text: stored.text, messages: stored.messages },
    ...{ userId: isEndUser ? accountId : userId, endUserId: isEndUser ? userId : null },
    ...{ agentId: stored.agentId, runId: stored.runId, metadata: stored.metadata, status },
    ...{ outcome: status === 'ready' ? stored.outcome : null, failure: stored.failure, infer: stored.infer },
    ...{ isArchived: stored.visibleTo === null, extraction: stored.extraction },
    ...{ sourceMemoryId: stored.sourceMemoryId, entities: stored.entities, version: stored.version },
    ...{ revision: stored.revision, changedBy: stored.changedBy, occurredAt: stored.occurredAt },
    ...{ createdAt: stored.createdAt, updatedAt: stored.updatedAt, expiresAt: stored.expiresAt },
    ...{ textChangedAt: stored.textChangedAt, attempts: stored.attempts, nextAttemptAt: stored.nextAttemptAt },
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
