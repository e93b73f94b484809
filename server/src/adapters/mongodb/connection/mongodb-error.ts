import { OperatorError } from '../../../ports/operator-error.ts';

/** The database can't be used as it is; the message is meant for the operator. */
export class MongodbError extends OperatorError {
  override readonly name = 'MongodbError';
}
