import type { Account, ApiKey } from './account-store.ts';
import type { Memory, MemoryIndex, MemoryOutcome, MemoryStatus } from './memory-store.ts';
import type { LoggedRequest } from './request-log.ts';
import type { Month } from './usage-store.ts';

export interface AccountRecord {
  account: Account;
  /** PHC string. */
  passwordHash: string;
}

export interface KeyRecord {
  key: ApiKey;
  /** SHA-256. */
  hash: Buffer;
}

export interface MonthRecord {
  month: Month;
  memoryWrites: number;
  memorySearches: number;
}

/** A vector as stores keep it: signed bytes that times `scale` are the vector. */
export interface VectorRecord {
  embedderId: string;
  scale: number;
  values: Int8Array;
}

/** How far a memory is: enough to tell which of two records of it is the newer one. */
export interface MemoryState {
  id: string;
  version: number;
  revision: number;
  status: MemoryStatus;
}

/** A memory with all that is kept of it but a worker's lease, which ends with the store. */
export interface MemoryRecord extends MemoryState {
  memory: Memory;
  /** What is set aside has neither labels nor projects. */
  index: MemoryIndex;
  /** What extraction decided, also while the memory is not ready. */
  outcome: MemoryOutcome | null;
  refusals: number;
  interruptions: number;
  /** null unless pending. */
  pendingSince: number | null;
  /** Of its parts, in their order; all by one embedder. */
  vectors: VectorRecord[];
}

/** Of a ready memory. One that an embedder could make nothing of is tried anew where it comes to. */
export function embedderOf({ vectors }: Pick<MemoryRecord, 'vectors'>): string {
  return vectors[0]?.embedderId ?? 'none';
}

/** `order` breaks ties of time: later rows have larger ones. */
export type RequestRecord = LoggedRequest & { order: number };

/** The sums of an operation on a day. */
export interface RequestDayRecord {
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

export interface Page<Position> {
  after: Position | null;
  limit: number;
}

/** A store that is read to be copied. Every method may throw {@link StoreUnavailableError}. */
export interface CopySource {
  /** Oldest first. */
  accounts(): Promise<AccountRecord[]>;
  /** Those that have the id, the e-mail or the phone of any of these, in any order. */
  accountsLike(accounts: readonly Account[]): Promise<AccountRecord[]>;
  keys(ownerId: string): Promise<KeyRecord[]>;
  months(ownerId: string): Promise<MonthRecord[]>;
  days(ownerId: string): Promise<RequestDayRecord[]>;
  count(ownerId: string): Promise<{ memories: number; requests: number }>;
  /** Of all memories of the owner, in the order of their ids. An empty page is the end. */
  states(ownerId: string, page: Page<string>): Promise<MemoryState[]>;
  statesOf(ownerId: string, ids: readonly string[]): Promise<MemoryState[]>;
  /** In the order of their ids; those that are not there are left out. */
  memories(ownerId: string, ids: readonly string[]): Promise<MemoryRecord[]>;
  /** Oldest first. An empty page is the end. */
  requests(ownerId: string, page: Page<Pick<RequestRecord, 'createdAt' | 'order'>>): Promise<RequestRecord[]>;
  /** Those that are there, in any order. */
  requestsOf(ownerId: string, rows: readonly Pick<RequestRecord, 'createdAt' | 'id'>[]): Promise<RequestRecord[]>;
  close(): Promise<void>;
}

/**
 * A store that is copied into. Every method that writes resolves when it is durable, and changes nothing the second time
 * it is called with the same. Whatever ends the process, an account, key, memory, row or sum is there whole or not at all.
 */
export interface CopyTarget extends CopySource {
  /** Writes it unless it is there; what is there stays as it is. Rejects when its e-mail or phone is another account's. */
  putAccount(record: AccountRecord): Promise<'written' | 'present'>;
  /** Of a key that is there, the earlier revocation and the later use hold. */
  putKeys(ownerId: string, keys: readonly KeyRecord[]): Promise<void>;
  /** Writes those that are missing or {@link isNewer}; resolves to how many. */
  putMemories(ownerId: string, records: readonly MemoryRecord[]): Promise<number>;
  /** Of a month that is there, the larger counts hold. */
  putMonths(ownerId: string, months: readonly MonthRecord[]): Promise<void>;
  /** Writes those that are missing; resolves to how many. */
  putRequests(ownerId: string, rows: readonly RequestRecord[]): Promise<number>;
  /** Of sums that are there, those of more requests hold. */
  putDays(ownerId: string, days: readonly RequestDayRecord[]): Promise<void>;
}

/** Whether the record of a memory is of a later moment than another of the same memory. */
export function isNewer(one: MemoryState, other: MemoryState): boolean {
  if (one.version !== other.version) return one.version > other.version;
  if (one.revision !== other.revision) return one.revision > other.revision;
  return one.status !== 'pending' && other.status === 'pending';
}

export function requestsIn({ statuses }: RequestDayRecord): number {
  return statuses[2] + statuses[3] + statuses[4] + statuses[5];
}
