import { OperatorError } from '../../../ports/operator-error.ts';

/** An error of a data directory that cannot be used. The message is for the operator, with the cause and the fix. */
export class DataDirectoryError extends OperatorError {
  override readonly name = 'DataDirectoryError';
}
