import type { Db } from 'mongodb';
import { earlierFormatMessage, storeFormat } from '../../store-kit/store-format.ts';
import { MongodbError } from '../connection/mongo-errors.ts';

const markerId = 'format';
/** The document that marked stores of the earlier formats. */
const earlierMarkerId = 'store';

const markersOf = (db: Db) => db.collection<{ _id: string; format: number }>('store');

/** @throws {MongodbError} when it is a store of another format */
export async function ensureFormat(db: Db): Promise<void> {
  await hasStore(db);
  await markersOf(db).updateOne({ _id: markerId }, { $max: { format: storeFormat } }, { upsert: true });
  // Another server may have created a store of another format in the meantime.
  await hasStore(db);
}

/** Whether there is a store. @throws {MongodbError} when it is a store of another format */
export async function hasStore(db: Db): Promise<boolean> {
  const markers = await markersOf(db).find().toArray();
  if (markers.some(({ _id }) => _id === earlierMarkerId)) {
    throw new MongodbError(earlierFormatMessage(`the database ${db.databaseName}`));
  }
  const marker = markers.find(({ _id }) => _id === markerId);
  if (marker && marker.format > storeFormat) {
    const message = `A newer version of the server has used the database ${db.databaseName}: start that version, or use another database.`;
    throw new MongodbError(message);
  }
  return marker !== undefined;
}
