import type { Metadata } from './memory.ts';
import type { IdempotencyRecord, ListPosition, Scope, StoredResponse } from './memory-rows.ts';
import type { DeletionKind, NamingParameter, NewDeletion } from './new-deletion.ts';

export type { DeletionKind, NamingParameter, NewDeletion };

/** The numbers of rows that a deletion removed. */
export interface RemovedCounts {
  memories: number;
  versions: number;
  vectors: number;
  /** The sum of the distinct words, identifiers and filter keys of each memory. */
  wordEntries: number;
  /** Stored responses whose text was erased. */
  storedResponses: number;
}

export interface Deletion extends NewDeletion {
  /** `preparing`: nothing is deleted yet. `running`: it continues after a restart. `done`: all rows are removed. */
  state: 'preparing' | 'running' | 'done';
  matched: number;
  removed: RemovedCounts;
  finishedAt: number | null;
  verifiedAt: number | null;
}

export type DeletionName = Pick<NewDeletion, 'accountId' | 'id'>;

/** Selects the memories in a scope, oldest first. */
export interface MatchQuery {
  scope: Scope;
  /**
   * Whether to list archived memories instead of the others. They have no filter keys, so the filter keys of the scope
   * do not narrow them: the caller compares their metadata.
   */
  archived: boolean;
  limit: number;
  after?: ListPosition | undefined;
}

export interface MatchedMemory extends ListPosition {
  /** null unless archived. */
  metadata: Metadata | null;
}

export interface DeletionQuery {
  limit: number;
  kind?: DeletionKind | undefined;
  /** Codes for each of the parameters. A deletion must have one of them. */
  codes?: Partial<Record<NamingParameter, readonly string[]>> | undefined;
  /** The last deletion of the previous page. */
  after?: { at: number; id: string } | undefined;
}

/**
 * Deletes memories by scope, and keeps the receipts of all deletions. A deletion by scope is prepared with the ids of
 * its memories, and begins in one small write. Then it hides the memories, and removes them, both in slices. Single
 * deletes and expiry sweeps add their receipts by commits with {@link Commit.deletion}. Every method that writes
 * resolves when the write is durable, and blocks other writes for a short time only. Every method may throw {@link
 * StoreUnavailableError}.
 */
export interface MemoryDeletions {
  /** Lists memories that match. A page with fewer than `limit` memories is the last one. */
  matching(query: MatchQuery): Promise<MatchedMemory[]>;
  /** Adds memories to a deletion by scope, which is created if it is missing. Ids without a memory are dropped. */
  prepare(deletion: NewDeletion, ids: readonly string[]): Promise<void>;
  /** Begins a prepared deletion. Stores the response with it. `missing`: the account or the deletion is gone. */
  begin(
    deletion: DeletionName,
    begun: { matched: number; idempotencyRecord?: IdempotencyRecord | undefined },
  ): Promise<{ kind: 'written' | 'missing' } | { kind: 'replayed'; response: StoredResponse }>;
  /** Removes a deletion that has not begun. */
  discard(deletion: DeletionName): Promise<void>;
  /**
   * Hides the next memories of a running deletion, in the order of their ids, as if they had expired long ago. It also
   * hides the facts that were extracted from them since the deletion began. Resolves to the last id; null after the last
   * one.
   * @param after - the last id of the previous call; '' for the first one
   */
  hide(deletion: DeletionName, after: string): Promise<string | null>;
  /** Removes the next memories of a running deletion in the same way, and ends the deletion after the last one. */
  remove(deletion: DeletionName, after: string): Promise<string | null>;
  /** Lists the deletions that are not verified, oldest first. */
  unverified(limit: number): Promise<Deletion[]>;
  /**
   * Checks all stored data, including indexes in memory, for traces of finished deletions. Resolves to the ids of the
   * deletions without traces.
   */
  scan(deletions: readonly Deletion[]): Promise<string[]>;
  /**
   * Records that a scan found no traces, unless the deletion removed more in the meantime. Drops the ids of its
   * memories.
   */
  verify(deletion: Deletion, verified: { at: number; parameters: NewDeletion['parameters'] }): Promise<void>;
  /** Finds a deletion that has begun. */
  get(accountId: string, id: string): Promise<Deletion | undefined>;
  /** Lists deletions that have begun, newest first. */
  list(accountId: string, query: DeletionQuery): Promise<Deletion[]>;
  /** The secrets of an account's deletions, each once. */
  secrets(accountId: string): Promise<string[]>;
  /** Deletes verified receipts from before a time, a limited number at a time. Resolves to their number. */
  purge(before: number): Promise<number>;
}
