import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../process/client.ts';
import { spawnServer, temporaryDirectory, until } from '../process/spawn-server.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { startRedis } from '../redis/start-redis.ts';
import { startTestMongodb } from './start-test-mongodb.ts';

/** One worker extracts facts of at most 16 users at once, so these are too many for it. */
const users = Array.from({ length: 20 }, (_, at) => `user-${at}`);
const repetitions = 2;

it('two workers that start at once share the extraction of facts, and store a fact of several simultaneous texts once', async () => {
  const [redis, mongodb, standIn] = await Promise.all([startRedis(), startTestMongodb(), startCohereStandIn()]);
  onTestFinished(async () => {
    await Promise.all([redis.remove(), mongodb.close(), standIn.close()]);
  });
  // The model is as slow as a fast real one: texts of one user would certainly overlap.
  standIn.latency.perRequest = 300;
  const environment = {
    MNEMA_STORE: 'mongodb',
    MNEMA_MONGODB_URI: mongodb.uri,
    MNEMA_QUEUE: 'bull',
    MNEMA_REDIS_URL: redis.url,
    MNEMA_EMBEDDER: 'cohere',
    MNEMA_EXTRACTOR: 'cohere',
    MNEMA_COHERE_BASE_URL: standIn.url,
    COHERE_API_KEY: standIn.key,
    MNEMA_REST_USER_ID: 'request',
    MNEMA_RATE_LIMITS: 'off',
  };
  const start = (roles: string) =>
    spawnServer({ directory: temporaryDirectory(), environment: { ...environment, MNEMA_ROLES: roles } });
  const [api, ...workers] = await Promise.all([start('api'), start('worker'), start('worker')]);
  const client = createClient(api.url, api.key as string);

  const written = await Promise.all(
    users.flatMap((user) =>
      Array.from({ length: repetitions }, async () => {
        const body = { text: 'Ada lives in Bern.', infer: true, user_id: user };
        return { user, id: (await client.send('POST', '/memories', body)).body.memory_id as string };
      }),
    ),
  );
  const read = (id: string) => client.send('GET', `/memories/${id}`);
  const outcomes = new Map<string, string[]>();
  for (const { user, id } of written) {
    await until(async () => (await read(id)).body.status === 'ready', {
      limitMs: 60_000,
      what: () => `memory ${id}; the workers said ${workers.map(({ stderr }) => stderr()).join('')}`,
    });
    outcomes.set(user, [...(outcomes.get(user) ?? []), (await read(id)).body.outcome]);
  }
  for (const user of users) expect(outcomes.get(user)?.toSorted(), user).toEqual(['duplicate', 'extracted']);
  const made = await Promise.all(
    workers.map(async ({ url }) => {
      const { body } = await createClient(url, '').send('GET', '/metrics');
      return Number(/^mnema_ingest_total\{result="ready"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    }),
  );
  expect(Math.min(...made), `memories of each worker: ${made}`).toBeGreaterThan(0);
}, 300_000);
