import type { Commands, Queries, RecordStore } from '../../../ports/record-store.ts';
import { type Connection, openConnected } from '../connection/connect.ts';
import { MongodbError } from '../connection/mongo-errors.ts';
import type { StoreDomain } from '../open-store.ts';
import { createRecordStore } from '../records/record-store.ts';
import { ensureIndexes } from '../schema/indexes.ts';
import { ensureFormat, hasStore } from '../schema/store-format.ts';

/** A store with all records, even those that have expired. */
type OpenRecords<C extends Commands, Q extends Queries> = RecordStore<C, Q> & { close(): Promise<void> };

/** Opens a store for reading, and creates nothing. Servers may use it at the same time. @throws {MongodbError} */
export function openMongodbRecordReader<C extends Commands, Q extends Queries>(
  uri: string,
  domain: StoreDomain<C, Q>,
): Promise<Omit<OpenRecords<C, Q>, 'run'>> {
  return openConnected(uri, async (connection) => {
    const { db } = connection;
    if (await hasStore(db)) return openRecords(connection, domain);
    throw new MongodbError(`There is no store in the database ${db.databaseName}. The path of the URI names it.`);
  });
}

/**
 * Opens a store for writing, and creates missing collections and indexes. The next start of a server builds the search
 * indexes, which takes less time when all records are stored.
 * @throws {MongodbError}
 */
export function openMongodbRecordStore<C extends Commands, Q extends Queries>(
  uri: string,
  domain: StoreDomain<C, Q>,
): Promise<OpenRecords<C, Q>> {
  return openConnected(uri, async (connection) => {
    const { db } = connection;
    await ensureFormat(db);
    await ensureIndexes(db, domain.kinds);
    return openRecords(connection, domain);
  });
}

function openRecords<C extends Commands, Q extends Queries>(
  { client, db, snapshots }: Connection,
  domain: StoreDomain<C, Q>,
): OpenRecords<C, Q> {
  // Before all times, so that no record has expired.
  const now = () => -1;
  return { ...createRecordStore({ ...domain, client, db, snapshots, now }), close: () => client.close() };
}
