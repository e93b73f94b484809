import { expect } from 'vitest';
import type { MemoryStore } from '../../src/domain/memories/memory-store.ts';
import { createProfileCache } from '../../src/domain/profile/get-profile.ts';
import { it, useAccount } from '../http/shared-apps.ts';

const { app } = useAccount();

it('two profiles of an account are collected at once, eight wait and the next is rejected; others are not affected', async () => {
  const cache = createProfileCache({ versionOf: () => 0, nextExpiry: async () => null, clock: { now: () => 0 } });
  const gate = Promise.withResolvers<never>();
  const held: string[] = [];
  const get = (accountId: string, userId: string) =>
    cache.get({ accountId, userId }, () => {
      held.push(accountId);
      return gate.promise;
    });
  const waiting = Array.from({ length: 10 }, (_, n) => get('ana', `user ${n}`));
  waiting.push(get('bo', 'user 0'));
  await expect.poll(() => held).toEqual(['ana', 'ana', 'bo']);
  await expect(get('ana', 'one too many')).rejects.toMatchObject({ code: 'rate_limited' });
  gate.reject(new Error('enough'));
  await Promise.allSettled(waiting);
  expect(held).toHaveLength(11);
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
