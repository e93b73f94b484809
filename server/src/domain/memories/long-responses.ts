import { waitForRound } from '../../lib/yielding.ts';
import type { Memory } from '../../ports/memory-store.ts';

/** The length of a response that is rendered without waiting, in UTF-16 units. */
const maxUnqueued = 50_000;

/** Estimates the length of a memory or version in a response. Its messages repeat its text. */
export function lengthOf({ text, messages }: Pick<Memory, 'text' | 'messages'>): number {
  return messages === null ? text.length : 2 * text.length;
}

/**
 * Returns how many of the first memories fit into a response: at least one, if there are any.
 * @param lengths of the memories, in UTF-16 units
 */
export function countWithin(maxLength: number, lengths: readonly number[]): number {
  let sum = 0;
  const last = lengths.findIndex((length) => {
    sum += length;
    return sum >= maxLength;
  });
  return last < 0 ? lengths.length : last + 1;
}

/** Serves long responses of accounts in turn, because the JSON of one is rendered in a single step. */
export async function waitForRoundIfLong(accountId: string, lengths: readonly number[]): Promise<void> {
  if (lengths.reduce((sum, length) => sum + length, 0) > maxUnqueued) await waitForRound(accountId);
}
