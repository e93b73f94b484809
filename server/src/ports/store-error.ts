/** The store can't do what was asked right now: disk full, I/O error, file damaged, stopping. Nothing was changed. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}
