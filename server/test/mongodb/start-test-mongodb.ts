import { randomBytes } from 'node:crypto';
import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { type AtlasProxy, startAtlasProxy } from './start-atlas-proxy.ts';

export type TestMongodb = Awaited<ReturnType<typeof startTestMongodb>>;

/** The databases that wait for their next tests, by name. */
const idleDatabases = (client: MongoClient) => client.db('mnema_test_idle').collection<{ _id: string }>('databases');

/** Empties a database; its collections and indexes stay. */
async function empty(db: Db): Promise<void> {
  const collections = await db.collections();
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
}

/** Ends the transactions that killed servers left open. MongoDB would delete their database only a minute later. */
async function endTransactions(client: MongoClient, { clients }: AtlasProxy): Promise<void> {
  const admin = client.db('admin');
  const isOpen = { transaction: { $exists: true }, client: { $in: [...clients] } };
  const open = admin.aggregate<{ lsid: { id: unknown } }>([{ $currentOp: { idleSessions: true } }, { $match: isOpen }]);
  const sessions = (await open.toArray()).map(({ lsid }) => ({ id: lsid.id }));
  if (sessions.length > 0) await admin.command({ killSessions: sessions });
}

/**
 * A MongoDB with search: the one in `MNEMA_TEST_MONGODB_URI` (Atlas, or Atlas Local in a container), else a real server
 * behind a proxy that plays Atlas Search.
 * @param options.isNew false: the database is empty, and may have the collections and indexes of earlier tests. An
 * emulated server takes seconds to create them.
 */
export async function startTestMongodb({ lagMs = 0, isNew = true } = {}) {
  const port = inject('mongodPort');
  const proxy = port === null ? undefined : await startAtlasProxy({ port }, { buildMs: 50, lagMs });
  const url = new URL(proxy?.uri ?? (process.env['MNEMA_TEST_MONGODB_URI'] as string));
  const reuses = !isNew && proxy !== undefined;
  const client = await MongoClient.connect(url.href);
  const idle = reuses ? await idleDatabases(client).findOneAndDelete({}) : null;
  const database = idle?._id ?? `mnema_test_${randomBytes(6).toString('hex')}`;
  url.pathname = `/${database}`;
  return {
    /** Names a database of its own, which `close` deletes. */
    uri: url.href,
    ...{ database, client },
    /** undefined when the server was given to the tests. */
    proxy,
    async close(): Promise<void> {
      if (proxy) await endTransactions(client, proxy);
      if (reuses) {
        await empty(client.db(database));
        await idleDatabases(client).insertOne({ _id: database });
      } else await client.db(database).dropDatabase();
      await client.close();
      await proxy?.close();
    },
  };
}

/** Tells how a server ran the work on a collection: the entries of its profile that match. Only a server of ours tells. */
export async function profileOf(
  db: Db,
  collection: Collection<never>,
  work: () => Promise<unknown>,
  match: Document = {},
): Promise<Document[]> {
  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  return db
    .collection('system.profile')
    .find({ ns: collection.namespace, ...match })
    .toArray();
}
