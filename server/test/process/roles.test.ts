import { expect, it, onTestFinished } from 'vitest';
import { type Config, parseConfig } from '../../src/config/config.ts';
import { type RunningServer, startServer } from '../../src/main.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { startRedis } from '../redis/start-redis.ts';
import { createClient } from './client.ts';
import { temporaryDirectory, until } from './spawn-server.ts';

/**
 * Two processes at once need a store that several can share. These take turns with one data directory, so that each
 * role shows what it does without the other.
 */
async function runningAs(settings: Config, roles: Config['roles']): Promise<RunningServer> {
  const running = await startServer({ ...settings, roles });
  onTestFinished(() => running.stop());
  return running;
}

it('an api without a worker accepts and finds by words; a worker makes ready and answers for its health only', async () => {
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
  const asked = createClient(api.url, key);
  const written = await asked.send('POST', '/memories', { text: 'the boat leaves at noon' }, { Prefer: 'wait=1' });
  expect([written.status, written.body.status]).toEqual([202, 'pending']);
  expect((await asked.send('POST', '/search', { query: 'boat' })).body.results).toHaveLength(1);
  await until(
    async () => (await asked.send('GET', '/metrics')).body.includes('mnema_queue_announcements{state="waiting"} 1'),
    {
      limitMs: 5_000,
      what: 'the announcement to wait for a worker',
    },
  );
  await api.stop();

  const worker = await runningAs(settings, { api: false, worker: true });
  expect(worker.firstAccount).toBeNull();
  const health = createClient(worker.url, key);
  expect((await health.send('GET', '/healthz')).status).toBe(200);
  await until(async () => /^mnema_memories\{status="pending"\} 0$/m.test((await health.send('GET', '/metrics')).body), {
    limitMs: 20_000,
    what: 'the worker to make the memory ready',
  });
  expect(await health.send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect((await health.send('GET', '/metrics')).body).toMatch(/^mnema_queue_announcements\{state="waiting"\} 0$/m);
  for (const path of ['/memories', '/docs', '/mcp']) expect((await health.send('GET', path)).status, path).toBe(404);
  await worker.stop();

  const again = await runningAs(settings, { api: true, worker: false });
  const read = await createClient(again.url, key).send('GET', `/memories/${written.body.memory_id}`);
  expect(read.body).toMatchObject({ status: 'ready', outcome: 'stored' });
}, 60_000);

it('a provider that only searches ask is missed by an api without a worker: in the answer, its health and its metrics', async () => {
  const cohere = await startCohereStandIn();
  onTestFinished(() => cohere.close());
  const settings = parseConfig({
    MNEMA_PORT: '0',
    MNEMA_DATA_DIR: temporaryDirectory(),
    MNEMA_LOG_LEVEL: 'silent',
    MNEMA_EMBEDDER: 'cohere',
    MNEMA_RERANKER: 'cohere',
    MNEMA_COHERE_BASE_URL: cohere.url,
    COHERE_API_KEY: cohere.key,
  });
  const api = await runningAs(settings, { api: true, worker: false });
  const asked = createClient(api.url, api.firstAccount?.key as string);
  // What a reranker could put in order.
  for (const text of ['the boat leaves at noon', 'the boat is late']) await asked.send('POST', '/memories', { text });
  let searches = 0;
  const degraded = async () =>
    (await asked.send('POST', '/search', { query: `boat ${searches++}`, rerank: true })).body.degraded;
  const readiness = async () => (await asked.send('GET', '/readyz')).body;
  const failed = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await asked.send('GET', '/metrics')).body)?.[1]);

  expect(await degraded()).toEqual([]);
  expect(await readiness()).toEqual({ status: 'ready', reasons: [] });
  cohere.fail('bad-gateway');
  expect(await degraded()).toEqual(['vector', 'rerank']);
  expect(await readiness()).toEqual({
    status: 'degraded',
    reasons: [
      expect.stringMatching(/^the embedder is not available: .*502/),
      expect.stringMatching(/^the reranker is not available: .*502/),
    ],
  });
  expect(await failed('mnema_embedder_duration_seconds_count{kind="query",result="failed"}')).toBe(1);
  expect(await failed('mnema_reranker_duration_seconds_count{result="failed"}')).toBe(1);
  cohere.fail(null);
  await until(async () => (await degraded()).length === 0, {
    limitMs: 15_000,
    what: 'searches by meaning',
    everyMs: 500,
  });
  await until(async () => (await readiness()).status === 'ready', { limitMs: 15_000, what: 'the reasons to go away' });
}, 60_000);
