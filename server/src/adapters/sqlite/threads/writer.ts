import type { Thread } from '../../../lib/create-thread.ts';
import type { Call } from '../records/run-command.ts';
import { createStoreThread } from './store-thread.ts';

/**
 * Makes every change of the store. An operation shares a transaction with those that arrived in the meantime. `run`
 * resolves after their common commit has reached the disk. If one of them fails, each gets its own transaction.
 */
export type Writer = Thread<WriterOperations>;

interface WriterOperations {
  command(call: Call): unknown;
  eraseDeleted(): 'done' | 'begun' | 'busy';
}

export interface WriterOptions {
  file: string;
  maxPages?: number;
  /** Whether the previous process may have ended before it erased deleted content. */
  erases?: boolean;
}

/** @param entry the file of the thread, which calls {@link serveWrites} */
export function createWriter(entry: URL, options: WriterOptions, beforeReplies: () => void): Writer {
  return createStoreThread<WriterOperations>('writer-thread', entry, options, beforeReplies);
}
