import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectionOf } from '../../src/adapters/mongodb/records/stored-documents.ts';
import { accounts as accountsKind } from '../../src/domain/accounts/kinds.ts';
import { startTestMongodb } from '../mongodb/start-test-mongodb.ts';
import { createClient } from '../process/client.ts';
import { type AtEnd, until } from '../process/spawn-server.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { startRedis } from '../redis/start-redis.ts';
import { keepServer } from './kept-server.ts';
import { logIn, made } from './test-account.ts';

/** What a team runs: a server and a worker, each a process, on MongoDB, Redis and a provider. */
export type Stack = Awaited<ReturnType<typeof startStack>>;

/** Atlas usually needs this long until a write is in its search indexes. */
const searchLagMs = 1_000;

export async function startStack() {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    return { ...(await start((end) => ends.push(end))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(atEnd: AtEnd) {
  const mongodb = await startTestMongodb({ lagMs: searchLagMs });
  atEnd(mongodb.close);
  const redis = await startRedis();
  atEnd(redis.remove);
  const cohere = await startCohereStandIn();
  atEnd(cohere.close);
  const directory = await mkdtemp(join(tmpdir(), 'mnema-stack-'));
  atEnd(() => rm(directory, { recursive: true }));
  const environment = {
    MNEMA_STORE: 'mongodb',
    MNEMA_MONGODB_URI: mongodb.uri,
    MNEMA_QUEUE: 'bull',
    MNEMA_REDIS_URL: redis.url,
    MNEMA_EMBEDDER: 'cohere',
    ...cohere.environment,
    MNEMA_EMBEDDING_DIMENSIONS: '256',
    MNEMA_RATE_LIMITS: 'off',
    MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true',
    MNEMA_LOG_LEVEL: 'warn',
  };
  const startAs = (role: string) =>
    keepServer({ directory, atEnd, environment: { ...environment, MNEMA_ROLES: role } });
  // At the same moment, as `docker compose up` does: both find an empty database.
  const [api, worker] = await Promise.all([startAs('api'), startAs('worker')]);
  let accounts = 0;
  return {
    ...{ api, worker, processes: [api, worker], mongodb, redis, cohere },
    async register() {
      const credentials = { email: `account${accounts++}@example.com`, password: 'a password of theirs' };
      const { id } = await made(createClient(api.url, null), '/auth/register', credentials);
      const created = await logIn(api.url, credentials);
      const stored = collectionOf(mongodb.client.db(mongodb.database), accountsKind);
      await stored.updateOne({ _id: id }, { $set: { plan: 'enterprise' } as never });
      const account = createClient(api.url, created.key);
      // Servers notice within a second.
      await until(
        async () => (await account.send('GET', '/usage')).body.plan === 'enterprise',
        'the server to know the plan',
        30_000,
      );
      return { id, ...created };
    },
  };
}
