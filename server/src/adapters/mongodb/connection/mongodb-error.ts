import { OperatorError } from '../../../ports/operator-error.ts';

/** An error of a database that can't be used as it is. The operator reads the message. */
export class MongodbError extends OperatorError {
  override readonly name = 'MongodbError';
}
