import type { ClientSession } from 'mongodb';
import type { Month } from '../../../ports/usage-store.ts';
import type { Collections, UsageDocument } from '../schema/documents.ts';

/**
 * An account without limits counts in any of several documents, so that its writes do not wait for each other. One with
 * limits counts in the first only: there its writes meet, and exactly as many as there is room for get through.
 */
const shares = 16;

type Counter = 'memoryWrites' | 'memorySearches';

export function shareKey(accountId: string, month: Month, limited: boolean): string {
  const share = limited ? 0 : Math.floor(Math.random() * shares);
  return `${accountId}/${month}/${share}`;
}

/** What all shares together say. */
export async function usedInMonth(
  { usage }: Collections,
  accountId: string,
  month: Month,
  session?: ClientSession,
): Promise<Record<Counter, number>> {
  const sum = { memoryWrites: 0, memorySearches: 0 };
  const options = session ? { session } : {};
  for await (const share of usage.find({ ownerId: accountId, month }, options)) {
    sum.memoryWrites += share.memoryWrites;
    sum.memorySearches += share.memorySearches;
  }
  return sum;
}

/** A share that is counted in for the first time. */
export function newShare(
  accountId: string,
  month: Month,
  counter: Counter,
): Omit<UsageDocument, '_id' | Counter> & Partial<UsageDocument> {
  return { ownerId: accountId, month, ...(counter === 'memoryWrites' ? { memorySearches: 0 } : { memoryWrites: 0 }) };
}
