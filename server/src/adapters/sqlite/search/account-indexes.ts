import type { DatabaseSync } from 'node:sqlite';
import { readValue } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { AccountIndex, type VectorSpace } from './account-index.ts';
import { presentAccount } from './statements.ts';

interface Entry {
  index: AccountIndex;
  /** The last size that {@link AccountIndexes.evictFor} measured. */
  bytes: number;
  /** The number of running reads that use the index. */
  users: number;
  /** Whether it alone exceeds the budget with its words, vectors and metadata columns. */
  isTooLarge: boolean;
}

/**
 * Contains the indexes of the accounts that searched last, within a budget. An index in use is never evicted, so every
 * read ends. If the others fill the budget, a read omits metadata columns from memory, then vectors, then words.
 */
export class AccountIndexes {
  /** The entries by account, beginning with the least recently used one. */
  private readonly entries = new Map<number, Entry>();
  /** The size of all entries in bytes. */
  private bytes = 0;
  private readonly budgetBytes: number;

  constructor(budgetBytes: number) {
    this.budgetBytes = budgetBytes;
  }

  /** Runs a read with an index, which is not evicted until the read ends. */
  *use<Result>(account: number, read: (index: AccountIndex) => Steps<Result>): Steps<Result> {
    const index = this.take(account);
    try {
      return yield* read(index);
    } finally {
      this.release(index);
    }
  }

  /** Advances an index step by step. It is up to date in the transaction of the last step. */
  *advance(index: AccountIndex, db: DatabaseSync, space: VectorSpace | null): Steps<void> {
    for (;;) {
      const isDone = index.advance(db, space);
      this.evictFor(index);
      if (isDone) return;
      yield;
    }
  }

  /** Returns an index for a use, which the caller ends with {@link release}. */
  take(account: number): AccountIndex {
    const known = this.entries.get(account);
    const entry = known ?? { index: new AccountIndex(account), bytes: 0, users: 0, isTooLarge: false };
    this.entries.delete(account);
    this.entries.set(account, entry);
    entry.users++;
    return entry.index;
  }

  release(index: AccountIndex): void {
    const entry = this.entries.get(index.account);
    if (!entry) return;
    entry.users--;
    // The next search may have capacity for the dropped parts.
    const isWhole = index.keepsVectors && index.keepsWords && index.ordinals.columns.isKept;
    if (entry.users === 0 && !isWhole && !entry.isTooLarge) this.evict(entry);
  }

  /** Evicts other indexes to make space for one. Called whenever it may have grown. */
  evictFor(index: AccountIndex): void {
    const entry = this.entries.get(index.account);
    if (!entry) return;
    this.measure(entry);
    for (const other of this.entries.values()) {
      if (this.bytes <= this.budgetBytes) return;
      if (other.users === 0) this.evict(other);
    }
    while (this.bytes > this.budgetBytes && (index.holdsColumns || index.beganVectors || index.keepsWords)) {
      entry.isTooLarge = index.bytes > this.budgetBytes;
      if (index.holdsColumns) index.dropColumns();
      else if (index.beganVectors) index.dropVectors();
      else index.dropWords();
      this.measure(entry);
    }
  }

  has(account: number): boolean {
    return this.entries.has(account);
  }

  /** Drops the indexes of accounts that are deleted. Reads that use one end with its current content. */
  forgetDeleted(db: DatabaseSync): void {
    for (const [account, entry] of this.entries) {
      if (readValue(db, presentAccount, account) === undefined) this.evict(entry);
    }
  }

  private measure(entry: Entry): void {
    const { bytes } = entry.index;
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  private evict({ index, bytes }: Entry): void {
    this.entries.delete(index.account);
    this.bytes -= bytes;
  }
}
