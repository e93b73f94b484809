import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { type RunningServer, startServer } from '../../src/main.ts';
import { type Client, createClient, type ListedMemory } from '../process/client.ts';
import { temporaryDirectory, untilIngested } from '../process/spawn-server.ts';
import { startCohereStandIn } from './cohere-stand-in.ts';
import type { StandIn } from './stand-in.ts';

const subjects = ['harbour', 'bicycle', 'orchestra', 'vineyard', 'telescope', 'bakery', 'glacier', 'railway'];
const texts = subjects.flatMap((subject) =>
  [1, 2, 3].map((number) => `Note ${number}: Ada told us about the ${subject} and its ${number * 7} visitors.`),
);

let standIn: StandIn;
let server: RunningServer;
let client: Client;
beforeAll(async () => {
  standIn = await startCohereStandIn();
});
afterAll(() => standIn.close());
const start = async (MNEMA_DATA_DIR: string, more: Record<string, string> = {}) => {
  const usual = { MNEMA_PORT: '0', MNEMA_LOG_LEVEL: 'silent', MNEMA_RATE_LIMITS: 'off' };
  server = await startServer(parseConfig({ ...usual, MNEMA_DATA_DIR, ...more }));
  const { stop } = server;
  onTestFinished(stop);
  key = server.firstAccount?.key ?? key;
  client = createClient(server.url, key);
};
let key = '';
const list = async () => (await client.send('GET', '/memories')).body.results as ListedMemory[];
const staleCount = async () => {
  const { body: metrics } = await client.send('GET', '/metrics');
  return Number(/^mnema_memories_of_other_embedder (\S+)$/m.exec(metrics)?.[1]);
};
const search = async (query: string, more: object = {}) =>
  (await client.send('POST', '/search', { query, explain: true, ...more })).body;

it('finds by words while memories are moved, and says so; after that each is found by its meaning', async () => {
  const directory = temporaryDirectory();
  await start(directory);
  for (const text of texts) await client.send('POST', '/memories', { text });
  await untilIngested(client);
  const before = await list();
  expect((await search('harbour')).degraded).toEqual([]);
  await server.stop();

  standIn.fail('unavailable');
  await start(directory, {
    MNEMA_EMBEDDER: 'cohere',
    MNEMA_REEMBED_RATE: '100000',
    MNEMA_COHERE_BASE_URL: standIn.url,
    COHERE_API_KEY: standIn.key,
  });
  expect(await staleCount()).toBe(texts.length);
  const id = before[0]?.id as string;
  const meanwhile = await search('railway visitors', { expect: id });
  expect(meanwhile.results.length).toBeGreaterThan(0);
  expect(meanwhile.degraded).toEqual(['vector']);
  expect(meanwhile.expected.embedded).toBe(false);
  expect((await client.send('GET', '/readyz')).body.reasons).toEqual([
    expect.stringMatching(/^the embedder is not available/),
  ]);

  standIn.fail(null);
  const found = new Set<string>();
  await expect
    .poll(
      async () => {
        const { results } = await search('glacier visitors', { top_k: 100 });
        for (const result of results) found.add(result.id);
        expect(results.length).toBeGreaterThan(0);
        return staleCount();
      },
      { timeout: 90_000 },
    )
    .toBe(0);
  for (const { id: own, memory } of before) {
    const { results, degraded, expected } = await search(memory, { expect: own });
    expect([degraded, expected.embedded]).toEqual([[], true]);
    const hit = results.find(({ id: found }: { id: string }) => found === own);
    expect(hit.explain.signals.vector.raw).toBeGreaterThan(0.9);
  }
  expect(await list()).toEqual(before);
});
