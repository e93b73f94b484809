import { beforeEach, describe, expect, it } from 'vitest';
import { emptyMetadataIndex } from '../../test/make-index.ts';
import {
  ana,
  bo,
  embedderId,
  ids,
  type MemoryStoreSteps,
  memory,
  noon,
  record,
  vector,
  words,
} from '../../test/memory-store-steps.ts';
import {
  changeMemory,
  completeClaims,
  insertMemory,
  removeMemory,
  requeueMemory,
  unlimited,
} from '../../test/store-steps.ts';
import type { Entity, FacetPage, FacetQuery, Memory, MemoryIndex, MemoryStore } from './memory-store.ts';
import type { WriteQuota } from './usage-store.ts';

export function describeMemoryRows(steps: MemoryStoreSteps): void {
  let store: MemoryStore;
  beforeEach(() => {
    store = steps.opened().memories;
  });
  const { add, claimDue, finish, find } = steps;

  describe('writing and reading', () => {
    it('gives back every field exactly as it was written', async () => {
      const metadata = JSON.parse(
        '{"__proto__":{"x":1},"a.b":[1,"1",true,null,{"deep":[[]]}],"":"🙂 مرحبا","constructor":2.5}',
      );
      const written = await add({
        text: 'quotes \' " \\ -- ; NEAR( OR * \u202e right-to-left 𝄞',
        messages: [{ role: 'user', content: 'hi', name: 'Ana' }],
        metadata,
        agentId: 'agent',
        runId: 'run',
        userId: 'someone',
        occurredAt: noon - 5,
      });
      const read = await store.get(ana, written.id);
      expect(read).toEqual(written);
      expect(JSON.stringify(read?.metadata)).toBe(JSON.stringify(metadata));
    });

    it("treats another owner's id like one that does not exist", async () => {
      const { id } = await add();
      const change = { id, expectedVersion: 1, at: noon, metadata: {}, index: emptyMetadataIndex, text: null };
      expect(await store.get(bo, id)).toBeUndefined();
      expect(await store.getMany(bo, [id])).toEqual([]);
      expect(await changeMemory(store, { accountId: bo, ...change }, unlimited)).toEqual({ kind: 'missing' });
      expect(await removeMemory(store, bo, id)).toEqual({ kind: 'missing' });
      expect(await requeueMemory(store, bo, id, noon)).toEqual({ kind: 'missing' });
      expect((await store.list({ scope: { accountId: bo }, limit: 10 })).memories).toEqual([]);
      expect(await store.get(ana, id)).toBeDefined();
    });

    it('returns many in the order asked for and leaves out what is gone', async () => {
      const [first, second] = [await add(), await add()];
      const found = await store.getMany(ana, [second.id, 'mem_none', first.id]);
      expect(found.map(({ id }) => id)).toEqual([second.id, first.id]);
    });

    it('changes metadata without sending the memory round ingest again', async () => {
      const { id } = await add();
      await finish(() => [vector(0)]);
      const change = {
        accountId: ana,
        id,
        at: noon + 1,
        metadata: { a: 1 },
        index: { ...emptyMetadataIndex, filterKeys: ['["a",1]'] },
        text: null,
      };
      expect(await changeMemory(store, { ...change, expectedVersion: 1 }, unlimited)).toEqual({ kind: 'written' });
      expect(await store.get(ana, id)).toMatchObject({
        status: 'ready',
        version: 2,
        metadata: { a: 1 },
        updatedAt: noon + 1,
      });
      expect(ids(await find({ vector: vector(0), scope: { filterKeys: [['["a",1]']] } }))).toEqual([id]);
    });

    it('refuses a change that is based on an older version', async () => {
      const { id } = await add();
      const change = {
        accountId: ana,
        id,
        expectedVersion: 1,
        at: noon,
        metadata: {},
        index: emptyMetadataIndex,
        text: null,
      };
      const results = await Promise.all([
        changeMemory(store, change, unlimited),
        changeMemory(store, change, unlimited),
      ]);
      expect(results.map(({ kind }) => kind).sort()).toEqual(['stale', 'written']);
    });
  });

  describe('repeating a write', () => {
    it('answers the second time with what was kept the first time, and writes once', async () => {
      const first = memory();
      const second = memory();
      expect(await insertMemory(store, first, words('a'), unlimited, record('key'))).toEqual({ kind: 'written' });
      expect(await insertMemory(store, second, words('a'), unlimited, record('key'))).toEqual({
        kind: 'replayed',
        response: record('key').response,
      });
      expect(await store.get(ana, second.id)).toBeUndefined();
      expect(await store.findResponse(ana, 'key', noon)).toEqual(record('key').response);
    });

    it('admits exactly one of many at the same time', async () => {
      const all = Array.from({ length: 20 }, () => memory());
      const results = await Promise.all(
        all.map((one) => insertMemory(store, one, words('a'), unlimited, record('key'))),
      );
      expect(results.filter(({ kind }) => kind === 'written')).toHaveLength(1);
      expect((await store.list({ scope: { accountId: ana }, limit: 100 })).memories).toHaveLength(1);
    });

    it("does not mix up two owners' keys", async () => {
      await insertMemory(store, memory(), words('a'), unlimited, record('key'));
      expect(await insertMemory(store, memory({ accountId: bo }), words('a'), unlimited, record('key'))).toEqual({
        kind: 'written',
      });
      expect(await store.findResponse(bo, 'other', noon)).toBeUndefined();
    });

    it('keeps answers of changes, deletions and retries, and none for what was refused', async () => {
      const { id } = await add();
      const change = {
        accountId: ana,
        id,
        expectedVersion: 1,
        at: noon,
        metadata: {},
        index: emptyMetadataIndex,
        text: null,
      };
      expect((await changeMemory(store, change, unlimited, record('change'))).kind).toBe('written');
      expect((await changeMemory(store, change, unlimited, record('change'))).kind).toBe('replayed');
      expect((await requeueMemory(store, ana, id, noon, record('retry'))).kind).toBe('stale');
      expect(await store.findResponse(ana, 'retry', noon)).toBeUndefined();
      expect((await removeMemory(store, ana, id, record('remove'))).kind).toBe('written');
      expect((await removeMemory(store, ana, id, record('remove'))).kind).toBe('replayed');
      expect((await removeMemory(store, ana, id, record('again'))).kind).toBe('missing');
      expect(await store.findResponse(ana, 'again', noon)).toBeUndefined();
    });

    it('forgets an answer when its time is over', async () => {
      await insertMemory(store, memory(), words('a'), unlimited, record('key'));
      expect(await store.findResponse(ana, 'key', noon + 1_000)).toBeUndefined();
      const later = record('key', { createdAt: noon + 1_000, expiresAt: noon + 2_000 });
      expect(await insertMemory(store, memory(), words('a'), unlimited, later)).toEqual({ kind: 'written' });
      expect(await store.purgeResponses(noon + 1_500)).toBe(0);
      expect(await store.purgeResponses(noon + 2_000)).toBe(1);
    });
  });

  describe('counting writes', () => {
    const three: WriteQuota = { ...unlimited, memoryWrites: 3 };
    const write = (quota: WriteQuota, changes: Partial<Memory> = {}, projects: string[] = []) =>
      insertMemory(store, memory(changes), { ...words('boat'), projects }, quota);
    const move = (reembedded: Memory, quota: WriteQuota, projects: string[]) => {
      const change = {
        accountId: ana,
        id: reembedded.id,
        at: noon,
        metadata: {},
        index: { ...emptyMetadataIndex, projects },
        text: null,
      };
      return changeMemory(store, { ...change, expectedVersion: reembedded.version }, quota);
    };

    it('admits exactly as many as the month has, however many come at once', async () => {
      const results = await Promise.all(Array.from({ length: 8 }, () => write(three)));
      expect(results.filter(({ kind }) => kind === 'written')).toHaveLength(3);
      expect(results.filter(({ kind }) => kind === 'over_limit')).toHaveLength(5);
      expect((await store.list({ scope: { accountId: ana }, limit: 10 })).memories).toHaveLength(3);
      expect(await steps.opened().usage.usage(ana, three.month)).toMatchObject({ memoryWrites: 3 });
    });

    it('counts updates too, and nothing that was refused, stale, replayed, deleted or sent round again', async () => {
      const written = memory();
      await insertMemory(store, written, words('boat'), three, record('k'));
      await insertMemory(store, memory(), words('boat'), three, record('k'));
      await move({ ...written, version: 7 }, three, []);
      await move({ ...written, id: 'mem_missing' }, three, []);
      await move(written, three, []);
      await requeueMemory(store, ana, written.id, noon);
      await removeMemory(store, ana, written.id);
      expect(await steps.opened().usage.usage(ana, three.month)).toMatchObject({ memoryWrites: 2 });
    });

    it('begins anew with the month, and counts each account for itself', async () => {
      for (let n = 0; n < 3; n++) await write(three);
      expect(await write(three)).toEqual({ kind: 'over_limit', limit: 'memory_writes' });
      expect(await write({ ...three, month: Date.UTC(2026, 11) })).toEqual({ kind: 'written' });
      expect(await write(three, { accountId: bo, userId: bo })).toEqual({ kind: 'written' });
    });

    it('answers a repeated write also when the month is used up', async () => {
      const one: WriteQuota = { ...unlimited, memoryWrites: 1 };
      await insertMemory(store, memory(), words('boat'), one, record('k'));
      expect(await insertMemory(store, memory(), words('boat'), one, record('k'))).toMatchObject({ kind: 'replayed' });
      expect(await insertMemory(store, memory(), words('boat'), one, record('l'))).toMatchObject({
        kind: 'over_limit',
      });
    });

    it('has room for so many end users, the account itself not counted, and frees a place with the last memory', async () => {
      const one: WriteQuota = { ...unlimited, endUsers: 1 };
      await write(one, { userId: ana });
      const first = memory({ userId: 'cleo' });
      await insertMemory(store, first, words('boat'), one);
      expect(await write(one, { userId: 'cleo' })).toEqual({ kind: 'written' });
      expect(await write(one, { userId: 'dan' })).toEqual({ kind: 'over_limit', limit: 'end_users' });
      expect(await steps.opened().usage.usage(ana, one.month)).toMatchObject({ endUsers: 1, memoryWrites: 3 });
      for (const { id } of (await store.list({ scope: { accountId: ana, userId: 'cleo' }, limit: 10 })).memories) {
        await removeMemory(store, ana, id);
      }
      expect(await write(one, { userId: 'dan' })).toEqual({ kind: 'written' });
    });

    it('admits exactly one of the first projects that come at once, case by case, and frees its place', async () => {
      const one: WriteQuota = { ...unlimited, projects: 1 };
      const results = await Promise.all(['a', 'b', 'A'].map((project) => write(one, {}, [project])));
      expect(results.map(({ kind }) => kind).sort()).toEqual(['over_limit', 'over_limit', 'written']);
      expect(await write(one)).toEqual({ kind: 'written' });
      expect(await write(one, {}, ['c', 'd'])).toEqual({ kind: 'over_limit', limit: 'projects' });
      for (const { id } of (await store.list({ scope: { accountId: ana }, limit: 10 })).memories) {
        await removeMemory(store, ana, id);
      }
      expect(await write(one, {}, ['c'])).toEqual({ kind: 'written' });
      expect(await steps.opened().usage.usage(ana, one.month)).toMatchObject({ projects: 1 });
    });

    it('counts each project once, few or many, and those of no other account', async () => {
      const names = (first: number, count: number) => Array.from({ length: count }, (_, at) => `project ${first + at}`);
      const counted = async () => (await steps.opened().usage.usage(ana, unlimited.month)).projects;
      await write(unlimited);
      await write(unlimited, { accountId: bo }, ['other']);
      await write(unlimited, {}, names(0, 60));
      await write(unlimited, {}, ['project 1', 'Project 1']);
      expect(await counted()).toBe(61);
      await write(unlimited, {}, names(50, 60));
      expect(await counted()).toBe(111);
    });

    it('lets the only memory of a project move to another, and no other memory beside it', async () => {
      const one: WriteQuota = { ...unlimited, projects: 1 };
      const [first, second] = [memory(), memory()];
      await insertMemory(store, first, { ...words('boat'), projects: ['a'] }, one);
      await insertMemory(store, second, words('boat'), one);
      expect(await move(second, one, ['b'])).toEqual({ kind: 'over_limit', limit: 'projects' });
      expect(await move(first, one, ['b'])).toEqual({ kind: 'written' });
      expect(await move(second, one, ['b'])).toEqual({ kind: 'written' });
      expect(await steps.opened().usage.usage(ana, one.month)).toMatchObject({ projects: 1 });
    });
  });

  describe('listing', () => {
    it('walks newest first, page by page, without repeating or skipping while others write and delete', async () => {
      const written: string[] = [];
      for (let i = 0; i < 7; i++) written.push((await add()).id);
      const seen: string[] = [];
      let beforeId: string | undefined;
      for (;;) {
        const page = await store.list({ scope: { accountId: ana }, limit: 3, ...(beforeId ? { beforeId } : {}) });
        seen.push(...page.memories.map(({ id }) => id));
        beforeId = page.memories.at(-1)?.id;
        await add();
        if (seen.length === 3) await removeMemory(store, ana, seen[2] as string);
        if (!page.more) break;
      }
      expect(seen).toEqual(written.reverse());
    });

    it('narrows by user, agent, run, status and labels together', async () => {
      const wanted = await add({ userId: 'u', agentId: 'a', runId: 'r' }, words('x', ['["k","v"]', '["t",1]']));
      await add({ userId: 'u', agentId: 'a', runId: 'r' }, words('x', ['["k","v"]']));
      await add({ userId: 'u', agentId: 'a', runId: 'other' }, words('x', ['["k","v"]', '["t",1]']));
      await add({ userId: 'u', agentId: 'other', runId: 'r' }, words('x', ['["k","v"]', '["t",1]']));
      await add({ userId: 'other', agentId: 'a', runId: 'r' }, words('x', ['["k","v"]', '["t",1]']));
      const scope = {
        accountId: ana,
        userId: 'u',
        agentId: 'a',
        runId: 'r',
        filterKeys: [['["k","v"]', '["k","w"]'], ['["t",1]']],
      };
      const page = await store.list({ scope, status: 'pending', limit: 10 });
      expect(page).toEqual({ memories: [wanted], more: false });
      expect((await store.list({ scope, status: 'ready', limit: 10 })).memories).toEqual([]);
    });

    it('ends a page early rather than building an answer nobody can hold', async () => {
      const text = 'x'.repeat(100_000);
      for (let i = 0; i < 60; i++) await add({ text });
      const page = await store.list({ scope: { accountId: ana }, limit: 1_000 });
      expect(page.more).toBe(true);
      expect(page.memories.length).toBeGreaterThan(10);
      expect(page.memories.length).toBeLessThan(60);
    });
  });

  describe('tallying', () => {
    const named = (...names: string[]) => names.map((name) => ({ name, kind: 'name' }));
    async function addWith(entities: Entity[]): Promise<void> {
      const claims = await claimDue({ limit: 1_000 });
      await completeClaims(
        store,
        claims.map((claim) => ({ claim, embedderId, vectors: [vector(0)], entities })),
      );
    }
    async function pages(query: Partial<FacetQuery> = {}): Promise<FacetPage[]> {
      const all: FacetPage[] = [];
      let beforeId: string | null = null;
      do {
        const from = beforeId === null ? {} : { beforeId };
        const page: FacetPage = await store.countFacets({
          scope: { accountId: ana },
          limit: 100,
          maxIds: 2,
          ...query,
          ...from,
        });
        all.push(page);
        beforeId = page.nextBeforeId;
      } while (beforeId !== null);
      return all;
    }
    const inProjects = (...projects: string[]): MemoryIndex => ({ ...words('boat'), projects });

    it('counts memories, projects and entities, and names the newest memories of each', async () => {
      const added: Memory[] = [];
      for (let n = 0; n < 3; n++) added.push(await add({}, n === 0 ? inProjects('a', 'b') : inProjects('a')));
      await addWith([...named('Ada'), { name: 'Ada', kind: 'handle' }]);
      const pending = await add({}, inProjects('a'));
      const [first, second, third] = added.map(({ id }) => id);
      expect(await pages()).toEqual([
        {
          memories: 4,
          projects: [
            { name: 'a', count: 4, memoryIds: [pending.id, third] },
            { name: 'b', count: 1, memoryIds: [first] },
          ],
          entities: [
            { name: 'Ada', kind: 'name', count: 3, memoryIds: [third, second] },
            { name: 'Ada', kind: 'handle', count: 3, memoryIds: [third, second] },
          ],
          nextBeforeId: null,
        },
      ]);
    });

    it('goes through pages that add up, and ends exactly at the end', async () => {
      for (let n = 0; n < 4; n++) await add({}, inProjects('a'));
      const all = await pages({ limit: 2 });
      expect(all.map(({ memories }) => memories)).toEqual([2, 2]);
      expect(all.map(({ projects }) => projects[0]?.count)).toEqual([2, 2]);
      expect(await pages({ limit: 3 })).toHaveLength(2);
    });

    it('sees the scope only, and nothing deleted', async () => {
      const mine = await add({ userId: 'cleo', agentId: 'a' }, { ...words('x', ['["k","v"]']), projects: ['p'] });
      await add({ userId: 'dan', agentId: 'a' }, { ...words('x', ['["k","v"]']), projects: ['p'] });
      await add({ accountId: bo, userId: 'cleo' }, inProjects('theirs'));
      const scope = { accountId: ana, userId: 'cleo', agentId: 'a', filterKeys: [['["k","v"]']] };
      const expected = [{ memories: 1, projects: [{ name: 'p', count: 1, memoryIds: [mine.id] }], entities: [] }];
      expect(await pages({ scope })).toMatchObject(expected);
      await removeMemory(store, ana, mine.id);
      const nothing = [{ memories: 0, projects: [], entities: [], nextBeforeId: null }];
      expect(await pages({ scope })).toEqual(nothing);
      expect(await pages({ scope: { accountId: 'acct_nobody' } })).toEqual(nothing);
    });
  });
}
