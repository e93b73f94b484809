import type { ThreadReply } from '../../../lib/thread-messages.ts';
import { DomainError } from '../../../ports/errors.ts';
import { storeCondition } from '../connection/sqlite-errors.ts';

export function toErrorReply(id: number, error: unknown): ThreadReply {
  const condition = storeCondition(error);
  if (condition) return { id, error: { message: condition, unavailable: true } };
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof DomainError) return { id, error: { message, unavailable: false, rejection: { ...error } } };
  return { id, error: { name, message, stack, unavailable: false } };
}
