/** The database can't be used as it is; the message is meant for the operator. */
export class MongodbError extends Error {
  override readonly name = 'MongodbError';
}
