import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectionsOf } from '../../src/adapters/mongodb/schema/documents.ts';
import { startTestMongodb, type TestMongodb } from '../mongodb/start-test-mongodb.ts';
import { type Client, createClient } from '../process/client.ts';
import { type AtEnd, until } from '../process/spawn-server.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import type { StandIn } from '../providers/stand-in.ts';
import { startRedis, type TestRedis } from '../redis/start-redis.ts';
import { type KeptServer, keepServer } from './kept-server.ts';

/** What a team runs: a server and a worker, each a process, on MongoDB, Redis and a provider. */
export interface Stack {
  api: KeptServer;
  worker: KeptServer;
  mongodb: TestMongodb;
  redis: TestRedis;
  cohere: StandIn;
  /** Makes an account without limits. */
  register(): Promise<{ id: string; key: string }>;
  close(): Promise<void>;
}

/** Atlas usually needs this long until a write is in its search indexes. */
const searchLagMs = 1_000;

export async function startStack(): Promise<Stack> {
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

async function start(atEnd: AtEnd): Promise<Omit<Stack, 'close'>> {
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
    MNEMA_COHERE_BASE_URL: cohere.url,
    COHERE_API_KEY: cohere.key,
    MNEMA_EMBEDDING_DIMENSIONS: '256',
    MNEMA_RATE_LIMITS: 'off',
    MNEMA_LOG_LEVEL: 'warn',
  };
  const startAs = (role: string) =>
    keepServer({ directory, atEnd, environment: { ...environment, MNEMA_ROLES: role } });
  // At the same moment, as `docker compose up` does: both find an empty database.
  const [api, worker] = await Promise.all([startAs('api'), startAs('worker')]);
  let accounts = 0;
  return {
    ...{ api, worker, mongodb, redis, cohere },
    async register() {
      const credentials = { email: `account${accounts++}@example.com`, password: 'a password of theirs' };
      const nobody = createClient(api.url, null);
      const { id } = await made(nobody, '/auth/register', credentials);
      const { access_token: token } = await made(nobody, '/auth/login', credentials, {}, 200);
      const { key } = await made(nobody, '/api-keys', { label: 'test' }, { Authorization: `Bearer ${token}` });
      const collections = collectionsOf(mongodb.client.db(mongodb.database));
      await collections.accounts.updateOne({ _id: id }, { $set: { plan: 'enterprise' } });
      const account = createClient(api.url, key);
      // Servers notice within a second.
      await until(async () => (await account.send('GET', '/usage')).body.plan === 'enterprise', {
        limitMs: 30_000,
        what: 'the server to know the plan',
      });
      return { id, key };
    },
  };
}

async function made(client: Client, path: string, content: unknown, headers = {}, expected = 201) {
  const { status, body } = await client.send('POST', path, content, headers);
  if (status !== expected) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
