import type { RecordReader, RecordStore } from '../../../ports/records.ts';
import { type Connection, connect, toStartError } from '../connection/connect.ts';
import { withStoreErrors } from '../connection/mongo-errors.ts';
import { MongodbError } from '../connection/mongodb-error.ts';
import { ensureIndexes } from '../schema/indexes.ts';
import { ensureFormat, readFormat } from '../schema/store-format.ts';
import { createRecordReader, createRecordWriter } from './record-store.ts';

/** Opens a store to read it, creating and changing nothing. Servers may use it meanwhile. @throws {MongodbError} */
export async function openMongodbRecordReader(uri: string): Promise<RecordReader> {
  return open(uri, async (connection) => {
    const { client, db } = connection;
    if (!(await readFormat(db))) {
      throw new MongodbError(`There is no store in the database ${db.databaseName}. The path of the URI names it.`);
    }
    return { ...withStoreErrors(createRecordReader(connection)), close: () => client.close() };
  });
}

/**
 * Opens a store to write records, creating collections and indexes that are missing. The next start of a server builds
 * the search indexes: it takes less time when all records are there.
 * @throws {MongodbError}
 */
export async function openMongodbRecordStore(uri: string): Promise<RecordStore> {
  return open(uri, async (connection) => {
    const { client, db } = connection;
    await ensureFormat(db);
    await ensureIndexes(db);
    const store = { ...createRecordReader(connection), ...createRecordWriter(connection) };
    return { ...withStoreErrors(store), close: () => client.close() };
  });
}

async function open<Opened>(uri: string, use: (connection: Connection) => Promise<Opened>): Promise<Opened> {
  const connection = await connect(uri);
  try {
    return await use(connection);
  } catch (error) {
    await connection.client.close();
    throw toStartError(error);
  }
}
