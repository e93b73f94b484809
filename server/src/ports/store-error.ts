import { OperatorError } from './operator-error.ts';

/**
 * The store cannot execute an operation at the moment: disk full, I/O error, file damaged, stopping. Nothing was
 * changed, unless a thread of the store stopped: then it is unknown.
 */
export class StoreUnavailableError extends OperatorError {
  override readonly name = 'StoreUnavailableError';
}
