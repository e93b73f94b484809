/** The data directory can't be used; the message says why and what to do, and is meant for the operator. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
}
