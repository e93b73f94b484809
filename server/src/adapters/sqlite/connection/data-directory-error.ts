import { OperatorError } from '../../../ports/operator-error.ts';

/** The data directory can't be used; the message says why and what to do, and is meant for the operator. */
export class DataDirectoryError extends OperatorError {
  override readonly name = 'DataDirectoryError';
}
