import type { DatabaseSync } from 'node:sqlite';
import type { SearchScope } from '../../../ports/candidate-index.ts';
import { readValue } from '../connection/open-database.ts';
import { findAccountNumber, noAccount } from '../records/stored-values.ts';
import type { ReadAt, Steps } from '../threads/thread-jobs.ts';
import { AccountIndex, type VectorSpace } from './account-index.ts';
import type { View } from './memory-ordinals.ts';
import { presentAccount } from './statements.ts';

/** Contains the indexes of the accounts that searched last, within a budget. An index in use is never evicted. */
export class AccountIndexes {
  /** The indexes by account, beginning with the least recently used one. */
  private readonly indexes = new Map<number, AccountIndex>();
  private bytes = 0;
  private readonly budgetBytes: number;

  constructor(budgetBytes: number) {
    this.budgetBytes = budgetBytes;
  }

  *use<Result>(account: number, read: (index: AccountIndex) => Steps<Result>): Steps<Result> {
    const index = this.take(account);
    try {
      return yield* read(index);
    } finally {
      this.release(index);
    }
  }

  /** Runs a read in the view of a scope, and again if it returns undefined because the index was read again. */
  inView<Result>(
    db: DatabaseSync,
    { scope, readAt }: { scope: SearchScope } & ReadAt,
    space: VectorSpace | null,
    read: (index: AccountIndex, view: View) => Steps<Result | undefined>,
  ): Steps<Result> {
    const indexes = this;
    return this.use(findAccountNumber(db, scope.accountId) ?? noAccount, function* (index) {
      for (;;) {
        yield* indexes.advance(index, db, space);
        index.expire(readAt);
        const { ordinals } = index;
        const view = yield* ordinals.view(db, scope, () => indexes.evictFor(index));
        yield* indexes.advance(index, db, space);
        const result = index.ordinals === ordinals ? yield* read(index, view) : undefined;
        if (result !== undefined) return result;
      }
    });
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

  take(account: number): AccountIndex {
    const index = this.indexes.get(account) ?? new AccountIndex(account);
    this.indexes.delete(account);
    this.indexes.set(account, index);
    index.users++;
    return index;
  }

  release(index: AccountIndex): void {
    index.users--;
    // The next search may have capacity for the dropped parts.
    if (index.users === 0 && !index.isWhole && !index.isTooLarge) this.evict(index);
  }

  /** Evicts other indexes to make space for one. Called whenever it may have grown. */
  evictFor(index: AccountIndex): void {
    if (this.indexes.get(index.account) !== index) return;
    this.measure(index);
    for (const other of this.indexes.values()) {
      if (this.bytes <= this.budgetBytes) return;
      if (other.users === 0) this.evict(other);
    }
    while (this.bytes > this.budgetBytes) {
      const { bytes } = index;
      if (!index.dropPart()) return;
      index.isTooLarge = bytes > this.budgetBytes;
      this.measure(index);
    }
  }

  has(account: number): boolean {
    return this.indexes.has(account);
  }

  /** Drops the indexes of accounts that are deleted. Reads that use one end with its current content. */
  forgetDeleted(db: DatabaseSync): void {
    for (const index of this.indexes.values()) {
      if (readValue(db, presentAccount, index.account) === undefined) this.evict(index);
    }
  }

  private measure(index: AccountIndex): void {
    const { bytes } = index;
    this.bytes += bytes - index.measuredBytes;
    index.measuredBytes = bytes;
  }

  private evict(index: AccountIndex): void {
    if (this.indexes.get(index.account) !== index) return;
    this.indexes.delete(index.account);
    this.bytes -= index.measuredBytes;
  }
}
