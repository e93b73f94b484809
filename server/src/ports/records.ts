import type { Account, ApiKey, Credentials } from './account-store.ts';
import type { AuditEvent } from './audit-log.ts';
import type { Deletion } from './memory-deletions.ts';
import type { Memory, MemoryIndex, MemoryOutcome, MemoryVersion } from './memory-store.ts';
import type { LoggedRequest } from './request-log.ts';
import type { Month } from './usage-store.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from './webhooks.ts';

export type AccountRecord = Credentials;

/** A stored vector. Its values are the signed bytes times `scale`. */
export interface VectorRecord {
  embedderId: string;
  scale: number;
  values: Int8Array;
}

/** All stored data of a memory, except a worker's lease, which ends with the store. */
export interface MemoryRecord {
  memory: Memory;
  /** The former versions, oldest first. */
  versions: MemoryVersion[];
  /** An archived memory has neither filter keys nor projects. */
  index: MemoryIndex;
  /** The outcome of extraction is set before the memory is ready. */
  outcome: MemoryOutcome | null;
  rejections: number;
  crashCount: number;
  /** null unless pending. */
  pendingSince: number | null;
  /** The vectors of the chunks, in order, all by one embedder. */
  vectors: VectorRecord[];
  /** The token vectors, by the same embedder. Absent if there are none. */
  tokens?: Int8Array | undefined;
  /** The key of an imported memory (see `ImportSource`). Absent if it was not imported. */
  importKey?: string | undefined;
}

/** `order` decides between rows of the same time: later rows have larger values. */
export type RequestRecord = LoggedRequest & { order: number };

export interface MonthRecord {
  month: Month;
  memoryWrites: number;
  memorySearches: number;
}

/** The sums of an operation on a day. */
export interface DayRecord {
  /** Days since the epoch. */
  day: number;
  operation: string;
  /** Requests by the first digit of their status. */
  statuses: Record<2 | 3 | 4 | 5, number>;
  memoryWrites: number;
  memorySearches: number;
  /** The number of requests in each step of the histogram. */
  latencies: number[];
}

export interface KeyRecord {
  key: ApiKey;
  /** SHA-256. */
  hash: Buffer;
}

/** A deletion that has begun, with its receipt. */
export interface DeletionRecord {
  deletion: Deletion;
  /** The memories that it deletes, in order; empty once it is verified. */
  items: string[];
}

/** A waiting event. Its `order` is smaller than that of every event that the target queues for the same memory. */
export type DeliveryRecord = WebhookDelivery & Pick<WebhookEvent, 'order'>;

/** The records of an account, by kind. */
export interface Records {
  memory: MemoryRecord;
  request: RequestRecord;
  month: MonthRecord;
  day: DayRecord;
  key: KeyRecord;
  deletion: DeletionRecord;
  audit: AuditEvent;
  /** With its secrets, and without a lease. */
  webhook: Webhook;
  delivery: DeliveryRecord;
}

export type RecordKind = keyof Records;

/** Maps a record to its name, which is unique in its kind and account. */
export const recordNames: { [Kind in RecordKind]: (record: Records[Kind]) => string } = {
  memory: ({ memory }) => memory.id,
  request: ({ id }) => id,
  month: ({ month }) => String(month),
  day: ({ day, operation }) => `${day}/${operation}`,
  key: ({ key }) => key.id,
  deletion: ({ deletion }) => deletion.id,
  audit: ({ id }) => id,
  webhook: ({ id }) => id,
  delivery: ({ id }) => id,
};

/** Reads all data of accounts. Every method may throw {@link StoreUnavailableError}. */
export interface RecordReader {
  /** Oldest first. */
  accounts(): Promise<AccountRecord[]>;
  /** The accounts with the id, the email or the phone of this one, in any order. */
  accountsLike(account: Account): Promise<AccountRecord[]>;
  count(accountId: string): Promise<{ memories: number; requests: number }>;
  /**
   * Reads memories in the order of their ids, and all other kinds oldest first. It reads only waiting deliveries, and
   * those of one memory in their order. An empty page is the end.
   * @param page - `after`: the last record of the previous page. Kinds with few records come at once, whatever the
   * limit.
   */
  page<Kind extends RecordKind>(
    kind: Kind,
    accountId: string,
    page: { after: Records[Kind] | null; limit: number },
  ): Promise<Records[Kind][]>;
  /** The records with these names, in any order. */
  find<Kind extends RecordKind>(
    kind: Kind,
    accountId: string,
    like: readonly Records[Kind][],
  ): Promise<Records[Kind][]>;
  close(): Promise<void>;
}

/**
 * Reads all data of accounts, and writes the records of a {@link RecordReader}. Every method resolves when its writes
 * are durable. After a crash, each account and each record is stored either completely or not at all.
 */
export interface RecordStore extends RecordReader {
  /** `present`: the store has the account, and keeps its own data. `taken`: another account has its email or phone. */
  addAccount(record: AccountRecord): Promise<'created' | 'present' | 'taken'>;
  /**
   * Writes records of an existing account. Each record is replaced atomically.
   * @param merge called for an existing record, possibly more than once; undefined keeps the stored record
   * @returns the number of records written
   */
  put<Kind extends RecordKind>(
    kind: Kind,
    accountId: string,
    records: readonly Records[Kind][],
    merge: (given: Records[Kind], present: Records[Kind]) => Records[Kind] | undefined,
  ): Promise<number>;
}
