import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { type RunningServer, startServer } from '../../src/main.ts';
import { startCohereStandIn } from './cohere-stand-in.ts';
import type { StandIn } from './stand-in.ts';

export interface StoreUnderTest {
  settings: Record<string, string>;
  close(): Promise<void>;
}

const subjects = ['harbour', 'bicycle', 'orchestra', 'vineyard', 'telescope', 'bakery', 'glacier', 'railway'];
const texts = subjects.flatMap((subject) =>
  [1, 2, 3].map((number) => `Note ${number}: Ada told us about the ${subject} and its ${number * 7} visitors.`),
);

/** Changes from the local encoder to that of a provider, with vectors of another length, while the server is in use. */
export function describeEmbedderChange(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`changing the embedder on ${name}`, { timeout: 120_000 }, () => {
    let store: StoreUnderTest;
    let standIn: StandIn;
    let server: RunningServer;
    let key = '';
    beforeAll(async () => {
      store = await open();
      standIn = await startCohereStandIn();
    });
    afterAll(async () => {
      await server.stop();
      await standIn.close();
      await store.close();
    });
    const start = async (more: Record<string, string> = {}) => {
      const usual = { MNEMA_PORT: '0', MNEMA_LOG_LEVEL: 'silent', MNEMA_RATE_LIMITS: 'off' };
      server = await startServer(parseConfig({ ...usual, ...store.settings, ...more }));
      key = server.firstAccount?.key ?? key;
    };
    const withCohere = () => ({
      MNEMA_EMBEDDER: 'cohere',
      MNEMA_REEMBED_RATE: '100000',
      MNEMA_COHERE_BASE_URL: standIn.url,
      COHERE_API_KEY: standIn.key,
    });
    // biome-ignore lint/suspicious/noExplicitAny: JSON
    async function send(method: string, path: string, body?: object): Promise<any> {
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
      return response.json();
    }
    const list = async () =>
      (await send('GET', '/memories')).results as { id: string; memory: string; status: string }[];
    const staleCount = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^mnema_memories_of_other_embedder (\S+)$/m.exec(metrics)?.[1]);
    };
    const search = (query: string, more: object = {}) => send('POST', '/search', { query, explain: true, ...more });

    it('finds by words while memories are moved, and says so; after that each is found by its meaning', async () => {
      await start();
      for (const text of texts) await send('POST', '/memories', { text });
      await expect
        .poll(async () => (await list()).every(({ status }) => status === 'ready'), { timeout: 60_000 })
        .toBe(true);
      const before = await list();
      expect((await search('harbour')).degraded).toEqual([]);
      await server.stop();

      standIn.fail('unavailable');
      await start(withCohere());
      expect(await staleCount()).toBe(texts.length);
      const id = before[0]?.id as string;
      const meanwhile = await search('railway visitors', { expect: id });
      expect(meanwhile.results.length).toBeGreaterThan(0);
      expect(meanwhile.degraded).toEqual(['vector']);
      expect(meanwhile.expected.embedded).toBe(false);
      expect((await send('GET', '/readyz')).reasons).toEqual([expect.stringMatching(/^the embedder is not available/)]);

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
  });
}
