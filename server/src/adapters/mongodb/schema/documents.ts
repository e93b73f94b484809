import type { Binary, Db } from 'mongodb';
import type { AccessToken, Account, ApiKey } from '../../../ports/account-store.ts';
import type { Memory, StoredResponse, TextIndex } from '../../../ports/memory-store.ts';
import type { DayRecord, MonthRecord } from '../../../ports/records.ts';
import type { LoggedRequest } from '../../../ports/request-log.ts';

/**
 * Every `_id` that belongs to an account begins with the account's id, so that the index on it, too, has the tenant
 * first. Times are milliseconds since the epoch.
 */
export interface MemoryDocument
  extends Omit<Memory, 'accountId' | 'messages' | 'metadata' | 'isArchived' | 'nextAttemptAt'>,
    Omit<TextIndex, 'words'> {
  /** Is the {@link memoryKey}, which sorts like the memory ids of an account. */
  _id: string;
  /** Is the account. Archived memories have none, so that no query of an account finds them. */
  ownerId?: string;
  /** Holds JSON, because MongoDB would not keep every key and the order. */
  messages: string | null;
  /** Holds JSON, for the same reason. */
  metadata: string;
  /** Holds the stemmed words in order, separated by blanks. */
  words: string;
  wordCount: number;
  tagWords: string;
  /** Holds the distinct words of `words` and `tagWords`. */
  terms: string[];
  labels: string[];
  projects: string[];
  /** Is the {@link conversationOf} a message. Other memories have none. */
  conversation?: string;
  /** Changes with the text and guards the results of ingest. */
  revision: number;
  refusals: number;
  interruptions: number;
  /** Is when ingest is due, or when the lease of a worker ends. Only pending memories have it. */
  nextAttemptAt?: number;
  /** Is the account while the memory is pending: the index of due memories holds nothing else. */
  pendingOf?: string;
  pendingSince?: number;
  /** Is the trace of the request that made it pending. */
  traceParent?: string | null;
  /** Is the account while the memory is failed. */
  failedOf?: string;
  /** Is the worker that holds the lease. */
  leasedBy?: string;
  /** Is the claim that leased it. */
  claimId?: string;
  /** Holds the account and the user while facts are being extracted. Only one memory of a user has it. */
  extracting?: string;
  /** Has made its vectors, or could make none. Only ready memories have this and the next three fields. */
  embedderId?: string;
  /** Is when it may be re-embedded next, or when the lease of a worker ends. */
  moveAt?: number;
  moveAttempts?: number;
  /** Is the claim that leased it to be re-embedded. */
  moveClaim?: string;
  /** Is when its fields in search indexes changed last, by the clock of the process that wrote it. */
  indexedAt: number;
}

/** Has the fields that memories and their vectors have in common. */
export interface Scoped extends Pick<Memory, 'userId' | 'agentId' | 'runId' | 'occurredAt'> {
  ownerId: string;
  labels: string[];
}

/** Has one vector of a memory. The search index of vectors holds only these fields, so they include those of scopes. */
export interface VectorDocument extends Scoped {
  _id: string;
  /** Is the `_id` of the memory. */
  memory: string;
  embedderId: string;
  /** Holds signed bytes. Times `scale`, they are the vector. */
  vector: Binary;
  scale: number;
  indexedAt: number;
}

export interface ResponseDocument extends StoredResponse {
  /** Holds the account and the Idempotency-Key. */
  _id: string;
  expiresAt: number;
}

/** Holds a share of an account's usage in a month. The sum of the shares counts (see `usage-shares.ts`). */
export interface UsageDocument extends MonthRecord {
  _id: string;
  ownerId: string;
}

export interface AccountDocument extends Omit<Account, 'id'> {
  _id: string;
  /** Is the form in which e-mail addresses are compared. */
  emailFolded: string | null;
  passwordHash: string;
}

export interface TokenDocument extends Omit<AccessToken, 'hash'> {
  /** Is hexadecimal. */
  _id: string;
}

export interface KeyDocument extends Omit<ApiKey, 'id'> {
  _id: string;
  /** Is hexadecimal. */
  hash: string;
}

export interface RequestDocument extends Omit<LoggedRequest, 'id' | 'accountId'> {
  _id: string;
  ownerId: string;
  /** Later rows of the same time have larger numbers. */
  order: number;
}

/** Holds a share of the sums over a day and operation of an account (see `request-log.ts`). */
export interface RequestDayDocument extends Omit<DayRecord, 'statuses' | 'latencies'> {
  _id: string;
  ownerId: string;
  /** Counts requests by the first digit of their status. */
  statuses: Record<string, number>;
  /** Counts requests by step of the histogram. Steps without any are absent. */
  latencies: Record<string, number>;
}

/** Describes a process that works on memories. */
export interface WorkerDocument {
  _id: string;
  seenAt: Date;
  /** Lists the sessions that its transactions run in. */
  sessions?: Binary[];
}

export interface ProbeDocument {
  _id: string;
  beat: number;
}

export type Collections = ReturnType<typeof collectionsOf>;

export function collectionsOf(db: Db) {
  return {
    memories: db.collection<MemoryDocument>('memory'),
    vectors: db.collection<VectorDocument>('memory_vector'),
    responses: db.collection<ResponseDocument>('answer'),
    usage: db.collection<UsageDocument>('usage'),
    accounts: db.collection<AccountDocument>('account'),
    tokens: db.collection<TokenDocument>('access_token'),
    keys: db.collection<KeyDocument>('api_key'),
    requests: db.collection<RequestDocument>('request'),
    requestDays: db.collection<RequestDayDocument>('request_day'),
    workers: db.collection<WorkerDocument>('worker'),
    probes: db.collection<ProbeDocument>('probe'),
  };
}

/** Returns the account, also of an archived memory. */
export function accountIdOf({ _id }: Pick<MemoryDocument, '_id'>): string {
  return _id.slice(0, _id.indexOf('/'));
}

export function memoryKey(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

/** Names the conversation of a message. Runs of different users or agents are distinct, whatever their ids. */
export function conversationOf(memory: Pick<MemoryDocument, 'userId' | 'agentId' | 'runId'>): string {
  return JSON.stringify([memory.userId, memory.agentId, memory.runId]);
}
