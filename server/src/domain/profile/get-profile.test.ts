import { expect, it } from 'vitest';
import { loopIterationsDuring } from '../../../test/loop-iterations-during.ts';
import { makeMemory } from '../../../test/make-memory.ts';
import type { Entity, Memory } from '../../ports/memory.ts';
import type { FacetCount, FacetPage } from '../memories/memory-queries.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { toProjects } from '../text/memory-index.ts';
import type { Position } from '../usage/page-cursor.ts';
import type { ProfileContent } from './collect-profile.ts';
import { createProfileCache, getProfile as getProfileOf, type ProfileInput } from './get-profile.ts';

const ana = 'acct_ana';
const lasting = { versionOf: () => 0, nextExpiry: async () => null, clock: { now: () => 0 } };
const getProfile = (store: MemoryStore, given: ProfileInput) =>
  getProfileOf({ store, profiles: createProfileCache(lasting) }, given);

/** Makes a store of these memories, oldest first, that can do no more than a profile needs. */
function storeOf(memories: Memory[], maxPageSize = 1_000) {
  const reads = { listed: 0, pages: 0 };
  const newest = [...memories].reverse();
  const pageOf = ({ limit, after }: { limit: number; after?: Position | undefined }, of = newest) => {
    const rest = after === undefined ? of : of.filter(({ id }) => id < after.id);
    const size = Math.min(limit, maxPageSize);
    return { memories: rest.slice(0, size), more: rest.length > size };
  };
  const counted = (name: string, { id }: Memory): FacetCount => ({ name, count: 1, memoryIds: [id] });
  const store: Pick<MemoryStore, 'list' | 'countFacets'> = {
    async list(query) {
      const marked = newest.filter(({ metadata }) => 'memory_type' in metadata);
      const page = pageOf(query, query.scope.filterKeys ? marked : newest);
      reads.listed += page.memories.length;
      return page;
    },
    async countFacets(query): Promise<FacetPage> {
      reads.pages++;
      const page = pageOf(query);
      const last = page.memories.at(-1);
      return {
        memories: page.memories.length,
        projects: page.memories.flatMap((one) => toProjects(one.metadata).map((name) => counted(name, one))),
        entities: page.memories.flatMap((one) =>
          one.entities.map(({ name, kind }) => ({ ...counted(name, one), kind })),
        ),
        next: page.more && last ? { at: last.createdAt, id: last.id } : null,
      };
    },
  };
  return { store: store as MemoryStore, reads };
}

const input = { accountId: ana, maxCharacters: 2_000 };

const ofAda: Entity[] = [{ name: 'Ada', kind: 'name' }];

it('the profile of 20,000 memories counts all, reads the newest 4,000 and those marked as preferences, and pauses', async () => {
  const old = makeMemory('Bullets in summaries', { metadata: { memory_type: 'user_preference' } });
  const many = Array.from({ length: 20_000 }, (_, n) =>
    makeMemory(`Crane ${n} stands at quay ${n}`, { metadata: { project: `p${n % 60}` }, entities: ofAda }),
  );
  const { store, reads } = storeOf([old, ...many]);
  let profile = await getProfile(store, input);
  expect(profile.memoryCount).toBe(20_001);
  const newest = many.slice(-20).map(({ id }) => id);
  expect(profile.entities).toEqual([{ ...ofAda[0], count: 20_000, memoryIds: newest.toReversed() }]);
  expect(profile.projects).toHaveLength(50);
  expect(profile.projects.slice(0, 2)).toMatchObject(['p19', 'p18'].map((name) => ({ name, count: 334 })));
  expect(profile.preferences.map(({ text }) => text)).toEqual(['Bullets in summaries']);
  expect(reads).toEqual({ listed: 4_001, pages: 21 });
  const rounds = await loopIterationsDuring(async () => {
    profile = await getProfile(store, input);
  });
  expect(rounds).toBeGreaterThan(200);
});

it('reads at most two million characters of the newest memories', async () => {
  const long = Array.from({ length: 200 }, (_, n) => makeMemory(`Crane ${n} is red. ${'x'.repeat(90_000)}`));
  const { store, reads } = storeOf(long, 10);
  expect((await getProfile(store, input)).memoryCount).toBe(200);
  expect(reads.listed).toBe(30);
});

const scope = { accountId: 'ana' };
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
