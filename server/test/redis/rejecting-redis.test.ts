import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { writeReady } from '../http/memory-steps.ts';
import { startTestApp, type TestAccount, type TestApp } from '../http/start-test-app.ts';
import { type RedisProxy, startProxy } from './start-proxy.ts';
import { startRedis, type TestRedis } from './start-redis.ts';

let redis: TestRedis;
let proxy: RedisProxy;
let app: TestApp;
/** An account whose requests are limited. */
let account: TestAccount;
beforeAll(async () => {
  redis = await startRedis();
  proxy = await startProxy(redis.url);
  app = await startTestApp({ MNEMA_QUEUE: 'bull', MNEMA_REDIS_URL: proxy.url, MNEMA_RATE_LIMITS: 'plan' });
  account = await app.register();
});
afterAll(async () => {
  await app.close();
  await proxy.close();
  await redis.remove();
});
beforeEach(() => stateIs({ status: 'ready', reasons: [] }));

async function stateIs(expected: { status: string; reasons: unknown }): Promise<void> {
  await expect
    .poll(async () => (await app.call({ method: 'GET', path: '/readyz' })).body, { timeout: 10_000, interval: 100 })
    .toEqual(expected);
}
async function metric(name: string): Promise<number> {
  const { text } = await app.call({ method: 'GET', path: '/metrics' });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}
const announcements = (kind: string) => `Redis does not accept announcements (${kind})`;
const counts = (kind: string) => `Redis does not count requests, so that rates of plans are not limited (${kind})`;

it.each([
  {
    fault: 'is full',
    kind: 'OOM',
    begin: () => redis.command('CONFIG', 'SET', 'maxmemory', '1'),
    end: () => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
  },
  {
    fault: 'has become a replica',
    kind: 'READONLY',
    begin: () => redis.command('REPLICAOF', '127.0.0.1', '1'),
    end: () => redis.command('REPLICAOF', 'NO', 'ONE'),
  },
])(
  'a Redis that $fault: writes are accepted, the server says what does not work, and when it works again',
  async ({ kind, begin, end }) => {
    await begin();
    onTestFinished(async () => void (await end()));
    const uncounted = await metric('mnema_rate_limiter_failures_total');
    await writeReady(account.api, `The boat leaves at noon, ${kind}.`);
    await stateIs({ status: 'degraded', reasons: [announcements(kind), counts(kind)] });
    expect(await metric('mnema_queue_up')).toBe(0);
    expect(await metric('mnema_rate_limiter_failures_total')).toBeGreaterThan(uncounted);
    await end();
    // There are no writes meanwhile.
    await stateIs({ status: 'ready', reasons: [] });
    expect(await metric('mnema_queue_up')).toBe(1);
  },
  60_000,
);

it('a Redis too slow for rate limits: notifications arrive, and the server reports that limits are off', async () => {
  proxy.delayMs = 500;
  await writeReady(account.api, 'The boat leaves at one.');
  await stateIs({ status: 'degraded', reasons: [counts('it does not respond in time')] });
  expect(await metric('mnema_queue_up')).toBe(1);
  proxy.delayMs = 0;
  await stateIs({ status: 'ready', reasons: [] });
}, 120_000);

it('a failover that leaves connections open to what is a replica now: the server goes to the new one by itself', async () => {
  const successor = await startRedis();
  onTestFinished(() => successor.remove());
  proxy.leadTo(successor.url);
  await redis.command('REPLICAOF', '127.0.0.1', new URL(successor.url).port);
  await writeReady(account.api, 'The boat leaves at two.');
  await stateIs({ status: 'ready', reasons: [] });
  await writeReady(account.api, 'The boat leaves at three.');
  expect(((await successor.command('KEYS', '*limit*')) as string[]).length).toBeGreaterThan(0);
  // The worker subscribes to the channel, too.
  const [waiting, fetching] = [
    () => successor.command('LLEN', '{mnema}:ingest:wait'),
    async () => String(await successor.command('CLIENT', 'LIST')).includes('cmd=brpoplpush'),
  ];
  await expect.poll(async () => [await waiting(), await fetching()], { timeout: 30_000 }).toEqual([0, true]);
}, 120_000);
