import { type CallFailure, createThread, type OperationMap, type Thread } from '../../../lib/create-thread.ts';
import { DomainError } from '../../../ports/errors.ts';
import { Taken } from '../../../ports/record-store.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';
import type { Call } from '../records/run-command.ts';

/**
 * Makes every change of the store. A command shares a transaction with those that arrived in the meantime. `run`
 * resolves after their common commit has reached the disk. If one of them fails, each gets its own transaction.
 */
export interface WriterOperations {
  command(call: Call): unknown;
  /** Empties the log of deleted texts. Returns false if a read still needs it. */
  eraseDeleted(): boolean;
}

export interface WriterOptions {
  file: string;
  maxPages?: number;
  /** Whether the previous process may have ended before it emptied the log. */
  hasLog?: boolean;
}

/**
 * Creates a thread with its own connection to the store file. A fault of the disk or file, and a thread that died,
 * reject calls with {@link StoreUnavailableError}.
 */
export function createStoreThread<Operations extends OperationMap<Operations>>(
  name: string,
  entry: URL,
  workerData: unknown,
  beforeReplies: () => void,
): Thread<Operations> {
  return createThread({ name, entry, workerData, beforeReplies, toError: (failure) => toError(name, failure) });
}

function toError(name: string, failure: CallFailure): Error {
  if (failure.kind === 'closed') return new StoreUnavailableError('the store is closed');
  if (failure.kind === 'ended') {
    return new StoreUnavailableError(`the store's ${name} stopped: ${failure.reason}`, { cause: failure.cause });
  }
  const { name: errorName, message, stack, unavailable, rejection } = failure.error;
  if (rejection) {
    const { code, ...options } = rejection as DomainError;
    return new DomainError(code, message, options);
  }
  if (errorName === 'Taken') return new Taken(message);
  return unavailable ? new StoreUnavailableError(message) : Object.assign(new Error(message), { stack });
}
