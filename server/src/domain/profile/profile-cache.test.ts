import { expect, it } from 'vitest';
import type { ProfileContent } from './collect-profile.ts';
import { createProfileCache } from './get-profile.ts';

const scope = { accountId: 'ana' };
const lasting = { versionOf: () => 0, nextExpiry: async () => null, clock: { now: () => 0 } };
const nothing = { preferences: [], facts: [], projects: [], entities: [], recent: [] };

/** Collects profiles that differ in their number of memories. */
function createCollector(during: () => void = () => {}) {
  let collected = 0;
  return async (): Promise<ProfileContent> => {
    during();
    return { ...nothing, memoryCount: ++collected };
  };
}

it('a change while a profile is collected makes the next request collect it again', async () => {
  let version = 1;
  const cache = createProfileCache({ ...lasting, versionOf: () => version });
  const collect = createCollector(() => {
    if (version === 1) version++;
  });
  const counts = [];
  for (let n = 0; n < 3; n++) counts.push((await cache.get(scope, collect)).memoryCount);
  expect(counts).toEqual([1, 2, 2]);
});

it('a profile of a store that others write to is kept for a limited time', async () => {
  let nowMs = 1;
  const cache = createProfileCache({ ...lasting, maxAgeMs: 2_000, perf: { now: () => nowMs } });
  const collect = createCollector();
  await cache.get(scope, collect);
  nowMs += 1_999;
  expect(await cache.get(scope, collect)).toMatchObject({ memoryCount: 1 });
  nowMs += 2;
  expect(await cache.get(scope, collect)).toMatchObject({ memoryCount: 2 });
});

it('profiles of made-up scopes are dropped by the size of their ids', async () => {
  const cache = createProfileCache({ ...lasting });
  const userIds = Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(40_000, 'x'));
  const collected: string[] = [];
  const get = (userId = '') =>
    cache.get({ ...scope, userId }, async () => {
      collected.push(userId);
      return { ...nothing, memoryCount: 0 };
    });
  for (const userId of userIds) await get(userId);
  collected.length = 0;
  await get(userIds.at(-300));
  await get(userIds[0]);
  expect(collected).toEqual([userIds[0]]);
});

it('a failure is not kept, and frees its slot', async () => {
  const cache = createProfileCache({ ...lasting });
  const fail = async (): Promise<ProfileContent> => Promise.reject(new Error('the disk is gone'));
  for (let n = 0; n < 12; n++) await expect(cache.get(scope, fail)).rejects.toThrow('the disk is gone');
  expect(await cache.get(scope, createCollector())).toMatchObject({ memoryCount: 1 });
});

it('a profile that many request at once is collected twice at most, and the eleventh request is rejected', async () => {
  const cache = createProfileCache({ ...lasting });
  const collect = createCollector();
  const outcomes = await Promise.allSettled(Array.from({ length: 11 }, () => cache.get(scope, collect)));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect((await cache.get(scope, collect)).memoryCount).toBe(2);
});

it('a profile is collected again from the very instant when a memory of the account expires', async () => {
  let now = 1_000;
  const nextExpiry = async () => (now < 2_000 ? 2_000 : null);
  const cache = createProfileCache({ ...lasting, nextExpiry, clock: { now: () => now } });
  const collect = createCollector();
  const counts = [];
  for (now of [1_000, 1_999, 2_000, 9_000]) counts.push((await cache.get(scope, collect)).memoryCount);
  expect(counts).toEqual([1, 1, 2, 2]);
});
