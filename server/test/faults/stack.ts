import { onTestFinished } from 'vitest';
import { startTestMongodb, type TestMongodb } from '../mongodb/start-test-mongodb.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import type { StandIn } from '../providers/stand-in.ts';
import { startRedis, type TestRedis } from '../redis/start-redis.ts';
import { type KeptServer, keepServer } from './kept-server.ts';

/** What a team runs: a server and a worker, each a process, on MongoDB, Redis and a provider. Goes with the test. */
export interface Stack {
  api: KeptServer;
  worker: KeptServer;
  mongodb: TestMongodb;
  redis: TestRedis;
  cohere: StandIn;
  /** Of the first account, which has no limits. */
  key: string;
}

/** As long as Atlas usually needs until a write is in its search indexes. */
const searchLagMs = 1_000;

export async function startStack(): Promise<Stack> {
  const mongodb = await startTestMongodb({ lagMs: searchLagMs });
  onTestFinished(() => mongodb.close());
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const cohere = await startCohereStandIn();
  onTestFinished(() => cohere.close());
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
  const directory = temporaryDirectory();
  // At the same moment, as `docker compose up` does: both find an empty database.
  const [api, worker] = await Promise.all(
    ['api', 'worker'].map((role) => keepServer({ directory, environment: { ...environment, MNEMA_ROLES: role } })),
  );
  if (!api?.key || !worker) throw new Error('the first start made no account');
  return { api, worker, mongodb, redis, cohere, key: api.key };
}
