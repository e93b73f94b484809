import { expect, it, vi } from 'vitest';
import type { Point } from './arrange-points.ts';
import { createMaps, type MapOptions } from './maps.ts';

const scope = { accountId: 'acct_ana' };

/** Maps whose points are placed when the test says so. No request waits for them. */
function open(options: Partial<MapOptions> = {}) {
  const time = { now: 0 };
  const arranging: PromiseWithResolvers<Point[]>[] = [];
  let version = 1;
  const sampleVectors = vi.fn<MapOptions['store']['sampleVectors']>(async () => ({
    total: 3,
    memories: [{ id: 'mem_1', vector: new Float32Array(2) }],
  }));
  const maps = createMaps({
    ...{ store: { sampleVectors }, embedderId: 'test', isShared: false, waitMs: 0 },
    ...{ clock: { now: () => time.now }, perf: { now: () => time.now } },
    arrange() {
      const arranged = Promise.withResolvers<Point[]>();
      arranging.push(arranged);
      return arranged.promise;
    },
    versionOf: () => version,
    ...options,
  });
  return {
    ...{ maps, time, sampleVectors, arranging },
    change: () => version++,
    /** Places the points of the computation under way. */
    arrange: async (x: number) => arranging.at(-1)?.resolve([{ x, y: 0 }]),
    status: async (of = scope) => (await maps.get(of)).status,
  };
}

const computing = { status: 'computing', total: 3 };
const mapWith = (x: number) => ({ status: 'ready', total: 3, positions: new Map([['mem_1', { x, y: 0 }]]) });

it('says that a map is computed and how many memories there are, until it is, and computes it once', async () => {
  const { maps, arrange, sampleVectors } = open();
  expect(await maps.get(scope)).toEqual(computing);
  expect(await maps.get(scope)).toEqual(computing);
  await arrange(1);
  expect(await maps.get(scope)).toMatchObject(mapWith(1));
  expect(sampleVectors).toHaveBeenCalledOnce();
});

it('keeps a map until the account changes, and after a change for ten times as long as it took', async () => {
  const { maps, time, arrange, change, status } = open();
  await maps.get(scope);
  time.now += 100;
  await arrange(1);
  expect(await status()).toBe('ready');
  time.now += 1_000_000;
  expect(await maps.get(scope)).toMatchObject(mapWith(1));
  change();
  await maps.get(scope);
  time.now += 100;
  await arrange(2);
  change();
  expect(await maps.get(scope)).toMatchObject(mapWith(2));
  time.now += 999;
  expect(await maps.get(scope)).toMatchObject(mapWith(2));
  time.now += 1;
  expect(await status()).toBe('computing');
});

it('does not trust the version where other processes write, too', async () => {
  const { maps, time, arrange, status } = open({ isShared: true });
  await maps.get(scope);
  time.now += 100;
  await arrange(1);
  expect(await status()).toBe('ready');
  time.now += 1_000;
  expect(await status()).toBe('computing');
});

it('computes one map of an account at a time, and four of all', async () => {
  const { arrange, status, arranging } = open();
  await status();
  await status({ ...scope, agentId: 'planner' } as typeof scope);
  expect(arranging).toHaveLength(1);
  for (const accountId of ['b', 'c', 'd', 'e']) await status({ accountId });
  expect(arranging).toHaveLength(4);
  await arrange(1);
  await status({ accountId: 'd' });
  await status({ accountId: 'e' });
  expect(arranging).toHaveLength(5);
});

it('throws the failure of a computation once, and begins again', async () => {
  const { maps, sampleVectors, status, arrange } = open();
  sampleVectors.mockRejectedValueOnce(new Error('the store is away'));
  await expect(maps.get(scope)).rejects.toThrow('the store is away');
  expect(await status()).toBe('computing');
  await arrange(1);
  expect(await status()).toBe('ready');
});

it('does not place the points of a scope without vectors', async () => {
  const { maps, sampleVectors, arranging } = open();
  sampleVectors.mockResolvedValueOnce({ total: 2, memories: [] });
  expect(await maps.get(scope)).toMatchObject({ status: 'ready', total: 2, positions: new Map() });
  expect(arranging).toEqual([]);
});
