import { type Finding, ok, problem, problemOf, warning } from '../../../lib/finding.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import { checkSearchIndexes } from '../schema/check-search-indexes.ts';
import type { Collections } from '../schema/documents.ts';
import { readFormat } from '../schema/store-format.ts';
import { type Connection, connect, toStartError } from './connect.ts';
import { storeCondition } from './mongo-errors.ts';
import { MongodbError } from './mongodb-error.ts';

export interface MongodbDiagnosis {
  mongodb: Finding;
  searchIndexes: Finding;
  /** Milliseconds since the epoch; null when there is no memory, or none can be read. */
  newestMemoryAt: number | null;
}

/** The limit of the whole check, whatever hangs. */
const limitMs = 10_000;
const stepMs = 4_000;
/** The fastest ping counts, because a machine under load is slow to answer some. */
const pings = 3;
/** The oldest version with `$vectorSearch` over vectors of bytes that Atlas still runs. */
const minVersion = 7;
/** Above this, a write waits for the network more than for anything else. */
const slowMs = 50;

/** Checks the store without creating or changing anything but the probe document of an existing store. */
export async function checkMongodb(uri: string, { dimensions }: { dimensions: number }): Promise<MongodbDiagnosis> {
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
      throw new MongodbError(`MongoDB did not answer within ${limitMs} ms. Check host and port in MNEMA_MONGODB_URI.`);
    });
  } catch (thrown) {
    const error = toStartError(thrown);
    if (!(error instanceof MongodbError)) throw error;
    return {
      mongodb: {
        ...problemOf(error, 'check MNEMA_MONGODB_URI'),
        ...(error.cause === undefined ? {} : { lines: [messageOf(error.cause)] }),
      },
      searchIndexes: problem('could not be looked at', 'see MongoDB'),
      newestMemoryAt: null,
    };
  } finally {
    await connection?.client.close(true);
  }
}

/** The facts that a check finds out. */
export interface MongodbFacts {
  version: string;
  pingMs: number;
  /** A replica set or a sharded cluster, and nothing else, has transactions. */
  isReplicated: boolean;
  database: string;
  /** The time of a write that a majority confirmed and a read; null where there is no store yet to write to. */
  write: { ms: number } | { failure: string } | null;
}

async function examine({ client, db, collections }: Connection, dimensions: number): Promise<MongodbDiagnosis> {
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  let pingMs = Number.POSITIVE_INFINITY;
  for (let ping = 0; ping < pings; ping++) {
    const startedAt = performance.now();
    await admin.command({ ping: 1 });
    pingMs = Math.min(pingMs, performance.now() - startedAt);
  }
  const { version } = await admin.command({ buildInfo: 1 });
  const isReplicated = hello['setName'] !== undefined || hello['msg'] === 'isdbgrid';
  const hasStore = await readFormat(db);
  const write = hasStore ? await tryWrite(collections) : null;
  const latest = await collections.memories.findOne({}, { sort: { $natural: -1 }, projection: { createdAt: 1 } });
  return {
    mongodb: describeMongodb({ version: String(version), pingMs, isReplicated, database: db.databaseName, write }),
    searchIndexes: await checkSearchIndexes(collections, { dimensions, hasStore }),
    newestMemoryAt: latest?.createdAt ?? null,
  };
}

async function tryWrite({ probes }: Collections): Promise<MongodbFacts['write']> {
  const startedAt = performance.now();
  const writeConcern = { w: 'majority', journal: true, wtimeoutMS: stepMs } as const;
  try {
    await probes.updateOne({ _id: 'probe' }, { $inc: { beat: 1 } }, { upsert: true, writeConcern });
    await probes.findOne({ _id: 'probe' });
    return { ms: performance.now() - startedAt };
  } catch (error) {
    return { failure: storeCondition(error) ?? messageOf(error) };
  }
}

export function describeMongodb({ version, pingMs, isReplicated, database, write }: MongodbFacts): Finding {
  const finding = `MongoDB ${version} answers in ${Math.round(pingMs)} ms`;
  if (!(Number.parseInt(version, 10) >= minVersion)) {
    return problem(`${finding}, and is too old`, `use MongoDB ${minVersion}.0 or newer at MNEMA_MONGODB_URI`);
  }
  if (!isReplicated) {
    return problem(
      `${finding}, and is no replica set: it has no transactions`,
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
      'look at the cluster: a majority of its members must run and have disk space left, and the user of MNEMA_MONGODB_URI needs readWrite',
    );
  }
  const written = `${finding}, a majority confirms a write in ${Math.round(write.ms)} ms`;
  if (pingMs > slowMs) return warning(`${written}: that is far`, 'run the server in the region of the cluster');
  return ok(`${written}; database ${database}`);
}

/** The driver's messages name hosts, and never a password. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\/\/[^/\s]*@/g, '//(hidden)@').replaceAll(/\s+/g, ' ');
}
