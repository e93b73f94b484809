import { describe, expect, it } from 'vitest';
import { ana, bo, idsOf, memory, noon, record, words } from '../../test/memory-store-samples.ts';
import type { MemoryStoreSteps } from '../../test/memory-store-steps.ts';
import { unlimited } from '../../test/store-steps.ts';
import { endedStatus } from './memory-rows.ts';
import type { FacetQuery, IdempotencyRecord, Memory, MemoryIndex } from './memory-store.ts';
import type { WriteQuota } from './usage-store.ts';

const inProjects = (...projects: string[]): MemoryIndex => ({ ...words('boat'), projects });

export function describeMemoryRows(steps: MemoryStoreSteps): void {
  const { store, add, insert, change, remove, requeue, claimDue, complete, listed, usage } = steps;

  describe('writing and reading', () => {
    it('gives back every field exactly as it was written', async () => {
      const metadata = JSON.parse(
        '{"__proto__":{"x":1},"a.b":[1,"1",true,null,{"deep":[[]]}],"":"🙂 مرحبا","constructor":2.5}',
      );
      const written = await add({
        text: 'quotes \' " \\ -- ; NEAR( OR * \u202e right-to-left 𝄞',
        messages: [{ role: 'user', content: 'hi', name: 'Ana' }],
        metadata,
        ...{ agentId: 'agent', runId: 'run', userId: 'someone', occurredAt: noon - 5 },
      });
      const read = await store.get(ana, written.id);
      expect(read).toEqual(written);
      expect(JSON.stringify(read?.metadata)).toBe(JSON.stringify(metadata));
    });

    it('treats an id of another account like one that does not exist', async () => {
      const { id } = await add({ accountId: bo });
      expect(await store.get(ana, id)).toBeUndefined();
      expect(await store.getMany(ana, [id])).toEqual([]);
      for (const write of [change, remove, requeue]) expect(await write(id)).toEqual({ kind: 'missing' });
      expect(await listed()).toEqual([]);
      expect(await store.get(bo, id)).toBeDefined();
    });

    it('returns many in the order of their ids and leaves out what is gone', async () => {
      const [first, second] = [await add(), await add()];
      expect(await store.getMany(ana, [second.id, 'mem_none', first.id])).toEqual([second, first]);
    });

    it('rejects a change that is based on an older version', async () => {
      const { id } = await add();
      const results = await Promise.all([change(id), change(id)]);
      expect(results.map(({ kind }) => kind).sort()).toEqual(['stale', 'written']);
    });
  });

  it("removes a memory of one user only, when the removal names the user: another's is missing", async () => {
    const { id } = await add({ userId: 'cleo' });
    const removeAs = (userId: string) => store.commit([{ accountId: ana, changes: [{ kind: 'remove', id, userId }] }]);
    expect(await removeAs('dan')).toEqual([{ kind: 'missing' }]);
    expect(await store.get(ana, id)).toBeDefined();
    expect(await removeAs('cleo')).toEqual([{ kind: 'written' }]);
    expect(await store.get(ana, id)).toBeUndefined();
  });

  describe('repeating a write', () => {
    it('results in the response that was kept the first time, writes once, and keeps accounts apart', async () => {
      const [second, theirs] = [memory(), memory({ accountId: bo })];
      const write = (one: Memory) => insert(one, words('a'), { record: record('key') });
      const { response } = record('key');
      expect(await write(memory())).toEqual({ kind: 'written' });
      expect(await write(second)).toEqual({ kind: 'replayed', response });
      expect(await store.get(ana, second.id)).toBeUndefined();
      expect(await store.findResponse(ana, record('key'), noon)).toEqual(response);
      expect(await store.findResponse(bo, record('key'), noon)).toBeUndefined();
      expect(await write(theirs)).toEqual({ kind: 'written' });
    });

    it('writes exactly one of many at the same time', async () => {
      const write = () => insert(memory(), words('a'), { record: record('key') });
      const results = await Promise.all(Array.from({ length: 20 }, write));
      expect(results.filter(({ kind }) => kind === 'written')).toHaveLength(1);
      expect(await listed()).toHaveLength(1);
    });

    it('keeps responses of changes, deletions and retries, and none for rejected writes', async () => {
      const { id } = await add();
      const update = () => change(id, { record: record('change') });
      expect([(await update()).kind, (await update()).kind]).toEqual(['written', 'replayed']);
      expect((await requeue(id, noon, { record: record('retry') })).kind).toBe('stale');
      const removals = [];
      for (const key of ['remove', 'remove', 'again']) removals.push((await remove(id, record(key))).kind);
      expect(removals).toEqual(['written', 'replayed', 'missing']);
      for (const key of ['retry', 'again']) expect(await store.findResponse(ana, record(key), noon)).toBeUndefined();
    });

    it('finds a response under the former key of a write, after one under the present key', async () => {
      const former = record('plain', { response: { ...record('').response, body: 'former' } });
      const present = record('scoped', { formerKey: 'plain' });
      await insert(memory(), words('a'), { record: former });
      const other = memory();
      expect(await insert(other, words('a'), { record: present })).toEqual({
        kind: 'replayed',
        response: former.response,
      });
      expect(await store.findResponse(ana, present, noon)).toEqual(former.response);
      const own = record('scoped', { formerKey: 'none' });
      await insert(other, words('a'), { record: own });
      expect(await store.findResponse(ana, present, noon)).toEqual(own.response);
    });

    it('deletes the bodies that hold the text of a memory with the memory, and keeps the fingerprints', async () => {
      const [gone, kept] = [await add(), await add()];
      const showing = (key: string, memoryId: string | null) =>
        record(key, { response: { ...record('').response, location: null, memoryId } });
      const first = showing('first', gone.id);
      const second = showing('second', gone.id);
      const others = [showing('of another', kept.id), showing('of none', null)];
      await change(gone.id, { record: first });
      await change(gone.id, { version: 2, record: second });
      await change(kept.id, { record: others[0] as IdempotencyRecord });
      await insert(memory(), words('a'), { record: others[1] as IdempotencyRecord });
      await insert(memory({ id: gone.id, accountId: bo }), words('a'), { record: first });
      expect(await remove(gone.id)).toEqual({ kind: 'written' });
      for (const one of [first, second]) {
        const ended = { ...one.response, status: endedStatus, body: '' };
        expect(await store.findResponse(ana, one, noon)).toEqual(ended);
        expect(await change(gone.id, { record: one })).toEqual({ kind: 'replayed', response: ended });
      }
      for (const one of others) expect(await store.findResponse(ana, one, noon)).toEqual(one.response);
      expect(await store.findResponse(bo, first, noon)).toEqual(first.response);
    });

    it('does not find a response that has expired', async () => {
      await insert(memory(), words('a'), { record: record('key') });
      expect(await store.findResponse(ana, record('key'), noon + 1_000)).toBeUndefined();
      const later = record('key', { createdAt: noon + 1_000, expiresAt: noon + 2_000 });
      expect(await insert(memory(), words('a'), { record: later })).toEqual({ kind: 'written' });
      expect([await store.purgeResponses(noon + 1_500), await store.purgeResponses(noon + 2_000)]).toEqual([0, 1]);
    });
  });

  describe('the quota', () => {
    const three: WriteQuota = { ...unlimited, memoryWrites: 3 };
    const write = (quota: WriteQuota, changes: Partial<Memory> = {}, projects: string[] = []) =>
      insert(memory(changes), inProjects(...projects), { quota });
    const removeAll = async (scope: object = {}) => {
      for (const id of await listed(scope)) await remove(id);
    };

    it('admits exactly as many writes as the month has, however many come at once', async () => {
      const results = await Promise.all(Array.from({ length: 8 }, () => write(three)));
      expect(results.filter(({ kind }) => kind === 'over_limit')).toHaveLength(5);
      expect(await listed()).toHaveLength(3);
      expect(await usage()).toMatchObject({ memoryWrites: 3 });
    });

    it('counts updates, and nothing that was rejected, stale, replayed, deleted or requeued', async () => {
      const written = memory();
      for (const one of [written, memory()]) await insert(one, words('boat'), { quota: three, record: record('k') });
      await change(written.id, { version: 7, quota: three });
      await change('mem_missing', { quota: three });
      await change(written.id, { quota: three });
      await requeue(written.id);
      await remove(written.id);
      expect(await usage()).toMatchObject({ memoryWrites: 2 });
    });

    it('begins anew with the month, is counted for each account, and leaves repeated writes their responses', async () => {
      const quota: WriteQuota = { ...unlimited, memoryWrites: 1 };
      const repeated = () => insert(memory(), words('boat'), { quota, record: record('k') });
      expect([(await repeated()).kind, (await repeated()).kind]).toEqual(['written', 'replayed']);
      expect(await write(quota)).toEqual({ kind: 'over_limit', limit: 'memory_writes' });
      expect(await write({ ...quota, month: Date.UTC(2026, 11) })).toEqual({ kind: 'written' });
      expect(await write(quota, { accountId: bo, userId: bo })).toEqual({ kind: 'written' });
    });

    it('has capacity for so many end users, the account itself not counted, until their last memory is gone', async () => {
      const one: WriteQuota = { ...unlimited, endUsers: 1 };
      for (const userId of [ana, 'cleo', 'cleo']) expect(await write(one, { userId })).toEqual({ kind: 'written' });
      expect(await write(one, { userId: 'dan' })).toEqual({ kind: 'over_limit', limit: 'end_users' });
      expect(await usage()).toMatchObject({ endUsers: 1, memoryWrites: 3 });
      await removeAll({ userId: 'cleo' });
      expect(await write(one, { userId: 'dan' })).toEqual({ kind: 'written' });
    });

    it('admits one of the first projects that come at once, case by case, and only its memory moves to another', async () => {
      const quota: WriteQuota = { ...unlimited, projects: 1 };
      const results = await Promise.all(['a', 'b', 'A'].map((project) => write(quota, {}, [project])));
      expect(results.map(({ kind }) => kind).sort()).toEqual(['over_limit', 'over_limit', 'written']);
      const [first] = (await listed()) as [string];
      const { id: second } = memory();
      expect(await write(quota, { id: second })).toEqual({ kind: 'written' });
      const rejected = { kind: 'over_limit', limit: 'projects' };
      expect(await write(quota, {}, ['c', 'd'])).toEqual(rejected);
      const move = (id: string) => change(id, { quota, index: { projects: ['e'] } });
      expect(await move(second)).toEqual(rejected);
      expect([await move(first), await move(second)]).toEqual([{ kind: 'written' }, { kind: 'written' }]);
      await removeAll();
      expect(await write(quota, {}, ['c'])).toEqual({ kind: 'written' });
      expect(await usage()).toMatchObject({ projects: 1 });
    });

    it('counts each project once, few or many, and those of no other account', async () => {
      const names = (first: number, count: number) => Array.from({ length: count }, (_, at) => `project ${first + at}`);
      await write(unlimited);
      await write(unlimited, { accountId: bo }, ['other']);
      await write(unlimited, {}, names(0, 60));
      await write(unlimited, {}, ['project 1', 'Project 1']);
      expect(await usage()).toMatchObject({ projects: 61 });
      await write(unlimited, {}, names(50, 60));
      expect(await usage()).toMatchObject({ projects: 111 });
    });
  });

  describe('listing', () => {
    it('goes on newest first, page by page, without repeating or skipping while others write and delete', async () => {
      const written: string[] = [];
      for (let i = 0; i < 7; i++) written.push((await add()).id);
      const seen: string[] = [];
      for (let more = true; more; ) {
        const beforeId = seen.at(-1);
        const page = await store.list({ scope: { accountId: ana }, limit: 3, ...(beforeId ? { beforeId } : {}) });
        seen.push(...idsOf(page.memories));
        more = page.more;
        await add();
        if (seen.length === 3) await remove(seen[2] as string);
      }
      expect(seen).toEqual(written.reverse());
    });

    it('narrows by user, agent, run, status and filter keys together', async () => {
      const both = ['["k","v"]', '["t",1]'];
      const all = { userId: 'u', agentId: 'a', runId: 'r' };
      const wanted = await add(all, words('x', both));
      await add(all, words('x', ['["k","v"]']));
      for (const name of Object.keys(all)) await add({ ...all, [name]: 'other' }, words('x', both));
      const filterKeys = [['["k","v"]', '["k","w"]'], ['["t",1]']];
      const scope = { accountId: ana, ...all, filterKeys };
      const page = await store.list({ scope, status: 'pending', limit: 10 });
      expect(page).toEqual({ memories: [wanted], more: false });
      expect((await store.list({ scope, status: 'ready', limit: 10 })).memories).toEqual([]);
    });

    it('ends a page of very long memories early', async () => {
      for (let i = 0; i < 20; i++) await add({ text: 'x'.repeat(100_000) });
      const page = await store.list({ scope: { accountId: ana }, limit: 1_000 });
      expect([page.memories.length, page.more]).toEqual([10, true]);
    });
  });

  describe('counting facets', () => {
    const count = (query: Partial<FacetQuery> = {}) =>
      store.countFacets({ scope: { accountId: ana }, limit: 100, maxIds: 2, ...query });

    it('counts memories, projects and entities page by page, with the newest memories of each', async () => {
      const added: Memory[] = [];
      for (let n = 0; n < 3; n++) added.push(await add({}, n === 0 ? inProjects('a', 'b') : inProjects('a')));
      const kinds = ['name', 'handle'];
      await complete(await claimDue(), { entities: kinds.map((kind) => ({ name: 'Ada', kind })) });
      const { id: pending } = await add({}, inProjects('a'));
      const [first, second, third] = idsOf(added);
      const all = {
        memories: 4,
        projects: [
          { name: 'a', count: 4, memoryIds: [pending, third] },
          { name: 'b', count: 1, memoryIds: [first] },
        ],
        entities: kinds.map((kind) => ({ name: 'Ada', kind, count: 3, memoryIds: [third, second] })),
        nextBeforeId: null,
      };
      expect(await count({ limit: 4 })).toEqual(all);
      expect(await count({ limit: 2 })).toMatchObject({ memories: 2, projects: [{ count: 2 }], nextBeforeId: third });
      const rest = { memories: 2, projects: [{ count: 2 }, { count: 1 }], nextBeforeId: null };
      expect(await count({ limit: 2, beforeId: third as string })).toMatchObject(rest);
    });

    it('counts within the scope only, and nothing deleted', async () => {
      const index = { ...words('x', ['["k","v"]']), projects: ['p'] };
      const mine = await add({ userId: 'cleo', agentId: 'a' }, index);
      await add({ userId: 'dan', agentId: 'a' }, index);
      await add({ accountId: bo, userId: 'cleo' }, inProjects('theirs'));
      const scope = { accountId: ana, userId: 'cleo', agentId: 'a', filterKeys: [['["k","v"]']] };
      const projects = [{ name: 'p', count: 1, memoryIds: [mine.id] }];
      expect(await count({ scope })).toMatchObject({ memories: 1, projects, entities: [] });
      await remove(mine.id);
      const nothing = { memories: 0, projects: [], entities: [], nextBeforeId: null };
      expect(await count({ scope })).toEqual(nothing);
      expect(await count({ scope: { accountId: 'acct_nobody' } })).toEqual(nothing);
    });
  });
}
