import { OperatorError } from '../../../ports/operator-error.ts';

/** Is thrown when the database can't be used as it is. The operator reads the message. */
export class MongodbError extends OperatorError {
  override readonly name = 'MongodbError';
}
