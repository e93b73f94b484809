import type { Db } from 'mongodb';
import { MongodbError } from '../connection/mongodb-error.ts';

/** The number of the format. It is raised when an older server could not read documents of this one. */
const format = 1;

const formatsOf = (db: Db) => db.collection<{ _id: string; format: number }>('store');

/** Marks the database as a store of this version. @throws {MongodbError} when a newer server has used it */
export async function ensureFormat(db: Db): Promise<void> {
  await formatsOf(db).updateOne({ _id: 'store' }, { $max: { format } }, { upsert: true });
  await readFormat(db);
}

/** Whether the database is a store. @throws {MongodbError} when a newer server has used it */
export async function readFormat(db: Db): Promise<boolean> {
  const found = await formatsOf(db).findOne({ _id: 'store' });
  if (found && found.format > format) {
    throw new MongodbError(
      `A newer version of the server has used the database ${db.databaseName}: start that version, or use another database.`,
    );
  }
  return found !== null;
}
