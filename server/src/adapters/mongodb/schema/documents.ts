import type { Binary, Collection, Db } from 'mongodb';
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
  /** {@link memoryKey}: sorts like the memory ids of an owner. */
  _id: string;
  id: string;
  /** Absent from what is set aside: whatever looks through an owner's memories passes it by. */
  ownerId?: string;
  userId: string;
  agentId: string | null;
  runId: string | null;
  text: string;
  /** JSON: MongoDB would not keep every key and order. */
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
  /** The distinct ones of both. */
  terms: string[];
  labels: string[];
  projects: string[];
  speaker: string | null;
  /** {@link conversationOf} a turn; absent from everything else. */
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
  /** When ingest is due; while a worker has the memory, the end of its lease. Absent unless pending. */
  nextAttemptAt?: number;
  /** The owner, while pending: the index of what is due holds nothing else. */
  pendingOf?: string;
  pendingSince?: number;
  /** Of the request that made it pending. */
  traceParent?: string | null;
  /** The owner, while failed. */
  failedOf?: string;
  /** The worker that has it. */
  leasedBy?: string;
  /** The claim that it was handed out with. */
  claimId?: string;
  /** While facts are being extracted from it: the account and the user, whose only one it is. */
  extracting?: string;
  /** The embedder that made its vectors, or could make none. Absent unless ready, like the next three. */
  embedderId?: string;
  /** When it may next be handed out to be moved to another embedder; while a worker has it, the end of its lease. */
  moveAt?: number;
  moveAttempts?: number;
  /** The claim that it was handed out with to be moved. */
  moveClaim?: string;
  /** When what search indexes hold of it changed last, by the clock of the machine that wrote it. */
  indexedAt: number;
}

/** One vector of a memory, with what a search narrows by: the search index of vectors sees nothing else. */
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
  /** Signed bytes; times `scale` they are the vector. */
  vector: Binary;
  scale: number;
  indexedAt: number;
}

export interface AnswerDocument extends StoredResponse {
  /** Owner and Idempotency-Key. */
  _id: string;
  expiresAt: number;
}

/** A share of what an account used in a month: the sum of its shares counts (see `usage-shares.ts`). */
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
  /** What e-mail addresses are compared by. */
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

export interface RequestDocument extends Omit<LoggedRequest, 'id'> {
  _id: string;
  /** Breaks ties of time: later rows have larger ones. */
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
  /** That its transactions run in. */
  sessions?: Binary[];
}

export interface ProbeDocument {
  _id: string;
  beat: number;
}

export interface Collections {
  memories: Collection<MemoryDocument>;
  vectors: Collection<VectorDocument>;
  answers: Collection<AnswerDocument>;
  usage: Collection<UsageDocument>;
  accounts: Collection<AccountDocument>;
  tokens: Collection<TokenDocument>;
  keys: Collection<KeyDocument>;
  requests: Collection<RequestDocument>;
  requestDays: Collection<RequestDayDocument>;
  workers: Collection<WorkerDocument>;
  probes: Collection<ProbeDocument>;
}

export function collectionsOf(db: Db): Collections {
  return {
    memories: db.collection('memory'),
    vectors: db.collection('memory_vector'),
    answers: db.collection('answer'),
    usage: db.collection('usage'),
    accounts: db.collection('account'),
    tokens: db.collection('access_token'),
    keys: db.collection('api_key'),
    requests: db.collection('request'),
    requestDays: db.collection('request_day'),
    workers: db.collection('worker'),
    probes: db.collection('probe'),
  };
}

/** The owner, also of what is set aside. */
export function ownerOf({ _id }: Pick<MemoryDocument, '_id'>): string {
  return _id.slice(0, _id.indexOf('/'));
}

export function memoryKey(ownerId: string, id: string): string {
  return `${ownerId}/${id}`;
}

/** The same for the turns of one run: runs of different users or agents are different ones. */
export function conversationOf({
  userId,
  agentId,
  runId,
}: Pick<MemoryDocument, 'userId' | 'agentId' | 'runId'>): string {
  return JSON.stringify([userId, agentId, runId]);
}
