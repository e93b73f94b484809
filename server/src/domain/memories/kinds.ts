import type { Actor, Entity, Memory, MemoryStatus, Metadata } from '../../ports/memory.ts';
import { field, kindOf, maybe } from '../../ports/record-fields.ts';
import type { RecordOf } from '../../ports/record-store.ts';

/** The expiry of memories that are being deleted, which is before any other time. */
export const hiddenAt = 0;

const list = field<string[]>('list');

/** A memory with its search index and the state of its ingest. Fields without a comment are those of `Memory`. */
export const memories = kindOf({
  name: 'memories',
  fields: {
    ...{ accountId: 'account', id: 'text' },
    /** Larger for later memories. It identifies a memory in search indexes and in the records of its vectors. */
    seq: 'integer',
    /** The account, whose lists and searches show the memory; null if it is archived. */
    visibleTo: maybe.account,
    /** The account if the memory is archived; null otherwise. Archived memories have no filter keys, projects or terms. */
    archivedOf: maybe.account,
    /** The effective user, and whether the `userId` of the `Memory` is the account. */
    ...{ userId: 'text', isEndUser: 'boolean', isOfAccount: 'boolean' },
    ...{ agentId: maybe.text, runId: maybe.text, text: 'text' },
    ...{ messages: field<Memory['messages']>('json'), metadata: field<Metadata>('json') },
    ...{ status: field<MemoryStatus>('text'), outcome: field<Memory['outcome']>('text') },
    ...{ failure: field<Memory['failure']>('json'), infer: 'boolean', extraction: field<Memory['extraction']>('json') },
    ...{ sourceMemoryId: maybe.text, entities: field<Entity[]>('json') },
    ...{ version: 'integer', revision: 'integer', changedBy: field<Actor>('json') },
    ...{ occurredAt: 'integer', createdAt: 'integer', updatedAt: 'integer', expiresAt: maybe.integer },
    ...{ textChangedAt: maybe.integer, attempts: 'integer', nextAttemptAt: maybe.integer },
    /** The account while the memory waits for ingest: without extraction, or with it. */
    ...{ ingestOf: maybe.account, extractionOf: maybe.account },
    /** The account while a worker has the lease for extraction. Only one memory of a user has it. */
    extractingOf: maybe.account,
    /** The account while the memory has failed. */
    failedOf: maybe.account,
    /** null unless pending. */
    pendingSince: maybe.integer,
    /** The lease for ingest or re-embedding. It begins with the id of the worker and a slash. */
    leasedBy: maybe.text,
    rejections: 'integer',
    /** The number of workers that crashed while they ingested the memory; null if none did, and unless pending. */
    crashCount: maybe.integer,
    /** The trace of the request that made it pending (see `ports/tracer.ts`); null if there is none. */
    traceParent: maybe.text,
    /** The embedder that processed the present text; null unless ready. */
    embedderId: maybe.text,
    vectorCount: 'integer',
    /** The time when the memory may be embedded again, or when the lease for that ends. */
    reembedAt: 'integer',
    reembedAttempts: 'integer',
    /** The key of an imported memory at its source. */
    importKey: maybe.text,
    /** The search index (see `MemoryIndex`). */
    ...{ speaker: maybe.text, characters: 'integer', ending: 'text', copyHash: maybe.integer },
    ...{ wordCount: 'integer', tagWords: 'text', identifiers: 'text', words: 'text' },
    ...{ filterKeys: list, projects: list },
    /** All words and identifiers that find the memory. */
    terms: field<string[] | null>('list'),
    /** Identifies the conversation of a message; null for other memories. */
    conversation: maybe.text,
    indexedAt: maybe.integer,
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
export type StoredMemory = RecordOf<typeof memories>;

/** The number of stored versions of a memory, including the current one. */
export const maxVersions = 50;

export const memoryVersions = kindOf({
  name: 'memory_versions',
  fields: {
    ...{ accountId: 'account', memoryId: 'text', version: 'integer', text: 'text' },
    ...{ messages: field<Memory['messages']>('json'), metadata: field<Metadata>('json') },
    ...{ changedAt: 'integer', changedBy: field<Actor>('json'), replacedAt: 'integer' },
  },
  key: ['accountId', 'memoryId', 'version'],
  indexes: {},
  erases: ['text', 'messages', 'metadata'],
  large: true,
});
export type StoredVersion = RecordOf<typeof memoryVersions>;

/** A vector of a memory. Its values are the signed bytes times `scale`. */
export const memoryVectors = kindOf({
  name: 'memory_vectors',
  fields: {
    accountId: 'account',
    /** The `seq` of the memory. */
    seq: 'integer',
    /** The position of the part of the text, from 0 to the `vectorCount` of the memory. */
    chunk: 'integer',
    ...{ embedderId: 'text', scale: 'real', vector: field<Int8Array>('vector') },
    /** The fields of the memory that a search index of vectors filters by. */
    ...{ memoryId: maybe.text, visibleTo: maybe.account, userId: 'text', isEndUser: 'boolean', agentId: maybe.text },
    ...{ runId: maybe.text, filterKeys: list, occurredAt: 'integer', createdAt: 'integer', indexedAt: maybe.integer },
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

/** The vectors of the tokens of a memory, by its `seq` and the embedder of its vectors. */
export const memoryTokens = kindOf({
  name: 'memory_tokens',
  fields: { accountId: 'account', seq: 'integer', embedderId: 'text', tokens: field<Int8Array>('vector') },
  key: ['accountId', 'seq'],
  indexes: {},
  large: true,
});
