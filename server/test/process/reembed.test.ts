import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import type { StandIn } from '../providers/stand-in.ts';
import { createClient } from './client.ts';
import { jsonLines, runMnema, spawnMnema, spawnServer, until, untilIngested } from './spawn-server.ts';
import { storeCopies } from './store-copies.ts';

const texts = Array.from({ length: 100 }, (_, at) => `Ada wrote note ${at} about the lighthouse of Borkum.`);
const limitMs = 60_000;

describe('memories of another embedder', { timeout: 180_000 }, () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startCohereStandIn();
  });
  afterAll(() => standIn.close());
  const withCohere = (rate: string) => ({
    ...{ MNEMA_EMBEDDER: 'cohere', MNEMA_REEMBED_RATE: rate, ...standIn.environment },
  });

  /** A data directory with memories of the local encoder, and its key. */
  const written = storeCopies(async (directory) => {
    const { client, key, end } = await spawnServer({ directory, environment: { MNEMA_RATE_LIMITS: 'off' } });
    await Promise.all(texts.map((text) => client.send('POST', '/memories', { text })));
    await untilIngested(client);
    await end('SIGTERM');
    return key;
  });
  async function leftAt(url: string): Promise<number> {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(/^mnema_memories_of_other_embedder (\S+)$/m.exec(metrics)?.[1]);
  }

  it('are moved to the end however often the process is killed meanwhile, and each is found by its meaning', async () => {
    const { directory, made: key } = await written();
    const environment = withCohere('1000000');
    standIn.latency.perRequest = 300;
    let left = texts.length;
    for (let kill = 0; kill < 2; kill++) {
      const server = await spawnServer({ directory, environment });
      const someAreReembedded = async () => {
        left = await leftAt(server.url);
        return left < texts.length - 30 * kill;
      };
      await until(someAreReembedded, 'a page', limitMs);
      await server.end('SIGKILL');
    }
    expect(left).toBeGreaterThan(0);
    standIn.latency.perRequest = 1;
    const server = await spawnServer({ directory, environment });
    await until(async () => (await leftAt(server.url)) === 0, 'nothing to be left', limitMs);
    const client = createClient(server.url, key);
    const { results } = (await client.send('GET', '/memories')).body;
    expect(results).toHaveLength(texts.length);
    for (const { id, memory, status, version } of results) {
      expect([status, version]).toEqual(['ready', 1]);
      const query = { query: memory, explain: true, expect: id };
      const { body: found } = await client.send('POST', '/search', query);
      expect(found.expected).toMatchObject({ embedded: true, reason: expect.stringMatching(/^(found|below_top_k)$/) });
      expect(found.expected.explain.signals.vector.raw).toBeGreaterThan(0.9);
    }
    const { body: metrics } = await client.send('GET', '/metrics');
    expect(metrics).not.toMatch(/mnema_reembedded_total\{result="given_up"\} [1-9]/);
  });

  it('are replaced by a command that reports its progress, can be stopped, and goes on from there', async () => {
    const { directory, made: key } = await written();
    const environment = withCohere('0');
    const server = await spawnServer({ directory, environment });
    expect(await leftAt(server.url)).toBe(texts.length);
    // They are found by their words meanwhile.
    const client = createClient(server.url, key);
    const [{ id, memory: query }] = (await client.send('GET', '/memories?limit=1')).body.results;
    const { body } = await client.send('POST', '/search', { query, explain: true, expect: id });
    expect(body).toMatchObject({ results: { length: 10 }, degraded: ['vector'], expected: { embedded: false } });
    const rejected = await runMnema(['reembed'], { directory, environment });
    expect(rejected.code).toBe(1);
    expect(rejected.stderr).toMatch(/in use by another Mnema server.*re-embeds the memories itself/s);
    await server.end('SIGTERM');

    standIn.latency.perRequest = 500;
    const stopped = spawnMnema(['reembed', '--json'], { directory, environment });
    await until(() => /"done":[1-9]/.test(stopped.stdout()), 'the first page', limitMs);
    expect(await stopped.end('SIGINT')).toMatchObject({ code: 130 });
    const first = jsonLines(stopped.stdout());
    expect(first[0]).toMatchObject({ event: 'progress', done: 0, total: texts.length, unit: 'memories' });
    const { moved } = first.at(-1);
    expect(first.at(-1)).toMatchObject({ event: 'end', interrupted: true, given_up: 0 });
    expect(moved).toBeGreaterThan(0);

    standIn.latency.perRequest = 1;
    const rest = await runMnema(['reembed', '--json'], { directory, environment });
    expect([rest.code, rest.stderr]).toEqual([0, `Store: ${directory}/mnema.db\n`]);
    expect(jsonLines(rest.stdout).at(-1)).toMatchObject({
      event: 'end',
      embedder: 'cohere/embed-v4.0/1024',
      interrupted: false,
      moved: texts.length - moved,
    });
    const again = await runMnema(['reembed'], { directory, environment });
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^0 memories were re-embedded with cohere/)]);
  });
});
