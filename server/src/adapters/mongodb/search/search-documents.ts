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

/** Reads in one snapshot of the collections. */
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

/** Selects the visible memories of a scope, narrowed to the spans if there are any. */
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
