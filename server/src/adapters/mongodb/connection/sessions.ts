import { type Binary, type ClientSession, type MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb';
import { hasCode } from './mongo-errors.ts';

/** Acknowledged means: on the disks of a majority. Under one name alone, the driver lets a URI say otherwise. */
const durable = { w: 'majority', journal: true, j: true } as const;

/** Whatever a URI says: otherwise what was accepted could be lost, or not be found. */
const fixedOptions = { writeConcern: durable, readPreference: 'primary' } as const;

/** Unless the URI says otherwise. */
const usualOptions = {
  appName: 'mnema',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  // A server that hangs is noticed by its heart: after this and the time to connect, whatever waits for it is let go.
  heartbeatFrequencyMS: 2_000,
  socketTimeoutMS: 60_000,
  waitQueueTimeoutMS: 10_000,
  maxPoolSize: 50,
} as const;

/** For a client of this URI: what it is told beside the URI overrides that. */
export function clientOptions(uri: string): MongoClientOptions {
  const [, query = ''] = uri.split('?');
  // The driver reads them in any case, too.
  const stated = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()));
  const usual = Object.entries(usualOptions).filter(([name]) => !stated.has(name.toLowerCase()));
  return { ...Object.fromEntries(usual), ...fixedOptions };
}

/** What a majority has: nothing that is read this way is ever taken back. Snapshots bring a level of their own. */
export const majorityReads = { readConcern: new ReadConcern('majority') };

/** By client: who is told of the session that a transaction runs in. */
const listeners = new WeakMap<MongoClient, (sessionId: Binary) => void>();

/** `note` hears of the session of each transaction before anything is done in it. */
export function noteTransactions(client: MongoClient, note: (sessionId: Binary) => void): void {
  listeners.set(client, note);
}

/**
 * Runs `work` in a transaction, again when others came in between, and resolves when it is durable. Work that calls
 * `session.abortTransaction()` leaves nothing behind; what it answers is answered.
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

/** Snapshot too old, and none yet: a collection or index was made a moment ago. */
const noSnapshot = [239, 246];
const snapshotAttempts = 5;

/** Runs reads that all see the same moment: everything acknowledged before they began, and of later writes all or nothing. */
export async function inSnapshot<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.withSession({ snapshot: true }, work);
    } catch (error) {
      if (!hasCode(error, noSnapshot) || attempt === snapshotAttempts) throw error;
    }
  }
}
