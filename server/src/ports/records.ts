import type { Account, ApiKey } from './account-store.ts';
import type { Memory, MemoryIndex, MemoryOutcome } from './memory-store.ts';
import type { LoggedRequest } from './request-log.ts';
import type { Month } from './usage-store.ts';

export interface AccountRecord {
  account: Account;
  /** PHC string. */
  passwordHash: string;
}

/** A vector as stores keep it: signed bytes that times `scale` are the vector. */
export interface VectorRecord {
  embedderId: string;
  scale: number;
  values: Int8Array;
}

/** A memory with everything that a store keeps of it, except a worker's lease, which ends with the store. */
export interface MemoryRecord {
  memory: Memory;
  /** An archived memory has neither labels nor projects. */
  index: MemoryIndex;
  revision: number;
  /** What extraction decided, also while the memory is not ready. */
  outcome: MemoryOutcome | null;
  refusals: number;
  interruptions: number;
  /** null unless pending. */
  pendingSince: number | null;
  /** One for each chunk, in order; all by one embedder. */
  vectors: VectorRecord[];
}

/** `order` breaks ties of time: later rows have larger ones. */
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
  /** Requests by step of the histogram, all steps. */
  latencies: number[];
}

export interface KeyRecord {
  key: ApiKey;
  /** SHA-256. */
  hash: Buffer;
}

/** What an account has, by kind. */
export interface Records {
  memory: MemoryRecord;
  request: RequestRecord;
  month: MonthRecord;
  day: DayRecord;
  key: KeyRecord;
}

export type RecordKind = keyof Records;

/** What identifies a record among those of its kind and account. */
export const recordNames: { [Kind in RecordKind]: (record: Records[Kind]) => string } = {
  memory: ({ memory }) => memory.id,
  request: ({ id }) => id,
  month: ({ month }) => String(month),
  day: ({ day, operation }) => `${day}/${operation}`,
  key: ({ key }) => key.id,
};

/** Reads all that a store holds of accounts. Every method may throw {@link StoreUnavailableError}. */
export interface RecordReader {
  /** Oldest first. */
  accounts(): Promise<AccountRecord[]>;
  /** Those that have the id, the e-mail or the phone of this one, in any order. */
  accountsLike(account: Account): Promise<AccountRecord[]>;
  count(accountId: string): Promise<{ memories: number; requests: number }>;
  /**
   * Memories in the order of their ids, requests and keys oldest first. An empty page is the end.
   * @param page - `after`: the last record of the page before. Kinds of few records come at once, whatever the limit.
   */
  page<Kind extends RecordKind>(
    kind: Kind,
    accountId: string,
    page: { after: Records[Kind] | null; limit: number },
  ): Promise<Records[Kind][]>;
  /** The records with the names of any of these, in any order. */
  find<Kind extends RecordKind>(
    kind: Kind,
    accountId: string,
    like: readonly Records[Kind][],
  ): Promise<Records[Kind][]>;
  close(): Promise<void>;
}

/**
 * Writes what a {@link RecordReader} has read. Every method resolves when its writes are durable. Whatever ends the
 * process, each account and each record is there whole or not at all. Records are of an account that is there.
 */
export interface RecordWriter {
  /** `present`: the store has the account and keeps it as it is. `taken`: another account has its e-mail or phone. */
  addAccount(record: AccountRecord): Promise<'created' | 'present' | 'taken'>;
  /** Resolves to false when one of them is there already; then others of them may have been written. */
  insert<Kind extends RecordKind>(kind: Kind, accountId: string, records: readonly Records[Kind][]): Promise<boolean>;
  /**
   * Puts another record in the place of one, without a moment between reading and writing.
   * @param merge - called with what the store holds, maybe more than once; undefined leaves that as it is
   * @returns whether anything was written
   */
  replace<Kind extends RecordKind>(
    kind: Kind,
    accountId: string,
    like: Records[Kind],
    merge: (present: Records[Kind]) => Records[Kind] | undefined,
  ): Promise<boolean>;
}

export type RecordStore = RecordReader & RecordWriter;
