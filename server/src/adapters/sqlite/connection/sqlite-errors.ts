import { StoreUnavailableError } from '../../../ports/store-error.ts';

/** Primary result codes that say "not now" or "not on this disk", with what the operator can do. https://sqlite.org/rescode.html */
const conditions: Record<number, string> = {
  5: 'the store is locked by another process',
  6: 'the store is locked',
  7: 'the machine is out of memory',
  8: 'the data directory is read-only; make it writable for this user',
  10: 'the disk reported an error; check the disk and its file system',
  11: 'the store file is damaged; stop the server and restore a backup',
  13: 'the disk is full; free some space',
  14: 'the store file could not be opened; check that the data directory exists and is writable',
  26: 'the store file is not a database; stop the server and restore a backup',
};

export function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}

/** What stands in the way, when the error is one of the disk or the file; undefined for a fault of the program. */
export function storeCondition(error: unknown): string | undefined {
  return isSqliteError(error) ? conditions[error.errcode & 0xff] : undefined;
}

/** Turns an error of the disk or the file into the port's error; any other comes back unchanged. */
export function toStoreError(error: unknown): unknown {
  const condition = storeCondition(error);
  return condition ? new StoreUnavailableError(condition, { cause: error }) : error;
}
