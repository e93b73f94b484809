import { OperatorError } from './operator-error.ts';

/** The store cannot work now, as with a full disk. Nothing was changed, except maybe if a thread of it stopped. */
export class StoreUnavailableError extends OperatorError {
  override readonly name = 'StoreUnavailableError';
}
