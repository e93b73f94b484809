import { OperatorError } from './operator-error.ts';

/**
 * The store can't execute an operation right now: disk full, I/O error, file damaged, stopping. Nothing was changed,
 * except when a thread of the store stopped: then it is unknown.
 */
export class StoreUnavailableError extends OperatorError {
  override readonly name = 'StoreUnavailableError';
}
