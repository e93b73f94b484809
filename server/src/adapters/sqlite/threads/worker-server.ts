import { storeCondition } from '../connection/sqlite-errors.ts';
import type { WorkerReply } from './worker-client.ts';

/** What a store thread answers when an operation threw. */
export function toErrorReply(id: number, error: unknown): WorkerReply {
  const condition = storeCondition(error);
  if (condition) return { id, error: { message: condition, unavailable: true } };
  const known = error instanceof Error ? error : new Error(String(error));
  return { id, error: { message: known.message, stack: known.stack, unavailable: false } };
}
