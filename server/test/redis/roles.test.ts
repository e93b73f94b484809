import { expect, it, onTestFinished } from 'vitest';
import { type Config, parseConfig } from '../../src/config/config.ts';
import { type RunningServer, startServer } from '../../src/main.ts';
import { type Client, createClient } from '../process/client.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';
import { startRedis } from './start-redis.ts';

/**
 * Starts the server on a data directory that no other process uses meanwhile, so that each role shows what it does
 * without the other.
 */
async function runningAs(settings: Config, roles: Config['roles']): Promise<RunningServer> {
  const running = await startServer({ ...settings, roles });
  onTestFinished(() => running.stop());
  return running;
}

it('an api without a worker accepts and finds by words; a worker ingests and serves its health only', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const settings = parseConfig({
    MNEMA_PORT: '0',
    MNEMA_DATA_DIR: temporaryDirectory(),
    MNEMA_LOG_LEVEL: 'silent',
    MNEMA_QUEUE: 'bull',
    MNEMA_REDIS_URL: redis.url,
  });

  const api = await runningAs(settings, { api: true, worker: false });
  const key = api.firstAccount?.key as string;
  const client = createClient(api.url, key);
  const written = await client.send('POST', '/memories', { text: 'the boat leaves at noon' }, { Prefer: 'wait=1' });
  expect([written.status, written.body.status]).toEqual([202, 'pending']);
  expect((await client.send('POST', '/search', { query: 'boat' })).body.results).toHaveLength(1);
  const metrics = async (of: Client) => (await of.send('GET', '/metrics')).body;
  await expect.poll(() => metrics(client)).toContain('mnema_queue_announcements{state="waiting"} 1');
  await api.stop();

  const worker = await runningAs(settings, { api: false, worker: true });
  expect(worker.firstAccount).toBeNull();
  const health = createClient(worker.url, key);
  expect((await health.send('GET', '/healthz')).status).toBe(200);
  await expect.poll(() => metrics(health)).toMatch(/^mnema_memories\{status="pending"\} 0$/m);
  expect(await health.send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect(await metrics(health)).toMatch(/^mnema_queue_announcements\{state="waiting"\} 0$/m);
  for (const path of ['/memories', '/docs', '/mcp']) expect((await health.send('GET', path)).status, path).toBe(404);
  await worker.stop();

  const again = await runningAs(settings, { api: true, worker: false });
  const read = await createClient(again.url, key).send('GET', `/memories/${written.body.memory_id}`);
  expect(read.body).toMatchObject({ status: 'ready', outcome: 'stored' });
}, 120_000);
