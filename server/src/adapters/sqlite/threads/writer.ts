import type { Thread } from '../../../lib/create-thread.ts';
import { createStoreThread, entryOf } from './store-thread.ts';
import type { WriterOperations } from './writer-operations.ts';

/**
 * Makes every change of the store. An operation runs in its own savepoint of a transaction, which it shares with the
 * operations that arrived meanwhile. `run` resolves after their common commit has reached the disk.
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
