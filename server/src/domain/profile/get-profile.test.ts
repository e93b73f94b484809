import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { createTestStore } from '../../../test/create-test-store.ts';
import { loopIterationsDuring } from '../../../test/loop-iterations-during.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { makeIndex } from '../../../test/make-index.ts';
import { makeMemory } from '../../../test/make-memory.ts';
import { insertMemory } from '../../../test/store-steps.ts';
import type { Entity, Memory } from '../../ports/memory.ts';
import type { FacetCount, FacetPage } from '../memories/memory-queries.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { toMetadataIndex, toProjects } from '../text/memory-index.ts';
import type { Position } from '../usage/page-cursor.ts';
import { createProfileCache, getProfile as getProfileOf, type ProfileInput } from './get-profile.ts';

const ana = 'acct_ana';
const clock = { now: () => 0 };
const getProfile = (store: MemoryStore, given: ProfileInput) =>
  getProfileOf(
    { store, profiles: createProfileCache({ versionOf: () => 0, nextExpiry: async () => null, clock }) },
    given,
  );

describe('the profile of memories in the store', () => {
  let store: Awaited<ReturnType<typeof createTestStore>>;
  beforeEach(async () => {
    store = await createTestStore();
    await addAccount(store.records, makeAccount(ana));
  });
  afterEach(() => store.close());

  async function write(text: string, changes: Partial<Memory> = {}): Promise<Memory> {
    const memory = makeMemory(text, { status: 'pending', outcome: null, attempts: 0, ...changes });
    const pending = { ...memory, nextAttemptAt: memory.createdAt };
    const index = makeIndex(['w'], await toMetadataIndex(ana, memory.metadata));
    const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
    expect(await insertMemory(store.memories, pending, index, unlimited)).toEqual({ kind: 'written' });
    return memory;
  }

  it('counts pending memories, with projects and the newest first', async () => {
    const first = await write('Prefers tabs', { metadata: { project: ['a', 'b'] } });
    const second = await write('The crane is red', { metadata: { project: 'a' } });
    const profile = await getProfile(store.memories, { accountId: ana, maxCharacters: 2_000 });
    expect(profile).toEqual({
      summary: 'Preferences:\n- Prefers tabs\n\nFacts:\n- The crane is red\n\nProjects: a (2), b (1)',
      preferences: [{ text: 'Prefers tabs', memoryIds: [first.id], statedAt: first.createdAt }],
      facts: [{ text: 'The crane is red', memoryIds: [second.id], statedAt: second.createdAt }],
      projects: [
        { name: 'a', count: 2, memoryIds: [second.id, first.id] },
        { name: 'b', count: 1, memoryIds: [first.id] },
      ],
      entities: [],
      recent: [
        { text: 'The crane is red', memoryIds: [second.id], statedAt: second.createdAt },
        { text: 'Prefers tabs', memoryIds: [first.id], statedAt: first.createdAt },
      ],
      memoryCount: 2,
    });
  });

  it('covers only the user, agent or project of the query, and is empty for unknown ones', async () => {
    await write('Prefers tabs', { userId: 'u1', agentId: 'x', metadata: { project: 'a' } });
    await write('Prefers spaces', { userId: 'u2', agentId: 'y', metadata: { project: 'b' } });
    const texts = async (more: object) => {
      const profile = await getProfile(store.memories, { accountId: ana, maxCharacters: 2_000, ...more });
      return profile.preferences.map(({ text }) => text);
    };
    expect(await texts({ userId: 'u1' })).toEqual(['Prefers tabs']);
    expect(await texts({ agentId: 'y' })).toEqual(['Prefers spaces']);
    expect(await texts({ project: 'b' })).toEqual(['Prefers spaces']);
    expect(await texts({ userId: 'u1', project: 'b' })).toEqual([]);
    const nobody = await getProfile(store.memories, { accountId: ana, userId: 'nobody', maxCharacters: 2_000 });
    const nothing = { preferences: [], facts: [], projects: [], entities: [], recent: [] };
    expect(nobody).toEqual({ summary: '', ...nothing, memoryCount: 0 });
  });
});

/** Makes a store of these memories, oldest first, that can do no more than a profile needs. */
function storeOf(
  memories: Memory[],
  maxPageSize = 1_000,
): { store: MemoryStore; reads: { listed: number; pages: number } } {
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

describe('the profile of 20,000 memories', () => {
  const entities: Entity[] = [{ name: 'Ada', kind: 'name' }];
  const old = makeMemory('Bullets in summaries', { metadata: { memory_type: 'user_preference' } });
  const many = Array.from({ length: 20_000 }, (_, n) =>
    makeMemory(`Crane ${n} stands at quay ${n}`, { metadata: { project: `p${n % 60}` }, entities }),
  );

  it('counts all, reads the newest 4,000 and those marked as preferences, and pauses for other work', async () => {
    const { store, reads } = storeOf([old, ...many]);
    let profile = await getProfile(store, input);
    expect(profile.memoryCount).toBe(20_001);
    expect(profile.entities).toEqual([{ name: 'Ada', kind: 'name', count: 20_000, memoryIds: expect.any(Array) }]);
    expect(profile.entities[0]?.memoryIds).toEqual(
      many
        .slice(-20)
        .map(({ id }) => id)
        .reverse(),
    );
    expect(profile.projects).toHaveLength(50);
    expect(profile.projects.slice(0, 2).map(({ name, count }) => [name, count])).toEqual([
      ['p19', 334],
      ['p18', 334],
    ]);
    expect(profile.preferences.map(({ text }) => text)).toEqual(['Bullets in summaries']);
    expect(reads).toEqual({ listed: 4_001, pages: 21 });
    const rounds = await loopIterationsDuring(async () => {
      profile = await getProfile(store, input);
    });
    expect(rounds).toBeGreaterThan(200);
  });
});

it('reads at most two million characters of the newest memories', async () => {
  const long = Array.from({ length: 200 }, (_, n) => makeMemory(`Crane ${n} is red. ${'x'.repeat(90_000)}`));
  const { store, reads } = storeOf(long, 10);
  expect((await getProfile(store, input)).memoryCount).toBe(200);
  expect(reads.listed).toBe(30);
});

it('two equal queries have the same profile to the byte', async () => {
  const memories = Array.from({ length: 500 }, (_, n) =>
    makeMemory(n % 2 ? `Crane ${n % 7} is red` : 'Prefers tabs', {
      occurredAt: n % 3,
      entities: [{ name: `N${n % 90}`, kind: 'name' }],
      metadata: { project: `p${n % 80}` },
    }),
  );
  const one = JSON.stringify(await getProfile(storeOf(memories).store, input));
  expect(JSON.stringify(await getProfile(storeOf(memories).store, input))).toBe(one);
});

it('a failure of the store is an error and no empty profile', async () => {
  const { store } = storeOf([]);
  store.countFacets = async () => Promise.reject(new Error('the disk is gone'));
  await expect(getProfile(store, input)).rejects.toThrow('the disk is gone');
});
