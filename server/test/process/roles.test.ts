import { expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { startServer } from '../../src/main.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { createClient } from './client.ts';
import { temporaryDirectory, until } from './spawn-server.ts';

it('an api without a worker reports a provider that only searches need as unavailable: in the response, its health and its metrics', async () => {
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
  const api = await startServer({ ...settings, roles: { api: true, worker: false } });
  onTestFinished(() => api.stop());
  const client = createClient(api.url, api.firstAccount?.key as string);
  // What a reranker could put in order.
  for (const text of ['the boat leaves at noon', 'the boat is late']) await client.send('POST', '/memories', { text });
  let searches = 0;
  const degraded = async () =>
    (await client.send('POST', '/search', { query: `boat ${searches++}`, rerank: true })).body.degraded;
  const readiness = async () => (await client.send('GET', '/readyz')).body;
  const failed = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await client.send('GET', '/metrics')).body)?.[1]);

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
}, 120_000);
