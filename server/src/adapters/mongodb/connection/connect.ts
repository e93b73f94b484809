import { type Db, type Document, MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb';
import { hasCode, MongodbError, storeCondition } from './mongo-errors.ts';

/** The options that a URI cannot change: an accepted write must not be lost. It could override one name of `journal`. */
const fixedOptions = { writeConcern: { w: 'majority', journal: true, j: true }, readPreference: 'primary' } as const;

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

function clientOptions(uri: string): MongoClientOptions {
  const [, query = ''] = uri.split('?');
  // The driver compares names regardless of case, too.
  const stated = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()));
  const usual = Object.entries(usualOptions).filter(([name]) => !stated.has(name.toLowerCase()));
  return { ...Object.fromEntries(usual), ...fixedOptions };
}

export interface Connection {
  client: MongoClient;
  /** The database for reads whose results are never rolled back. */
  db: Db;
  /** The database for reads in the snapshots of sessions. */
  snapshots: Db;
}

/** Closes the connection if `open` fails. @param overrides take precedence over the URI @throws {MongodbError} */
export async function openConnected<Opened>(
  uri: string,
  open: (connection: Connection) => Promise<Opened>,
  overrides: MongoClientOptions = {},
): Promise<Opened> {
  let client: MongoClient | undefined;
  try {
    client = new MongoClient(uri, { ...clientOptions(uri), ...overrides });
    if (client.options.readConcern) {
      const message = 'MNEMA_MONGODB_URI contains readConcernLevel: remove it, because each query sets its own level.';
      throw new MongodbError(message);
    }
    await client.connect();
    rejectUnusable(await client.db('admin').command({ hello: 1 }));
    const { dbName } = client.options;
    // Without a name in the URI, the driver's default is `test`, and that of the server is `mnema`.
    const name = dbName === 'test' && !/\/test(\?|$)/.test(uri) ? 'mnema' : dbName;
    const db = client.db(name, { readConcern: new ReadConcern('majority') });
    return await open({ client, db, snapshots: client.db(name) });
  } catch (error) {
    await client?.close();
    throw toStartError(error);
  }
}

/** The wire version of MongoDB 7.0, the oldest one that Atlas runs with searches over vectors of bytes. */
const minWireVersion = 21;

export function rejectUnusable(hello: Document): void {
  if (!(hello['maxWireVersion'] >= minWireVersion)) {
    throw new MongodbError('This MongoDB is too old. Use MongoDB 7.0 or newer at MNEMA_MONGODB_URI.');
  }
  if (hello['setName'] === undefined && hello['msg'] !== 'isdbgrid') {
    const message =
      'This MongoDB is not a replica set, so it has no transactions. Use Atlas, or start mongod with --replSet and run rs.initiate().';
    throw new MongodbError(message);
  }
}

/** The names of errors of the driver, and of the package that it parses connection strings with. */
const parseErrors = /^Mongo(Parse|InvalidArgument|API)Error$/;
/** The errors of a failed DNS lookup. The driver itself looks up the names of a mongodb+srv:// URI. */
const lookupErrors = /ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL|querySrv|queryTxt/;

/** Converts an error that the operator can correct to a {@link MongodbError}. */
export function toStartError(error: unknown): unknown {
  if (error instanceof MongodbError || !(error instanceof Error)) return error;
  // This error is not attached as the cause, because its message may contain parts of the URI.
  if (parseErrors.test(error.name)) return new MongodbError(uriProblem(error.message));
  const problem = connectionProblem(error);
  return problem === undefined ? error : new MongodbError(problem, { cause: error });
}

function uriProblem(message: string): string {
  // Bounded input: a message of the driver about the settings of the operator.
  const option = /\boptions? (\w+(?:, \w+)*) (?:is|are) not supported/.exec(message)?.[1];
  return option
    ? `MNEMA_MONGODB_URI contains an unknown option: ${option}. Correct it or leave it out.`
    : 'MNEMA_MONGODB_URI is not a connection string. It looks like mongodb+srv://user:password@cluster.example.mongodb.net/mnema, with %40 for an @ in the password.';
}

function connectionProblem(error: Error): string | undefined {
  if (lookupErrors.test(error.message)) {
    return 'The host name in MNEMA_MONGODB_URI does not resolve: correct it, or the name server of this machine.';
  }
  // Atlas rejects everything with the code 8000.
  if (hasCode(error, [18]) || (hasCode(error, [8000]) && /auth/i.test(error.message))) {
    return 'MongoDB rejects the user or the password. Correct user and password in MNEMA_MONGODB_URI: they are those of a database user, not of the Atlas account, and an @ in them is written %40.';
  }
  const condition = storeCondition(error);
  if (condition === undefined) return undefined;
  return `${condition}. Check MNEMA_MONGODB_URI, the network access list of the cluster, and that the cluster runs.`;
}
