import type { CopySource, CopyTarget } from '../../../ports/store-copy.ts';
import { type Connection, connect, toStartError } from '../connection/connect.ts';
import { withStoreErrors } from '../connection/mongo-errors.ts';
import { MongodbError } from '../connection/mongodb-error.ts';
import { ensureIndexes } from '../schema/indexes.ts';
import { ensureFormat, readFormat } from '../schema/store-format.ts';
import { createCopyReads } from './read-copies.ts';
import { createCopyWrites } from './write-copies.ts';

/** Opens a store to read it, creating and changing nothing. Servers may use it meanwhile. @throws {MongodbError} */
export async function openMongodbCopySource(uri: string): Promise<CopySource> {
  return open(uri, async ({ client, db, ...connection }) => {
    if (!(await readFormat(db))) {
      throw new MongodbError(`There is no store in the database ${db.databaseName}. The path of the URI names it.`);
    }
    return { ...withStoreErrors(createCopyReads(client, connection)), close: () => client.close() };
  });
}

/**
 * Opens a store to copy into it, creating collections and indexes that are missing. Search indexes are left to the start
 * of a server: built over all that was copied, they take less than beside it.
 * @throws {MongodbError}
 */
export async function openMongodbCopyTarget(uri: string): Promise<CopyTarget> {
  return open(uri, async ({ client, db, ...connection }) => {
    await ensureFormat(db);
    await ensureIndexes(db);
    const copy = { ...createCopyReads(client, connection), ...createCopyWrites(client, connection.collections) };
    return { ...withStoreErrors(copy), close: () => client.close() };
  });
}

async function open<Copy>(uri: string, use: (connection: Connection) => Promise<Copy>): Promise<Copy> {
  const connection = await connect(uri);
  try {
    return await use(connection);
  } catch (error) {
    await connection.client.close();
    throw toStartError(error);
  }
}
