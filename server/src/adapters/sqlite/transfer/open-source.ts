import { resolve } from 'node:path';
import { convertErrors } from '../../../lib/wrap-methods.ts';
import type { Reader } from '../../../ports/record-store.ts';
import { keepServersOut, openReadOnly } from '../connection/data-directory.ts';
import { DataDirectoryError, toStoreError } from '../connection/sqlite-errors.ts';
import { hasStore } from '../connection/store-file.ts';
import { createRecordReader } from '../records/read-records.ts';

/** Opens a store for reading on this thread, without a change of a file. No server can start until it is closed. */
export function openSqliteSource(directory: string, now: () => number): { records: Reader; close(): Promise<void> } {
  const path = resolve(directory);
  if (!hasStore(path)) throw new DataDirectoryError(`There is no store in ${path}.`);
  using opening = new DisposableStack();
  opening.use(keepServersOut(path));
  const db = opening.use(openReadOnly(path, { kind: 'none' }));
  if (!db) {
    throw new DataDirectoryError(
      `The store in ${path} was not closed, and its -shm file is gone. Start the server once, which recovers it.`,
    );
  }
  const opened = opening.move();
  return { records: convertErrors(createRecordReader(db, now), toStoreError), close: async () => opened.dispose() };
}
