import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { startRedis, type TestRedis } from '../../../test/redis/start-redis.ts';
import { describeIngestQueue } from '../../ports/ingest-queue.contract.ts';
import { createBullQueue } from './create-ingest-queue.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.remove());

async function openQueue() {
  const queue = createBullQueue({ url: redis.url, prefix: randomUUID(), onError: () => {} });
  await vi.waitFor(() => expect(queue.problem()).toBeNull());
  return queue;
}

describeIngestQueue('Bull', async () => {
  const queue = await openQueue();
  return {
    queue,
    arrived: (announcements) =>
      vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ active: announcements })),
  };
});
