import type { Db } from 'mongodb';
import { MongodbError } from '../connection/mongodb-error.ts';
import { addCreationTimes } from './add-creation-times.ts';
import { addIdentifiers, type UpgradeOptions } from './add-identifiers.ts';

/**
 * The number of the format. It is raised when an older server could not read documents of this one, or writes documents
 * without what this one needs. Since format 2, memories have identifiers; since format 3, vectors have the time when
 * their memory was written, and memories have versions, which end with them, and may expire.
 */
export const format = 3;

const formatsOf = (db: Db) => db.collection<{ _id: string; format: number }>('store');

/**
 * Upgrades the documents of an older store, and marks the database as a store of this version. Older servers cannot
 * start with it from then on.
 * @throws {MongodbError} when a newer server has used it
 */
export async function ensureFormat(db: Db, options: UpgradeOptions = {}): Promise<void> {
  const found = await readFormat(db);
  if (found !== null && found < 2) await addIdentifiers(db, options);
  if (found !== null && found < 3) await addCreationTimes(db, options);
  await formatsOf(db).updateOne({ _id: 'store' }, { $max: { format } }, { upsert: true });
  await readFormat(db);
}

/** Returns the format of the store; null when there is none. @throws {MongodbError} when a newer server has used it */
export async function readFormat(db: Db): Promise<number | null> {
  const found = await formatsOf(db).findOne({ _id: 'store' });
  if (found && found.format > format) {
    throw new MongodbError(
      `A newer version of the server has used the database ${db.databaseName}: start that version, or use another database.`,
    );
  }
  return found?.format ?? null;
}
