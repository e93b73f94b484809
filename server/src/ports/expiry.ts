import type { Memory } from './memory.ts';

/** A memory that has expired and is still in the store. */
export type ExpiredMemory = Pick<Memory, 'id' | 'accountId'>;

/**
 * A memory with `expiresAt` expires at that time of the store's clock. From then on it is as if it were removed, for all
 * methods but those below, `closestTokens`, and counts that only weigh words or tell the amount of work. Its rows stay,
 * and count for the quota, until a commit removes them (see `RemoveChange.expired`).
 */
export interface Expiry {
  /** Lists memories that have expired, those first that expired first. */
  expired(limit: number): Promise<ExpiredMemory[]>;
  /** Resolves to the next time when a memory of the account expires; null: none does. */
  nextExpiry(accountId: string): Promise<number | null>;
}
