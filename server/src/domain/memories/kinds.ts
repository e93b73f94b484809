import type { Memory, MemoryIndex, MemoryVersion } from '../../ports/memory.ts';
import { kind } from '../../ports/record-store.ts';

type SameAsMemory = Omit<Memory, 'endUserId' | 'isArchived'>;

/** The expiry of memories that are being deleted, which is before any other time. */
export const hiddenAt = 0;

/** A memory with its search index and the state of its ingest. */
export interface StoredMemory extends SameAsMemory, MemoryIndex {
  /** Larger for later memories. It identifies a memory in search indexes and in the records of its vectors. */
  seq: number;
  /** The account, whose lists and searches show the memory; null if it is archived. */
  visibleTo: string | null;
  /** The account if the memory is archived; null otherwise. Archived memories have no filter keys, projects or terms. */
  archivedOf: string | null;
  userId: string;
  isEndUser: boolean;
  /** Whether the `userId` of the memory (see `Memory`) is the account. */
  isOfAccount: boolean;
  /** All words and identifiers that find the memory. */
  terms: string[] | null;
  /** Identifies the conversation of a message; null for other memories. */
  conversation: string | null;
  indexedAt: number | null;
  /** The account while the memory waits for ingest: without extraction, or with it. */
  ingestOf: string | null;
  extractionOf: string | null;
  /** The account while a worker has the lease for extraction. Only one memory of a user has it. */
  extractingOf: string | null;
  /** The account while the memory has failed. */
  failedOf: string | null;
  /** null unless pending. */
  pendingSince: number | null;
  /** The lease for ingest or re-embedding. It begins with the id of the worker and a slash. */
  leasedBy: string | null;
  rejections: number;
  /** The number of workers that crashed while they ingested the memory; null if none did, and unless pending. */
  crashCount: number | null;
  /** The trace of the request that made it pending (see `ports/tracer.ts`); null if there is none. */
  traceParent: string | null;
  /** The embedder that processed the present text; null unless ready. */
  embedderId: string | null;
  vectorCount: number;
  /** The time when the memory may be embedded again, or when the lease for that ends. */
  reembedAt: number;
  reembedAttempts: number;
  /** The key of an imported memory at its source. */
  importKey: string | null;
}

export const memories = kind<StoredMemory>()({
  name: 'memories',
  fields: {
    ...{ accountId: 'account', id: 'text', seq: 'integer', visibleTo: 'account', archivedOf: 'account' },
    ...{ userId: 'text', isEndUser: 'boolean', isOfAccount: 'boolean', agentId: 'text', runId: 'text' },
    ...{ text: 'text', messages: 'json', metadata: 'json', status: 'text', outcome: 'text', failure: 'json' },
    ...{ infer: 'boolean', extraction: 'json', sourceMemoryId: 'text', entities: 'json' },
    ...{ version: 'integer', revision: 'integer', changedBy: 'json' },
    ...{ occurredAt: 'integer', createdAt: 'integer', updatedAt: 'integer', expiresAt: 'integer' },
    ...{ textChangedAt: 'integer', attempts: 'integer', nextAttemptAt: 'integer' },
    ...{ ingestOf: 'account', extractionOf: 'account', extractingOf: 'account', failedOf: 'account' },
    ...{ pendingSince: 'integer', leasedBy: 'text', rejections: 'integer', crashCount: 'integer', traceParent: 'text' },
    ...{ embedderId: 'text', vectorCount: 'integer', reembedAt: 'integer', reembedAttempts: 'integer' },
    ...{ importKey: 'text', speaker: 'text', characters: 'integer', ending: 'text', copyHash: 'integer' },
    ...{ wordCount: 'integer', tagWords: 'text', identifiers: 'text', words: 'text' },
    ...{ filterKeys: 'list', projects: 'list', terms: 'list', conversation: 'text', indexedAt: 'integer' },
  },
  key: ['accountId', 'id'],
  indexes: {
    creation: {
      on: ['visibleTo', 'createdAt', 'id'],
      covers: ['userId', 'isEndUser', 'isOfAccount'],
      where: 'visibleTo',
    },
    time: { on: ['visibleTo', 'occurredAt', 'id'], covers: ['userId', 'isEndUser', 'isOfAccount'], where: 'visibleTo' },
    user: { on: ['visibleTo', 'userId', 'createdAt', 'id'], where: 'visibleTo' },
    userTime: { on: ['visibleTo', 'userId', 'occurredAt', 'id'], where: 'visibleTo' },
    agent: { on: ['visibleTo', 'agentId', 'createdAt', 'id'], where: 'agentId' },
    run: { on: ['visibleTo', 'runId', 'createdAt', 'id'], where: 'runId' },
    filterKey: { on: ['visibleTo'], each: 'filterKeys', covers: ['createdAt', 'id'] },
    project: { on: ['visibleTo'], each: 'projects' },
    archived: { on: ['archivedOf', 'createdAt', 'id'], where: 'archivedOf' },
    due: { on: ['ingestOf', 'nextAttemptAt', 'seq'], where: 'ingestOf' },
    extractionTime: { on: ['extractionOf', 'nextAttemptAt', 'seq'], where: 'extractionOf' },
    extraction: { on: ['extractionOf', 'userId', 'nextAttemptAt', 'seq'], where: 'extractionOf' },
    extracting: { on: ['extractingOf', 'userId'], unique: true, where: 'extractingOf' },
    crashed: { on: ['nextAttemptAt', 'seq'], covers: ['crashCount'], where: 'crashCount' },
    leased: { on: ['leasedBy', 'seq'], where: 'leasedBy' },
    waiting: { on: ['pendingSince', 'seq'], covers: ['expiresAt'], where: 'pendingSince' },
    failed: { on: ['failedOf', 'createdAt', 'id'], covers: ['expiresAt'], where: 'failedOf' },
    embedder: {
      on: ['embedderId', 'accountId', 'reembedAt', 'seq'],
      covers: ['reembedAttempts', 'expiresAt'],
      where: 'embedderId',
    },
    imported: { on: ['accountId', 'importKey'], unique: true, where: 'importKey' },
    expiry: { on: ['expiresAt', 'seq'], where: 'expiresAt' },
    accountExpiry: { on: ['accountId', 'expiresAt', 'seq'], where: 'expiresAt' },
    source: { on: ['visibleTo', 'sourceMemoryId', 'createdAt', 'id'], where: 'sourceMemoryId' },
    term: { on: ['visibleTo'], each: 'terms', covers: ['userId', 'agentId', 'runId', 'isEndUser'] },
    scope: { on: ['visibleTo', 'userId', 'agentId', 'runId'], covers: ['wordCount', 'isEndUser'], forSearch: true },
    conversation: {
      on: ['visibleTo', 'conversation', 'occurredAt', 'id'],
      where: 'conversation',
      forSearch: true,
    },
    fresh: { on: ['visibleTo', 'indexedAt', 'id'], where: 'visibleTo', forSearch: true },
    written: { on: ['visibleTo', 'seq'], where: 'visibleTo', forLoading: true },
  },
  sequence: 'seq',
  expires: 'expiresAt',
  erases: ['text', 'messages', 'metadata', 'entities', 'extraction', 'tagWords', 'identifiers', 'words'],
  forSearch: ['terms', 'conversation', 'indexedAt'],
  logs: ['visibleTo', 'version', 'filterKeys', 'words', 'embedderId', 'expiresAt'],
});

export interface StoredVersion extends MemoryVersion {
  accountId: string;
  memoryId: string;
}

/** The number of stored versions of a memory, including the current one. */
export const maxVersions = 50;

export const memoryVersions = kind<StoredVersion>()({
  name: 'memory_versions',
  fields: {
    ...{ accountId: 'account', memoryId: 'text', version: 'integer', text: 'text', messages: 'json', metadata: 'json' },
    ...{ changedAt: 'integer', changedBy: 'json', replacedAt: 'integer' },
  },
  key: ['accountId', 'memoryId', 'version'],
  indexes: {},
  erases: ['text', 'messages', 'metadata'],
  large: true,
});

/** The fields of a memory that a search index of vectors filters by. */
type VectorScope = Pick<
  StoredMemory,
  'visibleTo' | 'userId' | 'isEndUser' | 'agentId' | 'runId' | 'filterKeys' | 'occurredAt' | 'createdAt' | 'indexedAt'
>;

/** A vector of a memory. Its values are the signed bytes times `scale`. */
export interface StoredVector extends VectorScope {
  accountId: string;
  /** The `seq` of the memory. */
  seq: number;
  /** The position of the part of the text, from 0 to the `vectorCount` of the memory. */
  chunk: number;
  embedderId: string;
  scale: number;
  vector: Int8Array;
  memoryId: string | null;
}

export const memoryVectors = kind<StoredVector>()({
  name: 'memory_vectors',
  fields: {
    ...{ accountId: 'account', seq: 'integer', chunk: 'integer', embedderId: 'text', scale: 'real', vector: 'vector' },
    ...{ memoryId: 'text', visibleTo: 'account', userId: 'text', isEndUser: 'boolean', agentId: 'text' },
    ...{ runId: 'text', filterKeys: 'list', occurredAt: 'integer', createdAt: 'integer', indexedAt: 'integer' },
  },
  key: ['accountId', 'seq', 'chunk'],
  indexes: {
    memory: { on: ['visibleTo', 'memoryId'], forSearch: true },
    scope: { on: ['visibleTo', 'embedderId', 'userId', 'agentId', 'runId'], forSearch: true },
    fresh: { on: ['visibleTo', 'embedderId', 'indexedAt'], forSearch: true },
  },
  forSearch: [
    ...(['memoryId', 'visibleTo', 'userId', 'isEndUser', 'agentId', 'runId', 'filterKeys'] as const),
    ...(['occurredAt', 'createdAt', 'indexedAt'] as const),
  ],
});

/** The vectors of the tokens of a memory, by the embedder of its vectors. */
export interface StoredTokens {
  accountId: string;
  /** The `seq` of the memory. */
  seq: number;
  embedderId: string;
  tokens: Int8Array;
}

export const memoryTokens = kind<StoredTokens>()({
  name: 'memory_tokens',
  fields: { accountId: 'account', seq: 'integer', embedderId: 'text', tokens: 'vector' },
  key: ['accountId', 'seq'],
  indexes: {},
  large: true,
});
