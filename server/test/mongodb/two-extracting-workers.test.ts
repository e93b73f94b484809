import { expect, it, onTestFinished } from 'vitest';
import { spawnServer, untilReady } from '../process/spawn-server.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { startRedis } from '../redis/start-redis.ts';
import { startTestMongodb } from './start-test-mongodb.ts';

/** One worker extracts facts of at most 16 users at once, so these are too many for it. */
const users = Array.from({ length: 20 }, (_, at) => `user-${at}`);

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
    ...standIn.environment,
    MNEMA_REST_USER_ID: 'request',
    MNEMA_RATE_LIMITS: 'off',
  };
  const start = (roles: string) => spawnServer({ environment: { ...environment, MNEMA_ROLES: roles } });
  const [{ client }, ...workers] = await Promise.all([start('api'), start('worker'), start('worker')]);
  const outcomesOf = async (user_id: string) => {
    const memory = { text: 'Ada lives in Bern.', infer: true, user_id };
    const written = await Promise.all([1, 2].map(() => client.send('POST', '/memories', memory)));
    const ids = written.map(({ body }) => body.memory_id as string);
    for (const id of ids) await untilReady(client, id);
    const outcomes = ids.map(async (id) => (await client.send('GET', `/memories/${id}`)).body.outcome);
    return (await Promise.all(outcomes)).toSorted();
  };
  expect(await Promise.all(users.map(outcomesOf))).toEqual(users.map(() => ['duplicate', 'extracted']));
  const made = workers.map(async (worker) => {
    const { body } = await worker.client.send('GET', '/metrics');
    return Number(/^mnema_ingest_total\{result="ready"\} (\d+)$/m.exec(body)?.[1] ?? 0);
  });
  expect(Math.min(...(await Promise.all(made)))).toBeGreaterThan(0);
}, 300_000);
