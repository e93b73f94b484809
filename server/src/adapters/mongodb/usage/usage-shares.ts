import type { ClientSession } from 'mongodb';
import type { Month } from '../../../ports/usage-store.ts';
import type { Collections } from '../schema/documents.ts';

/**
 * The number of documents that count an account without limits, so that its writes do not wait for each other. An
 * account with limits is counted in the first one only. There its writes conflict, so only as many succeed as the quota
 * allows.
 */
const shares = 16;

export function shareKey(accountId: string, month: Month, limited: boolean): string {
  const share = limited ? 0 : Math.floor(Math.random() * shares);
  return `${accountId}/${month}/${share}`;
}

/** Adds up all shares of a month. */
export async function usedInMonth(
  { usage }: Collections,
  accountId: string,
  month: Month,
  options: { session?: ClientSession } = {},
): Promise<{ memoryWrites: number; memorySearches: number }> {
  const sum = { memoryWrites: 0, memorySearches: 0 };
  for await (const share of usage.find({ ownerId: accountId, month }, options)) {
    sum.memoryWrites += share.memoryWrites;
    sum.memorySearches += share.memorySearches;
  }
  return sum;
}
