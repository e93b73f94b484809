import type { Memory } from './memory.ts';

/** A memory that has expired and is still in the store. */
export type ExpiredMemory = Pick<Memory, 'id' | 'accountId'>;

/**
 * A memory with `expiresAt` expires at that time of the store's clock. From then on, it counts as removed, for all
 * methods except those below, `closestTokens`, and some counts. These counts only weigh words or report the amount of
 * work. Its rows stay, and count for the quota, until a commit removes them (see `RemoveChange.expired`).
 */
export interface Expiry {
  /** Lists memories that have expired, beginning with the earliest expiry. */
  expired(limit: number): Promise<ExpiredMemory[]>;
  /** Resolves to the next time at which a memory of the account expires; null if none does. */
  nextExpiry(accountId: string): Promise<number | null>;
}
