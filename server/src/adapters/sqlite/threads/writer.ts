import { createWorkerClient, type WorkerClient } from './worker-client.ts';

/**
 * The one way to change the store. An operation runs in its own savepoint of a transaction that it shares with the
 * operations that arrived meanwhile; `run` resolves after their common commit has reached the disk.
 */
export type Writer = WorkerClient;

export function createWriter(options: { file: string; maxPages?: number }, beforeReplies?: () => void): Writer {
  return createWorkerClient('writer-thread', options, beforeReplies);
}
