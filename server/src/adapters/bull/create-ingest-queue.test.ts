import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startRedis, type TestRedis } from '../../../test/redis/start-redis.ts';
import { describeIngestQueue } from '../../ports/ingest-queue.contract.ts';
import { createBullQueue } from './create-ingest-queue.ts';

const soon = { timeout: 10_000 };
let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.remove());

async function openQueue(options: Partial<Parameters<typeof createBullQueue>[0]> = {}) {
  const queue = createBullQueue({ url: redis.url, prefix: randomUUID(), onError: () => {}, ...options });
  await vi.waitFor(() => expect(queue.problem()).toBeNull(), soon);
  return queue;
}

describeIngestQueue('Bull', async () => {
  const queue = await openQueue();
  return {
    queue,
    arrived: (announcements) =>
      vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ active: announcements }), soon),
  };
});

it('names the problem while Redis is away, has no counts then, and recovers when Redis is back', async () => {
  const changes: (string | null)[] = [];
  const queue = await openQueue({ onChange: (problem) => changes.push(problem) });
  await redis.kill();
  await vi.waitFor(() => expect(queue.problem()).toContain('Redis cannot be reached'), soon);
  await expect(queue.counts()).rejects.toThrow('Redis cannot be reached');
  for (let lost = 0; lost < 10; lost++) queue.announce(`mem_${lost}`);
  await redis.start();
  await vi.waitFor(() => expect(queue.problem()).toBeNull(), soon);
  expect(await queue.counts()).toMatchObject({ waiting: 0, active: 0 });
  expect(changes).toEqual([expect.stringContaining('Redis cannot be reached'), null]);
  expect(changes[0]).not.toContain(new URL(redis.url).port);
  await queue.close();
});

it('reports a recovery when announcements are accepted, not when a Redis that accepts none is back', async () => {
  const changes: (string | null)[] = [];
  const queue = await openQueue({ onChange: (problem) => changes.push(problem) });
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  onTestFinished(async () => {
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  });
  queue.announce('mem_1');
  await vi.waitFor(() => expect(queue.problem()).toContain('Redis does not accept announcements (OOM)'), soon);
  await redis.command('CLIENT', 'PAUSE', '3000', 'ALL');
  await vi.waitFor(() => expect(queue.problem()).toContain('Redis cannot be reached'), soon);
  await vi.waitFor(() => expect(queue.problem()).toContain('does not accept announcements'), soon);
  const [rejected, away] = ['does not accept', 'cannot be reached'].map((text) => expect.stringContaining(text));
  expect(changes).toEqual([rejected, away, rejected]);
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  await vi.waitFor(() => expect(queue.problem()).toBeNull(), soon);
  expect(changes).toEqual([rejected, away, rejected, null]);
  await queue.close();
});

it('leaves nothing of an announcement in Redis after a worker has looked', async () => {
  const prefix = randomUUID();
  const queue = await openQueue({ prefix });
  const consumer = queue.consume(async () => {}, { pollMs: 60_000 });
  for (let announced = 0; announced < 200; announced++) queue.announce(`mem_${announced}`);
  await vi.waitFor(async () => {
    const keys = (await redis.command('KEYS', `{${prefix}}:*`)) as string[];
    // The other keys belong to the queue.
    expect(keys.filter((key) => key.includes('mem_'))).toEqual([]);
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
  }, soon);
  await consumer.stop();
  await queue.close();
});
