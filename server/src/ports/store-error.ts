import { OperatorError } from './operator-error.ts';

/** The store cannot work now, as with a full disk. Nothing changed; that is unknown if one of its threads stopped. */
export class StoreUnavailableError extends OperatorError {
  override readonly name = 'StoreUnavailableError';
}
