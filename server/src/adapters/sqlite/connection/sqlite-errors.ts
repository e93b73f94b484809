import { OperatorError } from '../../../ports/operator-error.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';

/** An error of a data directory that cannot be used. The message is for the operator, with the cause and the fix. */
export class DataDirectoryError extends OperatorError {
  override readonly name = 'DataDirectoryError';
}

/** Maps the result codes of a busy store or a failing disk to messages for the operator. https://sqlite.org/rescode.html */
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

/** Returns the primary result code of an error of SQLite, and -1 for other errors. */
function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : -1;
}

export function isLocked(error: unknown): boolean {
  return resultCode(error) === 5;
}

const fullCode = 13;

export function isDiskFull(error: unknown): boolean {
  return resultCode(error) === fullCode;
}

/** Returns the error of SQLite for a write that is rejected because the disk is full. */
export function diskFull(): Error {
  return Object.assign(new Error('database or disk is full'), { errcode: fullCode });
}

/** Describes an error of the disk or the file; undefined for a bug. */
export function storeCondition(error: unknown): string | undefined {
  return conditions[resultCode(error)];
}

/** Converts an error of the disk or the file to the port's error, and returns any other error unchanged. */
export function toStoreError(error: unknown): unknown {
  const condition = storeCondition(error);
  return condition ? new StoreUnavailableError(condition, { cause: error }) : error;
}
