import { type Binary, type ClientSession, type MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb';
import { hasCode } from './mongo-errors.ts';

/**
 * Writes are acknowledged on the disks of a majority. A URI could otherwise override one of the two names of `journal`.
 */
const durable = { w: 'majority', journal: true, j: true } as const;

/** The options that a URI cannot change. Otherwise an accepted write could be lost, or not be found. */
const fixedOptions = { writeConcern: durable, readPreference: 'primary' } as const;

/** The options that a URI can change. */
const usualOptions = {
  appName: 'mnema',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  // After this time and the time to connect, calls to a server that hangs are rejected.
  heartbeatFrequencyMS: 2_000,
  socketTimeoutMS: 60_000,
  waitQueueTimeoutMS: 10_000,
  maxPoolSize: 50,
} as const;

/** Builds the options for a client of this URI. Options override the URI. */
export function clientOptions(uri: string): MongoClientOptions {
  const [, query = ''] = uri.split('?');
  // The driver compares names regardless of case, too.
  const stated = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()));
  const usual = Object.entries(usualOptions).filter(([name]) => !stated.has(name.toLowerCase()));
  return { ...Object.fromEntries(usual), ...fixedOptions };
}

/** The options of reads whose results are never rolled back. Snapshots have their own level. */
export const majorityReads = { readConcern: new ReadConcern('majority') };

/** Maps clients to the callback for the sessions of their transactions. */
const listeners = new WeakMap<MongoClient, (sessionId: Binary) => void>();

/** Calls `note` with the session of each transaction before its first operation. */
export function noteTransactions(client: MongoClient, note: (sessionId: Binary) => void): void {
  listeners.set(client, note);
}

/**
 * Runs `work` in a transaction, and again after a conflict with another one. It resolves when the transaction is
 * durable. Work that calls `session.abortTransaction()` writes nothing, but its result is still returned.
 */
export function inTransaction<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  return client.withSession((session) => {
    if (session.id) listeners.get(client)?.(session.id.id);
    return session.withTransaction(() => work(session), { readConcern: { level: 'snapshot' }, writeConcern: durable });
  });
}

/** The codes of a snapshot that is too old, or does not exist yet after a collection or index was created. */
const noSnapshot = [239, 246];
const snapshotAttempts = 5;

/**
 * Runs reads in one snapshot. It contains all writes that were acknowledged before, and each later one completely or
 * not at all.
 */
export async function inSnapshot<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const { session, result } = await openSnapshot(client, work);
  await session.endSession();
  return result;
}

/** Begins a snapshot with some reads, and returns their result with its session. The caller ends the session. */
export async function openSnapshot<Result>(
  client: MongoClient,
  begin: (session: ClientSession) => Promise<Result>,
): Promise<{ session: ClientSession; result: Result }> {
  for (let attempt = 1; ; attempt++) {
    const session = client.startSession({ snapshot: true });
    try {
      return { session, result: await begin(session) };
    } catch (error) {
      await session.endSession();
      if (!hasCode(error, noSnapshot) || attempt === snapshotAttempts) throw error;
    }
  }
}
