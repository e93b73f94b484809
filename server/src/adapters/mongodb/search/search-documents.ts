import type { Binary, Db } from 'mongodb';

/** The fields of the documents of memories that searches read. The kinds of the domain describe them. */
export interface MemoryDocument {
  /** The account and the id. */
  _id: string;
  id: string;
  seq: number;
  /** The account. Archived memories have none, so that no search finds them. */
  visibleTo?: string;
  userId: string;
  isEndUser: boolean;
  isOfAccount: boolean;
  agentId?: string;
  runId?: string;
  /** JSON text. */
  metadata: string;
  /** JSON text. */
  entities: string;
  version: number;
  words: string;
  identifiers: string;
  tagWords: string;
  wordCount: number;
  /** The distinct words of the text and the metadata, and the identifiers. */
  terms: string[];
  filterKeys: string[];
  copyHash?: number;
  characters: number;
  ending: string;
  occurredAt: number;
  createdAt: number;
  textChangedAt?: number;
  expiresAt?: number;
  speaker?: string;
  /** The conversation of a message. Other memories have none. */
  conversation?: string;
  embedderId?: string;
  /** The time of the last change of a field in search indexes, by the clock of the process that wrote it. */
  indexedAt: number;
}

/** The fields of a vector that searches read. The index of vectors filters by the fields of scopes. */
export interface VectorDocument
  extends Pick<MemoryDocument, 'visibleTo' | 'userId' | 'isEndUser' | 'agentId' | 'runId' | 'filterKeys'>,
    Pick<MemoryDocument, 'occurredAt' | 'createdAt' | 'indexedAt'> {
  _id: string;
  memoryId: string;
  embedderId: string;
  /** Signed bytes, which are the vector when multiplied by `scale`. */
  vector: Binary;
  scale: number;
}

export interface TokensDocument {
  /** The account and the `seq` of the memory. */
  _id: string;
  seq: number;
  embedderId: string;
  tokens: Binary;
}

export type SearchCollections = ReturnType<typeof searchCollections>;

export function searchCollections(db: Db) {
  return {
    memories: db.collection<MemoryDocument>('memories'),
    vectors: db.collection<VectorDocument>('memory_vectors'),
    tokens: db.collection<TokensDocument>('memory_tokens'),
  };
}

export function memoryKey(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

/** Selects memories that have not expired by a time. Other conditions must select few, because no index serves it. */
export const live = (now: number) => ({ expiresAt: { $not: { $lte: now } } });
