import { waitForRound } from '../../lib/yielding.ts';
import type { Memory } from '../../ports/memory.ts';

/** The maximum of UTF-16 units in a page, whose JSON the main thread renders in one step while other requests wait. */
const maxPageCharacters = 1_000_000;
/** The maximum of names in a page, because the requesting thread processes a page in one step. */
export const maxPageNames = 5_000;

/** Limits a page by the number and the size of its rows. @param maxSize @default in characters of long texts */
export function limitPage(maxRows: number, maxSize: number = maxPageCharacters) {
  let rows = 0;
  let size = 0;
  return {
    isFull: () => rows === maxRows || size >= maxSize,
    add(ofRow: number): void {
      rows++;
      size += ofRow;
    },
  };
}

/** The length of a response that is rendered without waiting, in UTF-16 units. */
const maxUnqueued = 50_000;

/** Estimates the length of a memory or version in a response. Its messages repeat its text. */
export function lengthOf({ text, messages }: Pick<Memory, 'text' | 'messages'>): number {
  return messages === null ? text.length : 2 * text.length;
}

/** Returns how many of the first memories, of these lengths, fit into a response: at least one, if there are any. */
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
