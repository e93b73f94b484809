import type { Memory, MemoryIndex, MemoryStatus, Metadata, MetadataIndex, TextIndex } from './memory.ts';
import type { Scope } from './scope.ts';
import type { Allowance } from './usage-store.ts';

/** The answer that a repeated request with the same Idempotency-Key gets. */
export interface StoredAnswer {
  fingerprint: string;
  status: number;
  location: string | null;
  /** JSON text, returned byte for byte. Empty when the answer has no body. */
  body: string;
}

/** Keeps `answer` under the key in the same transaction as the write, or finds that the key was used before. */
export interface Once {
  key: string;
  answer: StoredAnswer;
  createdAt: number;
  expiresAt: number;
}

export type WriteResult =
  | { kind: 'written' }
  /** The Idempotency-Key was used before; nothing was written. */
  | { kind: 'replayed'; answer: StoredAnswer }
  /** The row is not there (any more); nothing was written. */
  | { kind: 'missing' }
  /** The row is not at the version or status the caller expected; nothing was written: read it again. */
  | { kind: 'stale' }
  /** The allowance is used up; nothing was written or counted. */
  | { kind: 'over_limit'; limit: 'memory_writes' | 'end_users' | 'projects' };

/**
 * Replaces what is given and leaves the rest; `text` sends the memory round ingest again, as it is: what extraction made
 * of the text before is forgotten, also that it was extracted from another, and a memory that was set aside comes back.
 */
export interface MemoryChange {
  ownerId: string;
  id: string;
  expectedVersion: number;
  updatedAt: number;
  metadata: Metadata;
  index: MetadataIndex;
  text: (TextIndex & { text: string; nextAttemptAt: number }) | null;
}

export interface ListQuery {
  scope: Scope;
  status?: MemoryStatus;
  limit: number;
  /** Where the page before ended: only memories with a smaller id. */
  beforeId?: string;
}

export interface ListPage {
  memories: Memory[];
  /** False when this page reached the end. A page may be shorter than `limit` and still have more behind it. */
  more: boolean;
}

export interface TallyQuery {
  scope: Scope;
  /** Memories on a page at most. A page may hold fewer although more follow. */
  limit: number;
  /** How many memories a name tells of. */
  idsMost: number;
  /** Where the page before ended: only memories with a smaller id. */
  beforeId?: string;
}

export interface Tallied {
  name: string;
  count: number;
  /** The newest of them, newest first. */
  memoryIds: string[];
}

export interface TallyPage {
  memories: number;
  /** Memories of the page for each string in `metadata.project`. */
  projects: Tallied[];
  /** Memories of the page for each entity. */
  entities: (Tallied & { kind: string })[];
  /** Where the next page begins; null when this page reached the end. */
  nextBeforeId: string | null;
}

/** Keeps memories. Every method that writes is one transaction and resolves only when it is durable. */
export interface MemoryRows {
  /**
   * Adds a memory that is found by its words at once. Counted against the allowance in the same transaction; a new end
   * user or project needs room only if no other live memory has it.
   * @param traceParent here and below: kept while the memory is pending, for whoever claims it
   */
  insert(
    memory: Memory,
    index: MemoryIndex,
    allowance: Allowance,
    once?: Once,
    traceParent?: string,
  ): Promise<WriteResult>;
  /**
   * Counted like {@link insert}. A memory that leaves a project makes room for the one it moves to; one that was set
   * aside and comes back needs room for its user, too.
   */
  change(change: MemoryChange, allowance: Allowance, once?: Once, traceParent?: string): Promise<WriteResult>;
  /** Removes the row and everything that could find it. */
  remove(ownerId: string, id: string, once?: Once): Promise<WriteResult>;
  /** Sends a `failed` memory round ingest again; `stale` when it is not failed. */
  requeue(ownerId: string, id: string, at: number, once?: Once, traceParent?: string): Promise<WriteResult>;

  get(ownerId: string, id: string): Promise<Memory | undefined>;
  /** In the order asked for; ids that are not there are left out. */
  getMany(ownerId: string, ids: readonly string[]): Promise<Memory[]>;
  /** Newest first. */
  list(query: ListQuery): Promise<ListPage>;
  findAnswer(ownerId: string, key: string, now: number): Promise<StoredAnswer | undefined>;
  /** Counts memories, newest first, a page at a time, so that the whole scope can be counted without holding others up. */
  tally(query: TallyQuery): Promise<TallyPage>;
}
