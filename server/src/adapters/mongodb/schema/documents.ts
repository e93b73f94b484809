import type { Binary, Db } from 'mongodb';
import type { DeletionCounts } from '../../../ports/account-deletions.ts';
import type { AccessToken, Account, ApiKey } from '../../../ports/account-store.ts';
import type { AuditEvent } from '../../../ports/audit-log.ts';
import type { Deletion } from '../../../ports/memory-deletions.ts';
import type { Memory, MemoryVersion, StoredResponse, TextIndex } from '../../../ports/memory-store.ts';
import type { DayRecord, MonthRecord } from '../../../ports/records.ts';
import type { LoggedRequest } from '../../../ports/request-log.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from '../../../ports/webhooks.ts';
import { toStoredUser } from '../../store-kit/stored-user.ts';

/** The fields of a {@link StoredUser}. */
export interface UserFields {
  userId: string;
  /** Absent if `userId` is the user of the write, or the account. */
  isEndUser?: true;
}

/**
 * Every `_id` of an account begins with the account's id, so that its index, too, has the tenant first. Times are
 * milliseconds since the epoch.
 */
export interface MemoryDocument
  extends Omit<
      Memory,
      'accountId' | 'endUserId' | 'messages' | 'metadata' | 'isArchived' | 'nextAttemptAt' | 'changedBy' | 'expiresAt'
    >,
    UserFields,
    Omit<TextIndex, 'words' | 'identifiers'> {
  /** The {@link memoryKey}, which has the same order as the memory ids of an account. */
  _id: string;
  /** The account. Archived memories have none, so that no query of an account finds them. */
  ownerId?: string;
  /** JSON text, because MongoDB would not preserve all keys and their order. */
  messages: string | null;
  /** JSON text, which preserves all keys and their order. */
  metadata: string;
  /** The stemmed words in order, separated by blanks. */
  words: string;
  wordCount: number;
  /** The identifiers, separated by blanks. Memories of an earlier server have none. */
  identifiers?: string;
  tagWords: string;
  /** The distinct words of `words` and `tagWords`, and the identifiers. */
  terms: string[];
  labels: string[];
  projects: string[];
  /** The {@link conversationOf} a message. Other memories have none. */
  conversation?: string;
  /** Memories of an earlier server have none. */
  changedBy?: Memory['changedBy'];
  /** The memory is deleted at this time. Memories without expiry have none. */
  expiresAt?: number;
  /** The {@link importKeyOf} an imported memory. Others do not have it. */
  importKey?: string;
  refusals: number;
  interruptions: number;
  /** The time when ingest is due, or when the lease of a worker ends. Only pending memories have it. */
  nextAttemptAt?: number;
  /** The account while the memory is pending. The index of due memories contains nothing else. */
  pendingOf?: string;
  pendingSince?: number;
  /** The trace of the request that made the memory pending. */
  traceParent?: string | null;
  /** The account while the memory is failed. */
  failedOf?: string;
  /** The worker that has the lease. */
  leasedBy?: string;
  /** The claim that leased it. */
  claimId?: string;
  /** The account and the user during an extraction of facts. Only one memory of a user has it. */
  extracting?: string;
  /**
   * The embedder that processed the current text, with or without vectors as the result. Only ready memories have this
   * and the next three fields.
   */
  embedderId?: string;
  /** The time when it may be re-embedded next, or when the lease of a worker ends. */
  moveAt?: number;
  moveAttempts?: number;
  /** The claim that leased it to be re-embedded. */
  moveClaim?: string;
  /** The time of the last change of its fields in search indexes, by the clock of the process that wrote it. */
  indexedAt: number;
}

/** The fields that memories and their vectors have in common. */
export interface Scoped extends UserFields, Pick<Memory, 'agentId' | 'runId' | 'occurredAt' | 'createdAt'> {
  ownerId: string;
  labels: string[];
}

/** One vector of a memory. The search index of vectors contains only these fields, so they include those of scopes. */
export interface VectorDocument extends Scoped {
  _id: string;
  /** The `_id` of the memory. */
  memory: string;
  embedderId: string;
  /** Signed bytes, which are the vector when multiplied by `scale`. */
  vector: Binary;
  /** The token vectors of the memory (see `ports/embedder.ts`). Only the first vector of a memory has them. */
  tokens?: Binary;
  scale: number;
  indexedAt: number;
}

/** A former version of a memory. */
export interface VersionDocument extends Omit<MemoryVersion, 'messages' | 'metadata'> {
  /** The `_id` of the memory, and the version. */
  _id: string;
  /** The `_id` of the memory. */
  memory: string;
  /** JSON text. */
  messages: string | null;
  /** JSON text. */
  metadata: string;
}

export interface ResponseDocument extends Omit<StoredResponse, 'subjectId' | 'etag'> {
  /** The account, the credential and the Idempotency-Key. */
  _id: string;
  /** Responses of earlier servers have none. */
  etag?: string | null;
  /** The `_id` of the memory or webhook whose content the body shows. Other responses have none. */
  memory?: string;
  expiresAt: number;
}

/** A share of an account's usage in a month. The sum of the shares counts (see `usage-shares.ts`). */
export interface UsageDocument extends MonthRecord {
  _id: string;
  ownerId: string;
}

export interface AccountDocument extends Omit<Account, 'id' | 'suspendedAt'> {
  _id: string;
  /** The deletion of the account, once it has begun. */
  deletionId?: string;
  deletionBegunAt?: number;
  deletionCounts?: DeletionCounts;
  /** Accounts of earlier versions have none. */
  suspendedAt?: number | null;
  /** The number of tokens and keys created, which only makes their transactions conflict. */
  credentials?: number;
  /** The form in which email addresses are compared. */
  emailFolded: string | null;
  passwordHash: string;
}

type TokenOrigin = Pick<AccessToken, 'lastUsedAt' | 'userAgent' | 'address'>;

export interface TokenDocument extends Omit<AccessToken, 'hash' | keyof TokenOrigin>, Partial<TokenOrigin> {
  /** The hash in hexadecimal. */
  _id: string;
}

/** Keys of earlier versions have none of these fields. */
type LaterKeyField = 'replacedBy' | 'restriction';

export interface KeyDocument extends Omit<ApiKey, 'id' | LaterKeyField>, Partial<Pick<ApiKey, LaterKeyField>> {
  _id: string;
  /** The hash in hexadecimal. */
  hash: string;
}

export interface AuditDocument extends Omit<AuditEvent, 'id' | 'detail'> {
  /** The account and the id of the event. */
  _id: string;
  /** JSON text, because MongoDB would not preserve all keys. */
  detail: string;
}

export interface WebhookDocument extends Omit<Webhook, 'id'> {
  /** The account and the id of the webhook. */
  _id: string;
  id: string;
  leasedUntil: number;
  lease: string | null;
}

export interface DeliveryDocument
  extends Omit<WebhookDelivery, 'id' | 'webhookId' | 'nextAttemptAt'>,
    Pick<WebhookEvent, 'order'> {
  /** The account and the id of the delivery. */
  _id: string;
  id: string;
  /** The `_id` of the webhook. */
  webhook: string;
  /** The `_id` of the webhook while the delivery is pending. */
  pendingOf?: string;
  /** Only pending deliveries have it. */
  nextAttemptAt?: number;
}

export interface DeletionDocument extends Omit<Deletion, 'id' | 'parameters'> {
  /** The account and the id of the deletion. */
  _id: string;
  /** JSON text. */
  parameters: string;
}

/** A memory of a deletion that is not verified yet. */
export interface DeletionItemDocument {
  /** The account, the id of the deletion, and that of the memory. */
  _id: string;
}

export interface RequestDocument extends Omit<LoggedRequest, 'id' | 'accountId' | 'count'> {
  _id: string;
  ownerId: string;
  /** Rows of earlier servers have none, because they represent one request. */
  count?: number;
  /** The minute whose rejected requests share the row. Other rows have none. */
  limitedMinute?: number;
  /** A number that is larger for later rows of the same time. */
  order: number;
}

/** A share of the sums over a day and operation of an account (see `request-log.ts`). */
export interface RequestDayDocument extends Omit<DayRecord, 'statuses' | 'latencies'> {
  _id: string;
  ownerId: string;
  /** The number of requests by the first digit of their status. */
  statuses: Record<string, number>;
  /** The number of requests by step of the histogram. Steps without any are absent. */
  latencies: Record<string, number>;
}

/** A process that works on memories. */
export interface WorkerDocument {
  _id: string;
  seenAt: Date;
  /** The sessions of its transactions. */
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
    versions: db.collection<VersionDocument>('memory_version'),
    responses: db.collection<ResponseDocument>('answer'),
    usage: db.collection<UsageDocument>('usage'),
    accounts: db.collection<AccountDocument>('account'),
    tokens: db.collection<TokenDocument>('access_token'),
    keys: db.collection<KeyDocument>('api_key'),
    deletions: db.collection<DeletionDocument>('deletion'),
    deletionItems: db.collection<DeletionItemDocument>('deletion_item'),
    audit: db.collection<AuditDocument>('audit_event'),
    webhooks: db.collection<WebhookDocument>('webhook'),
    deliveries: db.collection<DeliveryDocument>('webhook_delivery'),
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

export function userFields(users: Pick<Memory, 'userId' | 'endUserId'>): UserFields {
  const { userId, isEndUser } = toStoredUser(users);
  return isEndUser ? { userId, isEndUser } : { userId };
}

export function memoryKey(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

/** Returns the name of an imported memory at its source, which is unique in the store. */
export function importKeyOf(accountId: string, key: string): string {
  return `${accountId}/${key}`;
}

/**
 * Identifies the conversation of a message, which all messages of a run share. Runs of different effective users or
 * agents are distinct, whatever their ids.
 */
export function conversationOf(memory: Pick<MemoryDocument, 'userId' | 'agentId' | 'runId'>): string {
  return JSON.stringify([memory.userId, memory.agentId, memory.runId]);
}
