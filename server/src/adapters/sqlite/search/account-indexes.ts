import { AccountIndex } from './account-index.ts';
import type { VectorDots } from './vector-dots.ts';

interface Kept {
  index: AccountIndex;
  /** As of the last {@link AccountIndexes.evictFor}. */
  bytes: number;
  /** Reads under way that use it. */
  users: number;
  /** Its vectors alone are more than there is room for. */
  tooLarge: boolean;
}

/**
 * The indexes of the accounts that searched last, within a budget. What a read under way uses is never taken from it, so
 * every read gets to its end; where that leaves too little room, it does without vectors in memory.
 */
export class AccountIndexes {
  /** Least recently used first. */
  private readonly kept = new Map<string, Kept>();
  /** Of all together. */
  private bytes = 0;
  private readonly budgetBytes: number;
  private readonly dots: VectorDots;

  constructor(budgetBytes: number, dots: VectorDots) {
    this.budgetBytes = budgetBytes;
    this.dots = dots;
  }

  /** Must be given back with {@link release}. */
  take(account: number, embedder: number): AccountIndex {
    const key = keyOf({ account, embedder });
    const entry = this.kept.get(key) ?? {
      index: new AccountIndex(account, embedder, this.dots),
      bytes: 0,
      users: 0,
      tooLarge: false,
    };
    this.kept.delete(key);
    this.kept.set(key, entry);
    entry.users++;
    return entry.index;
  }

  release(index: AccountIndex): void {
    const entry = this.kept.get(keyOf(index));
    if (!entry) return;
    entry.users--;
    // Perhaps there is room the next time.
    if (entry.users === 0 && !index.keepsVectors && !entry.tooLarge) this.forget(keyOf(index), entry);
  }

  /** To be called when `index` may have grown. */
  evictFor(index: AccountIndex): void {
    const entry = this.kept.get(keyOf(index));
    if (!entry) return;
    this.measure(entry);
    for (const [key, other] of this.kept) {
      if (this.bytes <= this.budgetBytes) return;
      if (other.users === 0) this.forget(key, other);
    }
    if (this.bytes <= this.budgetBytes || !index.keepsVectors) return;
    entry.tooLarge = index.bytes > this.budgetBytes;
    index.dropVectors();
    this.measure(entry);
  }

  private measure(entry: Kept): void {
    const { bytes } = entry.index;
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  private forget(key: string, { bytes }: Kept): void {
    this.kept.delete(key);
    this.bytes -= bytes;
  }
}

function keyOf({ account, embedder }: { account: number; embedder: number }): string {
  return `${account} ${embedder}`;
}
