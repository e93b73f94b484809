import { expect, it, onTestFinished } from 'vitest';
import { searchCollections } from '../../src/adapters/mongodb/search/search-documents.ts';
import { spawnServer, untilReady } from '../process/spawn-server.ts';
import { startRedis } from '../redis/start-redis.ts';
import { startCollector } from '../tracing/start-collector.ts';
import { startTestMongodb } from './start-test-mongodb.ts';

it('one trace goes from the server through MongoDB to the worker, another process, although its announcement is lost', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const mongodb = await startTestMongodb();
  onTestFinished(() => mongodb.close());
  const collector = await startCollector();
  const environment = {
    MNEMA_STORE: 'mongodb',
    MNEMA_MONGODB_URI: mongodb.uri,
    MNEMA_QUEUE: 'bull',
    MNEMA_REDIS_URL: redis.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  const start = (role: string) =>
    spawnServer({ environment: { ...environment, MNEMA_ROLES: role, OTEL_SERVICE_NAME: role } });
  const { client } = await start('api');
  const { body } = await client.send('POST', '/memories', { text: 'the boat leaves at noon' });
  await redis.flush();
  await start('worker');
  await untilReady(client, body.memory_id);
  const found = (name: string) => collector.spans.find((span) => span.name === name);
  await expect.poll(() => found('ingest')).toBeDefined();
  const request = found('POST /memories');
  expect(request).toMatchObject({ service: 'api', parentSpanId: '' });
  expect(found('ingest')).toMatchObject({
    service: 'worker',
    traceId: request?.traceId,
    parentSpanId: request?.spanId,
    failed: false,
  });
  const stored = await searchCollections(mongodb.client.db(mongodb.database)).memories.findOne({});
  expect(stored).toMatchObject({ status: 'ready' });
  expect(stored).not.toHaveProperty('traceParent');
});
