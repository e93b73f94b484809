import { extname } from 'node:path';
import { type CallFailure, createThread, type Thread } from '../../../lib/create-thread.ts';
import type { OperationMap } from '../../../lib/thread-messages.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';

/** Returns the entry of a thread. It has the extension of this file, which is a source or a compiled file. */
export function entryOf(name: 'writer-thread' | 'reader-thread' | 'report-thread'): URL {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
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
  return createThread<Operations>({
    name,
    entry,
    workerData,
    beforeReplies,
    toError: (failure) => toError(name, failure),
  });
}

function toError(name: string, failure: CallFailure): Error {
  if (failure.kind === 'closed') return new StoreUnavailableError('the store is closed');
  if (failure.kind === 'ended') {
    return new StoreUnavailableError(`the store's ${name} stopped: ${failure.reason}`, { cause: failure.cause });
  }
  const { message, stack, unavailable } = failure.error;
  return unavailable ? new StoreUnavailableError(message) : Object.assign(new Error(message), { stack });
}
