import type { Db } from 'mongodb';
import { MongodbError } from '../connection/mongodb-error.ts';
import { addCreationTimes } from './add-creation-times.ts';
import { addIdentifiers, type UpgradeOptions } from './add-identifiers.ts';

/**
 * The number of the format. It increases if an older server could not read the documents, or would write documents
 * without required fields. Since format 2, memories have identifiers. Since format 3, vectors have the creation time of
 * their memory. Memories also have versions, which are deleted with them, and may expire.
 */
export const format = 3;

const formatsOf = (db: Db) => db.collection<{ _id: string; format: number }>('store');

/**
 * Upgrades the documents of an older store, and marks the database as a store of this version. Older servers cannot
 * start with it afterwards.
 * @throws {MongodbError} when a newer server has used it
 */
export async function ensureFormat(db: Db, options: UpgradeOptions = {}): Promise<void> {
  const found = await readFormat(db);
  if (found !== null && found < 2) await addIdentifiers(db, options);
  if (found !== null && found < 3) await addCreationTimes(db, options);
  await formatsOf(db).updateOne({ _id: 'store' }, { $max: { format } }, { upsert: true });
  await readFormat(db);
}

/**
 * Returns the format of the store; null if there is no store.
 * @throws {MongodbError} when a newer server has used it
 */
export async function readFormat(db: Db): Promise<number | null> {
  const found = await formatsOf(db).findOne({ _id: 'store' });
  if (found && found.format > format) {
    throw new MongodbError(
      `A newer version of the server has used the database ${db.databaseName}: start that version, or use another database.`,
    );
  }
  return found?.format ?? null;
}
