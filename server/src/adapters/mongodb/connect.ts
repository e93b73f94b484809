import { type Db, MongoClient } from 'mongodb';
import { type Collections, collectionsOf } from './documents.ts';
import { storeCondition } from './mongo-errors.ts';
import { MongodbError } from './mongodb-error.ts';
import { clientOptions, settledReads } from './sessions.ts';

/** When the URI names none. */
const usualDatabase = 'mnema';

export interface Connection {
  client: MongoClient;
  db: Db;
  collections: Collections;
  /** To be read in a snapshot. */
  snapshots: Collections;
}

/** @throws {MongodbError} */
export async function connect(uri: string): Promise<Connection> {
  try {
    const client = new MongoClient(uri, clientOptions(uri));
    if (client.options.readConcern) {
      throw new MongodbError(
        'MNEMA_MONGODB_URI states readConcernLevel: leave it out, each question has the level that it needs.',
      );
    }
    try {
      await client.connect();
      await client.db('admin').command({ ping: 1 });
    } catch (error) {
      await client.close();
      throw error;
    }
    const name = databaseOf(client, uri);
    const db = client.db(name, settledReads);
    return { client, db, collections: collectionsOf(db), snapshots: collectionsOf(client.db(name)) };
  } catch (error) {
    throw toStartError(error);
  }
}

/** The name in the URI, or the usual one. */
export function databaseOf({ options: { dbName } }: MongoClient, uri: string): string {
  // The driver's own default; a database of that name is nobody's wish.
  return dbName === 'test' && !/\/test(\?|$)/.test(uri) ? usualDatabase : dbName;
}

/** Of the driver and of what it reads connection strings with. */
const parseErrors = ['MongoParseError', 'MongoInvalidArgumentError', 'MongoAPIError'];

export function isUriError(error: unknown): boolean {
  return error instanceof Error && parseErrors.includes(error.name);
}

/** What can be told to the operator becomes a {@link MongodbError}. */
export function toStartError(error: unknown): unknown {
  if (error instanceof MongodbError) return error;
  if (isUriError(error)) {
    return new MongodbError(
      'MNEMA_MONGODB_URI is not a connection string. It looks like mongodb+srv://user:password@cluster.example.mongodb.net/mnema.',
    );
  }
  const condition = storeCondition(error);
  return condition
    ? new MongodbError(
        `${condition}. Check MNEMA_MONGODB_URI, the network access list of the cluster, and that the cluster runs.`,
        { cause: error },
      )
    : error;
}
