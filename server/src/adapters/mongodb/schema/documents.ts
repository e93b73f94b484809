import type { Binary, Db } from 'mongodb';
import type { CustomLimits, Plan, Scope } from '../../../ports/account-store.ts';
import type {
  Entity,
  Extraction,
  Failure,
  MemoryOutcome,
  MemoryStatus,
  StoredResponse,
} from '../../../ports/memory-store.ts';
import type { LoggedRequest } from '../../../ports/request-log.ts';

/**
 * Every `_id` that belongs to an account begins with the account's id, so that the index on it, too, has the tenant
 * first. Times are milliseconds since the epoch.
 */
export interface MemoryDocument {
  /** {@link memoryKey}: sorts like the memory ids of an account. */
  _id: string;
  id: string;
  /** The account. Archived memories have none, so that no query of an account finds them. */
  ownerId?: string;
  userId: string;
  agentId: string | null;
  runId: string | null;
  text: string;
  /** JSON, because MongoDB would not keep every key and the order. */
  messages: string | null;
  /** JSON, for the same reason. */
  metadata: string;
  status: MemoryStatus;
  outcome: MemoryOutcome | null;
  failure: Failure | null;
  /** Whether facts are still to be extracted. */
  infer: boolean;
  extraction: Extraction | null;
  sourceMemoryId: string | null;
  entities: Entity[];
  /** The stemmed words in order, separated by blanks. */
  words: string;
  wordCount: number;
  tagWords: string;
  /** The distinct words of `words` and `tagWords`. */
  terms: string[];
  labels: string[];
  projects: string[];
  speaker: string | null;
  /** {@link conversationOf} a message; other memories have none. */
  conversation?: string;
  characters: number;
  ending: string;
  copyHash: number | null;
  version: number;
  /** Changes with the text and guards the results of ingest. */
  revision: number;
  occurredAt: number;
  createdAt: number;
  updatedAt: number;
  textChangedAt: number | null;
  attempts: number;
  refusals: number;
  interruptions: number;
  /** When ingest is due; while a worker has the memory, the end of the lease. Only pending memories have it. */
  nextAttemptAt?: number;
  /** The account, while pending: the index of due memories holds nothing else. */
  pendingOf?: string;
  pendingSince?: number;
  /** The trace of the request that made it pending. */
  traceParent?: string | null;
  /** The account, while failed. */
  failedOf?: string;
  /** The worker that holds the lease. */
  leasedBy?: string;
  /** The claim that leased it. */
  claimId?: string;
  /** The account and the user, while facts are being extracted from it. Only one memory of a user has it. */
  extracting?: string;
  /** The embedder that made its vectors, or could make none. Only ready memories have this and the next three. */
  embedderId?: string;
  /** When it may be re-embedded next; while a worker has it, the end of the lease. */
  moveAt?: number;
  moveAttempts?: number;
  /** The claim that leased it to be re-embedded. */
  moveClaim?: string;
  /** When its fields in search indexes changed last, by the clock of the process that wrote it. */
  indexedAt: number;
}

/** One vector of a memory, with the fields that a search narrows by: the search index of vectors holds nothing else. */
export interface VectorDocument {
  _id: string;
  /** `_id` of the memory. */
  memory: string;
  ownerId: string;
  embedderId: string;
  userId: string;
  agentId: string | null;
  runId: string | null;
  labels: string[];
  occurredAt: number;
  /** Signed bytes, which times `scale` are the vector. */
  vector: Binary;
  scale: number;
  indexedAt: number;
}

export interface ResponseDocument extends StoredResponse {
  /** Account and Idempotency-Key. */
  _id: string;
  expiresAt: number;
}

/** A share of the usage of an account in a month: the sum of its shares counts (see `usage-shares.ts`). */
export interface UsageDocument {
  _id: string;
  ownerId: string;
  month: number;
  memoryWrites: number;
  memorySearches: number;
}

export interface AccountDocument {
  _id: string;
  email: string | null;
  /** E-mail addresses are compared in this form. */
  emailFolded: string | null;
  phone: string | null;
  passwordHash: string;
  plan: Plan;
  limits: CustomLimits;
  createdAt: number;
}

export interface TokenDocument {
  /** Hexadecimal. */
  _id: string;
  accountId: string;
  createdAt: number;
  expiresAt: number;
}

export interface KeyDocument {
  _id: string;
  /** Hexadecimal. */
  hash: string;
  accountId: string;
  label: string;
  keyPrefix: string;
  scopes: Scope[];
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

export interface RequestDocument extends Omit<LoggedRequest, 'id' | 'accountId'> {
  _id: string;
  ownerId: string;
  /** Later rows of the same time have larger numbers. */
  order: number;
}

/** A share of the sums over a day and operation of an account (see `request-log.ts`). */
export interface RequestDayDocument {
  _id: string;
  ownerId: string;
  day: number;
  operation: string;
  /** Requests by the first digit of their status. */
  statuses: Record<string, number>;
  memoryWrites: number;
  memorySearches: number;
  /** Requests by step of the histogram; steps without any are absent. */
  latencies: Record<string, number>;
}

/** A process that works on memories. */
export interface WorkerDocument {
  _id: string;
  seenAt: Date;
  /** The sessions that its transactions run in. */
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

/** The same for all messages of a run. Runs of other users or agents with the same id are other conversations. */
export function conversationOf(memory: Pick<MemoryDocument, 'userId' | 'agentId' | 'runId'>): string {
  return JSON.stringify([memory.userId, memory.agentId, memory.runId]);
}
