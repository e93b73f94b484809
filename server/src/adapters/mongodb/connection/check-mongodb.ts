import { type Finding, ok, problem, problemOf } from '../../../lib/finding.ts';
import { messageOf } from '../../../lib/message-of.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import type { StoreDiagnosis } from '../../store-kit/store-diagnosis.ts';
import { checkSearchIndexes } from '../schema/search-indexes.ts';
import { hasStore } from '../schema/store-format.ts';
import { type Connection, openConnected, toStartError } from './connect.ts';
import { MongodbError, storeCondition } from './mongo-errors.ts';

const limitMs = 10_000;
const stepMs = 4_000;
const options = {
  ...{ appName: 'mnema-doctor', serverSelectionTimeoutMS: stepMs, connectTimeoutMS: stepMs },
  ...{ socketTimeoutMS: stepMs, waitQueueTimeoutMS: stepMs },
};

const shared = { server: { kind: 'unknown', reason: 'any number of servers share MongoDB' }, disk: null } as const;

/** Checks the store. It creates and changes nothing except the probe document of an existing store. */
export async function checkMongodb(uri: string, { dimensions }: { dimensions: number }): Promise<StoreDiagnosis> {
  let connection: Connection | undefined;
  const look = (opened: Connection) => {
    connection = opened;
    return examine(opened, dimensions);
  };
  const late = () => {
    throw new MongodbError(`MongoDB did not respond within ${limitMs} ms. Check host and port in MNEMA_MONGODB_URI.`);
  };
  try {
    return await withTimeout(limitMs, () => openConnected(uri, look, options), late);
  } catch (thrown) {
    const error = toStartError(thrown);
    if (!(error instanceof MongodbError)) throw error;
    const cause = error.cause === undefined ? {} : { lines: [readableMessage(error.cause)] };
    return {
      location: { ...problemOf(error, 'check MNEMA_MONGODB_URI'), ...cause },
      contents: problem('could not be checked', 'see MongoDB'),
      ...{ disabledWebhooks: 0, ...shared },
    };
  } finally {
    await connection?.client.close(true);
  }
}

async function examine({ client, db }: Connection, dimensions: number): Promise<StoreDiagnosis> {
  const { version } = await client.db('admin').command({ buildInfo: 1 });
  const { srvHost, hosts: addresses } = client.options;
  const hosts = srvHost ?? addresses.join(',');
  const isCreated = await hasStore(db);
  const byReceiver = { disabledReason: { $nin: [null, 'by_request'] } };
  return {
    location: await describeWrite(db, `MongoDB ${version} on ${hosts}, database ${db.databaseName}`, isCreated),
    contents: await describeIndexes(db, dimensions, isCreated),
    disabledWebhooks: await db.collection('webhooks').countDocuments(byReceiver),
    ...shared,
  };
}

async function describeWrite(db: Connection['db'], finding: string, isCreated: boolean): Promise<Finding> {
  if (!isCreated) return ok(`${finding}: there is no store yet, the first start or mnema migrate creates it`);
  const startedAt = performance.now();
  const writeConcern = { w: 'majority', journal: true, wtimeoutMS: stepMs } as const;
  const change = { $inc: { beat: 1 }, $setOnInsert: { id: 'probe' } };
  try {
    const probes = db.collection<{ _id: string; id: string; beat: number }>('probes');
    await probes.updateOne({ _id: 'probe' }, change, { upsert: true, writeConcern });
    return ok(`${finding}; a majority confirms a write in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    return problem(
      `${finding}; it did not confirm a write: ${storeCondition(error) ?? readableMessage(error)}`,
      'check the cluster: a majority of its members must run and have disk space left, and the user of MNEMA_MONGODB_URI needs readWrite',
    );
  }
}

async function describeIndexes(db: Connection['db'], dimensions: number, isCreated: boolean): Promise<Finding> {
  try {
    const indexes = await checkSearchIndexes(db, dimensions);
    if (!isCreated) return ok('the first start or mnema migrate creates them');
    const ready = indexes.filter(({ problem }) => problem === undefined).map(({ name }) => `${name} is ready`);
    const problems = indexes.flatMap(({ problem }) => problem ?? []);
    const [first, ...others] = problems.map((message) => problemOf(new Error(message), 'run mnema migrate'));
    if (first) return { ...first, lines: [...others.map(({ finding }) => finding), ...ready] };
    return ok(ready.join('; '));
  } catch (error) {
    if (error instanceof MongodbError) return problemOf(error, 'use Atlas');
    throw error;
  }
}

/** Returns the message of an error. The driver's messages contain hosts, but never a password. */
function readableMessage(error: unknown): string {
  return messageOf(error)
    .replaceAll(/\/\/[^/\s]*@/g, '//(hidden)@')
    .replaceAll(/\s+/g, ' ');
}
