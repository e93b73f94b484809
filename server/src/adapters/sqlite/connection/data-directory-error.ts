import { OperatorError } from '../../../ports/operator-error.ts';

/**
 * An error of a data directory that can't be used. The operator reads the message, which names the cause and the way
 * out.
 */
export class DataDirectoryError extends OperatorError {
  override readonly name = 'DataDirectoryError';
}
