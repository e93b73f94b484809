import { OperatorError } from '../../../ports/operator-error.ts';

/** An error of a database that cannot be used as it is. The message is for the operator. */
export class MongodbError extends OperatorError {
  override readonly name = 'MongodbError';
}
