import { expect, onTestFinished } from 'vitest';
import type { MemoryStore } from '../../src/domain/memories/memory-store.ts';
import { it, useAccount } from '../http/shared-apps.ts';

const { app } = useAccount();

/** The store, with a record of the profiles that are being collected. They end when the test lets them. */
function holdingStore() {
  const { store } = app.services.http;
  const held: string[] = [];
  const gate = Promise.withResolvers<void>();
  const countFacets: MemoryStore['countFacets'] = async (query) => {
    held.push(query.scope.accountId);
    await gate.promise;
    return store.countFacets(query);
  };
  onTestFinished(() => gate.resolve());
  return { held, release: () => gate.resolve(), store: { ...store, countFacets } };
}

it('two profiles of an account are collected at once, eight wait and the next is 429; others are not affected', async () => {
  const [ana, bo] = [await app.register(), await app.register()];
  const { held, release, store } = holdingStore();
  const server = await app.withServices({ store });
  const request = ({ api }: typeof ana, project: string) =>
    server.call({ method: 'GET', path: `/profile?project=${project}`, headers: api.headers });
  const requests = Array.from({ length: 10 }, (_, n) => request(ana, `p${n}`));
  await expect.poll(() => app.services.http.openRequests.count()).toBe(10);
  const ofBo = request(bo, 'p0');
  await expect.poll(() => held).toContain(bo.id);
  expect(held).toEqual([ana.id, ana.id, bo.id]);
  const rejected = await request(ana, 'one-too-many');
  expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(rejected.headers['retry-after']).toMatch(/^\d+$/);
  release();
  expect((await Promise.all([...requests, ofBo])).map(({ status }) => status)).toEqual(new Array(11).fill(200));
});

it('a profile is collected once for all lengths of its summary, until a memory of the account changes', async () => {
  const [ana, bo] = [await app.register(), await app.register()];
  const { store } = app.services.http;
  let collected = 0;
  const countFacets: MemoryStore['countFacets'] = async (query) => {
    collected++;
    return store.countFacets(query);
  };
  const server = await app.withServices({ store: { ...store, countFacets } });
  const get = async (query = '') => {
    const { body } = await server.call({ method: 'GET', path: `/profile${query}`, headers: ana.api.headers });
    return [body.memory_count, collected];
  };
  const write = (of: typeof ana, text: string) => of.api.post('/memories', { text }, { Prefer: 'wait=10' });
  await write(ana, 'Prefers tabs');
  expect(await get()).toEqual([1, 1]);
  await write(bo, 'Prefers spaces');
  expect(await get('?max_characters=300')).toEqual([1, 1]);
  expect(await get('?project=apollo')).toEqual([0, 2]);
  const { body } = await write(ana, 'The crane is red');
  expect(await get()).toEqual([2, 3]);
  await ana.api.delete(`/memories/${body.memory_id}`);
  expect(await get()).toEqual([1, 4]);
});
