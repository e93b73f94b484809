import type { Change } from './changes.ts';
import type { Memory, MemoryStatus, MemoryVersion } from './memory.ts';
import type { NewDeletion } from './new-deletion.ts';
import type { WriteQuota } from './usage-store.ts';

/** The response to retries with the same Idempotency-Key. */
export interface StoredResponse {
  fingerprint: string;
  /** {@link endedStatus}: the subject is gone, and the body with it. */
  status: number;
  location: string | null;
  etag: string | null;
  /** JSON text, returned byte for byte. */
  body: string;
  /** The memory or webhook whose content the body shows. The body ends with it. null: the body shows no content. */
  subjectId: string | null;
}

/** The status of a stored response whose subject was deleted. Only its fingerprint is left. */
export const endedStatus = 404;

/** Stores `response` under the key, together with the write. */
export interface IdempotencyRecord {
  key: string;
  response: StoredResponse;
  createdAt: number;
  expiresAt: number;
}

/** A memory that must not have changed since it was read. */
export interface VersionGuard {
  id: string;
  version: number;
  /** Whether an archived source also satisfies the guard. */
  allowsArchived?: boolean;
}

/** Changes to the memories of an account, written together or not at all. Each memory is changed at most once. */
export interface Commit {
  accountId: string;
  guards?: readonly VersionGuard[];
  changes: readonly Change[];
  /** Nothing is written if one of the keys was used before and its response has not expired. */
  idempotencyRecord?: IdempotencyRecord | undefined;
  /** Counts each change as one write of the month. A commit with a quota has only inserts, or a single change. */
  quota?: WriteQuota | undefined;
  /**
   * The deletion to which the removals belong, of the kind `memory` or `expiry`. Its receipt counts the removed data. It
   * is created if it is missing, and ends with each commit.
   */
  deletion?: NewDeletion | undefined;
  /** The trace of the memories that become pending, stored for the worker that claims them (see `ports/tracer.ts`). */
  traceParent?: string | null | undefined;
}

/** Only `written` means a change. */
export type CommitResult =
  | { kind: 'written' }
  /** The Idempotency-Key was used before. */
  | { kind: 'replayed'; response: StoredResponse }
  /** A memory of the guards or changes does not exist. */
  | { kind: 'missing' }
  /**
   * A memory has another version or status than the commit expects, or an imported memory already exists: read it
   * again.
   */
  | { kind: 'stale' }
  /** A claim has ended: the text changed, the memory is gone, or the work is done. */
  | { kind: 'lapsed' }
  /**
   * The quota rejects some changes, so nothing was written or counted. `limits` has the limit that rejects each change,
   * in their order. null means that none was found. Even so, a limit may reject the change if the commit is repeated
   * without the others.
   */
  | { kind: 'over_limit'; limits: readonly (QuotaLimit | null)[] };

export type QuotaLimit = 'memory_writes' | 'end_users' | 'projects';

/** The time that determines the order of a list. Memories of the same time are ordered by their ids. */
export type ListOrder = 'createdAt' | 'occurredAt';

/** The position of a memory in a list: the time that determines the order, and the id. */
export interface ListPosition {
  at: number;
  id: string;
}

export interface ListQuery {
  scope: Scope;
  status?: MemoryStatus | undefined;
  limit: number;
  /** @default 'createdAt' */
  order?: ListOrder | undefined;
  /** @default 'desc', newest first */
  direction?: 'asc' | 'desc' | undefined;
  /** The end of the previous page. */
  after?: ListPosition | undefined;
}

export interface ListPage {
  memories: Memory[];
  /** False if this page reached the end. A page may be shorter than `limit` although more memories follow. */
  more: boolean;
}

/** `limit`: a page may contain fewer memories although more follow. */
export interface FacetQuery extends Pick<ListQuery, 'scope' | 'limit' | 'after'> {
  /** The largest number of memory ids listed for one name. */
  maxIds: number;
}

/** The number of memories with a name. */
export interface FacetCount {
  name: string;
  count: number;
  /** The newest memories, newest first. */
  memoryIds: string[];
}

export interface FacetPage {
  memories: number;
  /** Memories of the page for each string in `metadata.project`. */
  projects: FacetCount[];
  /** Memories of the page for each entity. */
  entities: (FacetCount & { kind: string })[];
  /** The end of this page, after which the next one begins; null if this page reached the end. */
  next: ListPosition | null;
}

/** The number of stored versions of a memory, including the current one. */
export const maxVersions = 50;

export interface VersionQuery {
  accountId: string;
  id: string;
  limit: number;
  /** Only older versions than this one. */
  beforeVersion?: number | undefined;
  /** Only versions that were the current one at this time. */
  at?: number | undefined;
}

export interface VersionPage {
  versions: MemoryVersion[];
  /** False if this page reached the end. A page may be shorter than `limit` although more versions follow. */
  more: boolean;
}

/** Stores memories. */
export interface MemoryRows {
  /**
   * Writes each commit as a whole and durably. The result at an index belongs to the commit at that index, and a
   * rejected commit does not affect the others. If one cannot be written, it throws, and none is written. The quota is
   * checked in the transaction of the write. An end user or project counts as new only if no other live memory has it.
   * A memory that leaves a project frees capacity for its new project. A restored archived source counts its user.
   */
  commit(commits: readonly Commit[]): Promise<CommitResult[]>;
  get(accountId: string, id: string): Promise<Memory | undefined>;
  /** Resolves to memories in the order of `ids`, without missing ones. */
  getMany(accountId: string, ids: readonly string[]): Promise<Memory[]>;
  /** Newest first, unless the query has another order. */
  list(query: ListQuery): Promise<ListPage>;
  /** Lists former versions, newest first. At most {@link maxVersions} are stored, including the current one. */
  versions(query: VersionQuery): Promise<VersionPage>;
  /** Finds a response that has not expired. */
  findResponse(accountId: string, key: string, now: number): Promise<StoredResponse | undefined>;
  /** Counts memories, newest first, a page at a time, so that a large scope does not block other requests. */
  countFacets(query: FacetQuery): Promise<FacetPage>;
}

/** The memories that a list or search may return. The account is always part of it. */
export interface Scope {
  accountId: string;
  /**
   * The account's own id selects the memories with this `userId`, regardless of their end users. Any other id selects
   * the memories with this effective user.
   */
  userId?: string | undefined;
  /** Leaves out the memories with an `endUserId`. */
  withoutEndUsers?: boolean | undefined;
  agentId?: string | undefined;
  runId?: string | undefined;
  /** A memory must have one key of each of these lists. */
  filterKeys?: string[][] | undefined;
  occurred?: TimeRange | undefined;
  created?: TimeRange | undefined;
}

/** In milliseconds since the epoch. `to` is exclusive. */
export interface TimeRange {
  from?: number | undefined;
  to?: number | undefined;
}
