import type { Db } from 'mongodb';
import { type Finding, ok, problem, problemOf, warning } from '../../../lib/finding.ts';
import { messageOf } from '../../../lib/message-of.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import type { StoreDiagnosis } from '../../store-kit/store-diagnosis.ts';
import { checkSearchIndexes } from '../schema/check-search-indexes.ts';
import { hasStore } from '../schema/store-format.ts';
import { searchCollections } from '../search/search-documents.ts';
import { type Connection, connect, toStartError } from './connect.ts';
import { storeCondition } from './mongo-errors.ts';
import { MongodbError } from './mongodb-error.ts';

/** The state of the servers that use the store, which may be any number on any machines. */
const shared = { server: { kind: 'unknown', reason: 'any number of servers share MongoDB' }, disk: null } as const;

/** The time limit of the whole check. */
const limitMs = 10_000;
const stepMs = 4_000;
/** The number of pings. The fastest one counts, because a busy machine responds slowly to some. */
const pings = 3;
/** The oldest version with `$vectorSearch` over byte vectors that Atlas still runs. */
const minVersion = 7;
/** The limit of a normal ping. Above it, a write spends most of its time waiting for the network. */
const slowMs = 50;

/** Checks the store. It creates and changes nothing except the probe document of an existing store. */
export async function checkMongodb(uri: string, { dimensions }: { dimensions: number }): Promise<StoreDiagnosis> {
  let connection: Connection | undefined;
  const look = async () => {
    connection = await connect(uri, {
      appName: 'mnema-doctor',
      serverSelectionTimeoutMS: stepMs,
      connectTimeoutMS: stepMs,
      socketTimeoutMS: stepMs,
      waitQueueTimeoutMS: stepMs,
    });
    return examine(connection, dimensions);
  };
  try {
    return await withTimeout(limitMs, look, () => {
      throw new MongodbError(`MongoDB did not respond within ${limitMs} ms. Check host and port in MNEMA_MONGODB_URI.`);
    });
  } catch (thrown) {
    const error = toStartError(thrown);
    if (!(error instanceof MongodbError)) throw error;
    return {
      location: {
        ...problemOf(error, 'check MNEMA_MONGODB_URI'),
        ...(error.cause === undefined ? {} : { lines: [readableMessage(error.cause)] }),
      },
      contents: problem('could not be checked', 'see MongoDB'),
      newestMemoryAt: null,
      disabledWebhooks: 0,
      ...shared,
    };
  } finally {
    await connection?.client.close(true);
  }
}

async function examine(connection: Connection, dimensions: number): Promise<StoreDiagnosis> {
  const { memories, vectors } = searchCollections(connection.db);
  const facts = await readFacts(connection);
  const latest = await memories.findOne({}, { sort: { $natural: -1 }, projection: { createdAt: 1 } });
  const hasStore = facts.write !== null;
  return {
    location: describeMongodb(facts),
    contents: await checkSearchIndexes({ memories, vectors }, { dimensions, hasStore }),
    newestMemoryAt: latest?.createdAt ?? null,
    disabledWebhooks: await connection.db
      .collection('webhooks')
      .countDocuments({ disabledReason: { $nin: [null, 'by_request'] } }),
    ...shared,
  };
}

export type MongodbFacts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts({ client, db }: Connection) {
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  let pingMs = Number.POSITIVE_INFINITY;
  for (let ping = 0; ping < pings; ping++) {
    const startedAt = performance.now();
    await admin.command({ ping: 1 });
    pingMs = Math.min(pingMs, performance.now() - startedAt);
  }
  const { version } = await admin.command({ buildInfo: 1 });
  return {
    ...{ version: String(version), pingMs, database: db.databaseName },
    /** Whether the server is a replica set or a sharded cluster. Others have no transactions. */
    isReplicated: hello['setName'] !== undefined || hello['msg'] === 'isdbgrid',
    /** The duration of a write; null if there is no store yet to write to. */
    write: (await hasStore(db)) ? await tryWrite(db) : null,
  };
}

/** Times a write that a majority confirms and a read. */
async function tryWrite(db: Db): Promise<{ ms: number } | { failure: string }> {
  const probes = db.collection<{ _id: string }>('probes');
  const startedAt = performance.now();
  const writeConcern = { w: 'majority', journal: true, wtimeoutMS: stepMs } as const;
  try {
    await probes.updateOne(
      { _id: 'probe' },
      { $inc: { beat: 1 } as never, $setOnInsert: { id: 'probe' } as never },
      { upsert: true, writeConcern },
    );
    await probes.findOne({ _id: 'probe' });
    return { ms: performance.now() - startedAt };
  } catch (error) {
    return { failure: storeCondition(error) ?? readableMessage(error) };
  }
}

export function describeMongodb({ version, pingMs, isReplicated, database, write }: MongodbFacts): Finding {
  const finding = `MongoDB ${version} responds in ${Math.round(pingMs)} ms`;
  if (!(Number.parseInt(version, 10) >= minVersion)) {
    return problem(`${finding}, and is too old`, `use MongoDB ${minVersion}.0 or newer at MNEMA_MONGODB_URI`);
  }
  if (!isReplicated) {
    return problem(
      `${finding}, and is not a replica set: it has no transactions`,
      'use Atlas, or start mongod with --replSet and run rs.initiate()',
    );
  }
  if (write === null) {
    return ok(
      `${finding}; there is no store in the database ${database} yet, the first start or mnema migrate creates it`,
    );
  }
  if ('failure' in write) {
    return problem(
      `${finding}, and did not confirm a write: ${write.failure}`,
      'check the cluster: a majority of its members must run and have disk space left, and the user of MNEMA_MONGODB_URI needs readWrite',
    );
  }
  const written = `${finding}, a majority confirms a write in ${Math.round(write.ms)} ms`;
  if (pingMs > slowMs) return warning(`${written}: that is far`, 'run the server in the region of the cluster');
  return ok(`${written}; database ${database}`);
}

/** Returns the message of an error. The driver's messages contain hosts, but never a password. */
function readableMessage(error: unknown): string {
  return messageOf(error)
    .replaceAll(/\/\/[^/\s]*@/g, '//(hidden)@')
    .replaceAll(/\s+/g, ' ');
}
