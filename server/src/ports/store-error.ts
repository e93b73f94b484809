import { OperatorError } from './operator-error.ts';

/**
 * The store can't do what was asked right now: disk full, I/O error, file damaged, stopping. Nothing was changed, unless
 * the message says that a thread of the store stopped: then nobody knows.
 */
export class StoreUnavailableError extends OperatorError {
  override readonly name = 'StoreUnavailableError';
}
