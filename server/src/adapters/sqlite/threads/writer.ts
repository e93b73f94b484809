import type { Thread } from '../../../lib/create-thread.ts';
import { createStoreThread, entryOf } from './store-thread.ts';
import type { WriterOperations } from './writer-operations.ts';

/**
 * Makes every change of the store. An operation shares a transaction with those that arrived meanwhile. `run` resolves
 * after their common commit has reached the disk. When one of them fails, each gets a transaction of its own.
 */
export type Writer = Thread<WriterOperations>;

export interface WriterOptions {
  file: string;
  maxPages?: number;
  /** Whether the process before may have ended before it erased what it had deleted. */
  erases?: boolean;
}

export function createWriter(options: WriterOptions, beforeReplies: () => void): Writer {
  return createStoreThread<WriterOperations>('writer-thread', entryOf('writer-thread'), options, beforeReplies);
}
