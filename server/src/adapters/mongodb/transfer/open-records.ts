import type { RecordReader, RecordStore } from '../../../ports/records.ts';
import { openConnected } from '../connection/connect.ts';
import { withStoreErrors } from '../connection/mongo-errors.ts';
import { MongodbError } from '../connection/mongodb-error.ts';
import type { UpgradeOptions } from '../schema/add-identifiers.ts';
import { ensureIndexes } from '../schema/indexes.ts';
import { ensureFormat, format, readFormat } from '../schema/store-format.ts';
import { createRecordStore } from './record-store.ts';

/** Opens a store for reading, and creates nothing. Servers may use it at the same time. @throws {MongodbError} */
export async function openMongodbRecordReader(uri: string): Promise<RecordReader> {
  return openConnected(uri, async (connection) => {
    const { client, db } = connection;
    const found = await readFormat(db);
    if (found === null) {
      throw new MongodbError(`There is no store in the database ${db.databaseName}. The path of the URI names it.`);
    }
    if (found < format) {
      throw new MongodbError(
        `The database ${db.databaseName} was written by an older version. Upgrade it with mnema migrate.`,
      );
    }
    return { ...withStoreErrors(createRecordStore(connection)), close: () => client.close() };
  });
}

/**
 * Opens a store for writing, and creates missing collections and indexes. The next start of a server builds the search
 * indexes, which takes less time when all records are stored.
 * @throws {MongodbError}
 */
export async function openMongodbRecordStore(uri: string, options: UpgradeOptions = {}): Promise<RecordStore> {
  return openConnected(uri, async (connection) => {
    const { client, db } = connection;
    await ensureFormat(db, options);
    await ensureIndexes(db);
    return { ...withStoreErrors(createRecordStore(connection)), close: () => client.close() };
  });
}
