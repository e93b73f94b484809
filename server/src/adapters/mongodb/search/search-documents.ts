import type { Binary, ClientSession, Db, Document } from 'mongodb';
import type { TimeSpan } from '../../../ports/candidate-index.ts';
import type { Scope, TimeRange } from '../../../ports/memory.ts';

/** The fields that searches filter by. Archived memories have no `visibleTo`, so that no search finds them. */
type ScopeFields = Record<'userId', string> &
  Record<'filterKeys', string[]> &
  Record<'isEndUser', boolean> &
  Record<'occurredAt' | 'createdAt', number> &
  Partial<Record<'visibleTo' | 'agentId' | 'runId', string>> & {
    /** The time of the last change of a field in search indexes, by the clock of the process that wrote it. */
    indexedAt: number;
  };

/** The fields of memories that searches read. The kinds of the domain describe them. */
export type MemoryDocument = ScopeFields &
  Record<'_id' | 'id' | 'metadata' | 'entities' | 'words' | 'identifiers' | 'tagWords' | 'ending', string> &
  Record<'seq' | 'version' | 'wordCount' | 'characters', number> &
  Record<'terms', string[]> &
  Partial<Record<'speaker' | 'conversation' | 'embedderId', string>> &
  Partial<Record<'copyHash' | 'textChangedAt' | 'expiresAt', number>>;

/** The fields of vectors that searches read. The bytes of a vector are signed, and multiplied by `scale`. */
export type VectorDocument = ScopeFields &
  Record<'_id' | 'memoryId' | 'embedderId', string> &
  Record<'vector', Binary> &
  Record<'scale', number>;

/** Token vectors. The `_id` is the account with the `seq` of the memory. */
export type TokensDocument = Record<'_id' | 'embedderId', string> & Record<'seq', number> & Record<'tokens', Binary>;

export type SearchCollections = ReturnType<typeof searchCollections>;

export function searchCollections(db: Db) {
  return {
    memories: db.collection<MemoryDocument>('memories'),
    vectors: db.collection<VectorDocument>('memory_vectors'),
    tokens: db.collection<TokensDocument>('memory_tokens'),
  };
}

export interface SearchReads {
  collections: SearchCollections;
  session: ClientSession;
  /** Memories that expired by then are not found. */
  now: number;
}

export function memoryKey(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

/** Conditions for both collections. `$vectorSearch` accepts them, too: it needs several conditions in one `$and`. */
type Conditions = { $and: Document[] };

export function toScopeFilter(scope: Scope, spans: readonly TimeSpan[] = []): Conditions {
  const { accountId, userId, agentId, runId, filterKeys = [], occurred, created } = scope;
  // Archived memories do not meet the first condition.
  const conditions: Document[] = [{ visibleTo: accountId }];
  // The scope of the account itself includes the memories of its end users.
  const isOfAll = userId === accountId && !scope.withoutEndUsers;
  if (isOfAll) conditions.push({ $or: [{ userId }, { isEndUser: true }] });
  else if (userId !== undefined) conditions.push({ userId });
  if (agentId !== undefined) conditions.push({ agentId });
  if (runId !== undefined) conditions.push({ runId });
  for (const alternatives of filterKeys) conditions.push({ filterKeys: { $in: alternatives } });
  if (occurred) conditions.push({ occurredAt: toBounds(occurred) });
  if (created) conditions.push({ createdAt: toBounds(created) });
  if (spans.length > 0)
    conditions.push({ $or: spans.map(({ from, to }) => ({ occurredAt: { $gte: from, $lt: to } })) });
  return { $and: conditions };
}

/** Selects the visible memories of a scope that have not expired by a time. No index serves that condition. */
export function liveIn(scope: Scope, now: number, spans?: readonly TimeSpan[]): Conditions {
  return { $and: [toScopeFilter(scope, spans), { expiresAt: { $not: { $lte: now } } }] };
}

function toBounds({ from, to }: TimeRange): Document {
  return { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lt: to }) };
}

export const wordIndexName = 'memory_words';

/** Each vector length has its own index, so that old vectors are searched until all are replaced. */
export function vectorIndexName(dimensions: number): string {
  return `memory_vectors_${dimensions}`;
}

export const maxHits = 10_000;
export const growthFactor = 4;

export type SearchSettings = typeof usualSearch;

export const usualSearch = {
  /** The maximum of memories with any word that are read and ranked here. The search index selects from more. */
  maxWordsRead: 500,
  /** The maximum while the search index does not respond, because a slow search is better than none. */
  maxWordsReadInstead: 10_000,
  /** The maximum of vectors of a scope that are read and compared here. */
  maxVectorsRead: 500,
  /** The same for memories that meet the conditions of a search, which the search index does not contain. */
  maxMatchingVectorsRead: 5_000,
  /** The largest scope that the search index searches exactly. It searches a larger one approximately. */
  maxExact: 10_000,
  /** The age up to which writes are read separately, because the search indexes lag behind. */
  lagMs: 60_000,
  /** The maximum of these writes that are read, newest first. An import may write far more. */
  maxFresh: 2_000,
  /** Counts of at least this size are cached for `keptMs`. */
  keptFrom: 1_000,
  keptMs: 30_000,
};
