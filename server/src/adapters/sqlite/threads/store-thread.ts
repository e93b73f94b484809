import { type CallFailure, createThread, type OperationMap, type ThreadReply } from '../../../lib/create-thread.ts';
import { DomainError } from '../../../ports/errors.ts';
import { Taken } from '../../../ports/record-store.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import { storeCondition } from '../connection/sqlite-errors.ts';

/** Creates a thread of the store. A fault of the file or a dead thread becomes a {@link StoreUnavailableError}. */
export function createStoreThread<Operations extends OperationMap<Operations>>(
  name: string,
  entry: URL,
  workerData: unknown,
  beforeReplies: () => void,
  { waitsForReply = false } = {},
) {
  return createThread<Operations>({ name, entry, workerData, beforeReplies, waitsForReply, toError: errorsOf(name) });
}

/** Describes an error of a thread. The thread that called it makes the same error of it. */
export function toErrorReply(id: number, error: unknown): ThreadReply {
  const condition = storeCondition(error);
  if (condition) return { id, error: { message: condition, unavailable: true } };
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof DomainError) return { id, error: { message, unavailable: false, rejection: { ...error } } };
  return { id, error: { name, message, stack, unavailable: false } };
}

const errorsOf = (thread: string) => (failure: CallFailure) => {
  if (failure.kind === 'closed') return new StoreUnavailableError('the store is closed');
  if (failure.kind === 'ended') {
    return new StoreUnavailableError(`the store's ${thread} stopped: ${failure.reason}`, { cause: failure.cause });
  }
  const { name, message, stack, unavailable, rejection } = failure.error;
  if (rejection) {
    const { code, ...options } = rejection as DomainError;
    return new DomainError(code, message, options);
  }
  if (name === 'Taken') return new Taken(message);
  return unavailable ? new StoreUnavailableError(message) : Object.assign(new Error(message), { stack });
};
