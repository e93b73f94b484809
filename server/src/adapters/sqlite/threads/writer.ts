import type { Thread } from '../../../lib/create-thread.ts';
import { createStoreThread, entryOf } from './store-thread.ts';
import type { WriterOperations } from './writer-operations.ts';

/**
 * Makes every change of the store. An operation shares a transaction with those that arrived in the meantime. `run`
 * resolves after their common commit has reached the disk. If one of them fails, each gets its own transaction.
 */
export type Writer = Thread<WriterOperations>;

export interface WriterOptions {
  file: string;
  maxPages?: number;
  /** Whether the previous process may have ended before it erased deleted content. */
  erases?: boolean;
}

export function createWriter(options: WriterOptions, beforeReplies: () => void): Writer {
  return createStoreThread<WriterOperations>('writer-thread', entryOf('writer-thread'), options, beforeReplies);
}
