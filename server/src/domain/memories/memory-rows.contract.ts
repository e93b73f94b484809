import { describe, expect, it } from 'vitest';
import { ana, bo, idsOf, memory, newText, noon, record, words } from '../../../test/memory-store-samples.ts';
import type { MemoryStoreSteps } from '../../../test/memory-store-steps.ts';
import { changeMemory, unlimited } from '../../../test/store-steps.ts';
import { type Actor, type Memory, type MemoryIndex, workerActor } from '../../ports/memory.ts';
import type { IdempotencyRecord, WriteQuota } from '../usage/kinds.ts';
import type { Position } from '../usage/page-cursor.ts';
import type { Change } from './changes.ts';
import { toInsert } from './create-memory.ts';
import { maxVersions } from './kinds.ts';
import type { FacetQuery, VersionQuery } from './memory-queries.ts';

const inProjects = (...projects: string[]): MemoryIndex => ({ ...words('boat'), projects });

export function describeMemoryRows(steps: MemoryStoreSteps): void {
  const { store, clock, add, insert, change, remove, requeue, claimDue, complete, listed, usage } = steps;

  describe('writing and reading', () => {
    it('returns memories of the account alone, in the order of the ids', async () => {
      const { id } = await add({ accountId: bo });
      const [first, second] = [await add(), await add()];
      expect(await store.getMany(ana, [second.id, id, 'mem_none', first.id])).toEqual([second, first]);
      for (const write of [change, remove, requeue]) expect(await write(id)).toEqual({ kind: 'missing' });
      expect(await listed()).toEqual([second.id, first.id]);
      expect([await store.get(ana, id), (await store.get(bo, id))?.id]).toEqual([undefined, id]);
    });
  });

  describe('users', () => {
    it('are matched by userId or endUserId, and the account itself by all memories that it has as userId', async () => {
      const plain = await add();
      const overRest = await add({ endUserId: 'alice' }, inProjects('a'));
      const asUser = await add({ userId: 'alice' });
      await add({ endUserId: 'bo' });
      await add({ accountId: bo, userId: bo, endUserId: 'alice' });
      expect(await store.get(ana, overRest.id)).toEqual(overRest);
      expect(await listed({ userId: 'alice' })).toEqual(idsOf([asUser, overRest]));
      expect(await listed({ userId: ana })).toHaveLength(3);
      expect(await listed({ userId: ana, withoutEndUsers: true })).toEqual([plain.id]);
      const scope = { accountId: ana, userId: 'alice' };
      expect(await store.countFacets({ scope, limit: 9, maxIds: 9 })).toMatchObject({ memories: 2 });
    });

    it('own their memories: a removal that names another user finds nothing', async () => {
      const { id } = await add({ endUserId: 'alice' });
      const removeAs = async (userId: string) =>
        (await store.commit([{ accountId: ana, changes: [{ kind: 'remove', id, userId }] }]))[0]?.kind;
      expect([await removeAs('bo'), await removeAs('alice')]).toEqual(['missing', 'written']);
      const { id: other } = await add({ endUserId: 'alice' });
      const change = { kind: 'remove', id: other, userId: ana } as const;
      expect(await store.commit([{ accountId: ana, changes: [change] }])).toEqual([{ kind: 'written' }]);
    });
  });

  describe('repeating a write', () => {
    it('deletes the bodies that hold the text of a memory with the memory, and keeps the fingerprints', async () => {
      const [gone, kept] = [await add(), await add()];
      const first = record('first', { subjectId: gone.id });
      const second = record('second', { subjectId: gone.id });
      const others = [record('of another', { subjectId: kept.id }), record('of none')];
      await change(gone.id, { record: first });
      await change(gone.id, { version: 2, record: second });
      await change(kept.id, { record: others[0] as IdempotencyRecord });
      await insert(memory(), words('a'), { record: others[1] as IdempotencyRecord });
      await insert(memory({ id: gone.id, accountId: bo }), words('a'), { record: first });
      expect(await remove(gone.id)).toEqual({ kind: 'written' });
      for (const one of [first, second]) {
        const ended = { accountId: ana, ...one, body: '' };
        expect(await store.findResponse(ana, one.key)).toEqual(ended);
        expect(await change(gone.id, { record: one })).toEqual({ kind: 'replayed', response: ended });
      }
      for (const one of others) expect(await store.findResponse(ana, one.key)).toEqual({ accountId: ana, ...one });
      expect(await store.findResponse(bo, first.key)).toEqual({ accountId: bo, ...first });
    });

    it('does not find a response that has expired', async () => {
      await insert(memory(), words('a'), { record: record('key') });
      clock.time = noon + 1_000;
      expect(await store.findResponse(ana, record('key').key)).toBeUndefined();
      const later = record('key', { expiresAt: noon + 2_000 });
      expect(await insert(memory(), words('a'), { record: later })).toEqual({ kind: 'written' });
      const purged: number[] = [];
      for (const time of [noon + 1_500, noon + 2_000]) {
        clock.time = time;
        purged.push(await store.purgeResponses());
      }
      expect(purged).toEqual([0, 1]);
    });
  });

  describe('the quota', () => {
    const three: WriteQuota = { ...unlimited, memoryWrites: 3 };
    const write = (quota: WriteQuota, changes: Partial<Memory> = {}, projects: string[] = []) =>
      insert(memory(changes), inProjects(...projects), { quota });
    const removeAll = async (scope: object = {}) => {
      for (const id of await listed(scope)) await remove(id);
    };

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

    it('rejects the changes of a commit that have no room one by one, and writes none of them', async () => {
      const quota: WriteQuota = { ...unlimited, memoryWrites: 4, endUsers: 1, projects: 1 };
      const inserts = (samples: [userId: string, project?: string][]) =>
        samples.map(([userId, project]) => toInsert(memory({ userId }), inProjects(...(project ? [project] : []))));
      const write = async (changes: Change[]) => (await store.commit([{ accountId: ana, changes, quota }]))[0];
      const samples = inserts([['cleo'], ['dan'], [ana, 'a'], ['cleo', 'b'], ['cleo', 'a'], [ana], [ana]]);
      const fewer = samples.filter((_, at) => at !== 1 && at !== 3);
      const [first, second] = [await write(samples), await write(fewer)];
      expect(first).toMatchObject({ limits: { 0: null, 1: 'end_users', 2: null, 3: 'projects', 4: null, 5: null } });
      expect(second).toEqual({ kind: 'over_limit', limits: [null, null, null, null, 'memory_writes'] });
      expect(await listed()).toEqual([]);
      expect(await write(fewer.slice(0, 4))).toEqual({ kind: 'written' });
      expect(await usage()).toMatchObject({ memoryWrites: 4, endUsers: 1, projects: 1 });
      expect(await write([])).toEqual({ kind: 'written' });
    });

    it('has capacity for so many end users, the account itself not counted, until their last memory is gone', async () => {
      const one: WriteQuota = { ...unlimited, endUsers: 1 };
      for (const users of [{}, { userId: 'cleo' }, { endUserId: 'cleo' }]) {
        expect(await write(one, users)).toEqual({ kind: 'written' });
      }
      const rejected = { kind: 'over_limit', limits: ['end_users'] };
      for (const ofDan of [{ userId: 'dan' }, { endUserId: 'dan' }]) expect(await write(one, ofDan)).toEqual(rejected);
      expect(await usage()).toMatchObject({ endUsers: 1, memoryWrites: 3 });
      // A smaller plan keeps the users and projects of the larger one.
      await write(unlimited, { userId: 'eve' }, ['a']);
      await write(unlimited, { userId: 'eve' }, ['b']);
      const smaller: WriteQuota = { ...one, projects: 1 };
      expect(await write(smaller, { userId: 'eve' }, ['b'])).toEqual({ kind: 'written' });
      expect(await write(smaller, { userId: 'dan' })).toEqual(rejected);
      for (const userId of ['cleo', 'eve']) await removeAll({ userId });
      expect(await write(one, { endUserId: 'dan' })).toEqual({ kind: 'written' });
    });

    it('admits one of the first projects that come at once, case by case, and only its memory moves to another', async () => {
      const quota: WriteQuota = { ...unlimited, projects: 1 };
      const results = await Promise.all(['a', 'b', 'A'].map((project) => write(quota, {}, [project])));
      expect(results.map(({ kind }) => kind).sort()).toEqual(['over_limit', 'over_limit', 'written']);
      const [first] = (await listed()) as [string];
      const { id: second } = memory();
      expect(await write(quota, { id: second })).toEqual({ kind: 'written' });
      const rejected = { kind: 'over_limit', limits: ['projects'] };
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
    const orders = ['createdAt', 'occurredAt'] as const;

    it.each(orders)(
      'goes on by %s, page by page, in both directions, without repeating or skipping while others write',
      async (order) => {
        const written: Memory[] = [];
        // Two memories share each time, and the two times have opposite orders.
        const times = (i: number) => ({ createdAt: noon + (i >> 1), occurredAt: noon - (i >> 1) });
        for (let i = 0; i < 8; i++) written.push(await add(times(i)));
        const sorted = written.toSorted((a, b) => a[order] - b[order] || (a.id < b.id ? -1 : 1));
        for (const direction of ['asc', 'desc'] as const) {
          const expected = idsOf(direction === 'asc' ? sorted : sorted.toReversed());
          const seen: string[] = [];
          let after: Position | undefined;
          for (let more = true; more; ) {
            const page = await store.list({ scope: { accountId: ana }, limit: 3, order, direction, after });
            const last = page.memories.at(-1);
            after = last && { at: last[order], id: last.id };
            seen.push(...idsOf(page.memories));
            more = page.more;
            // This one is before the page in either direction.
            const at = direction === 'asc' ? noon - 9 : noon + 9;
            const { id } = await add({ createdAt: at, occurredAt: at });
            if (seen.length === 3) await remove(seen[2] as string);
            await remove(id);
          }
          expect(seen).toEqual(expected);
          const gone = sorted.findIndex(({ id }) => id === seen[2]);
          sorted.splice(gone, 1);
        }
      },
    );

    it('narrows by the times of happening and writing, from inclusive and to exclusive', async () => {
      const at = (changes: Partial<Memory>) => add({ occurredAt: noon, createdAt: noon, ...changes });
      const happened = idsOf([await at({ occurredAt: noon - 2 }), await at({ occurredAt: noon - 1 })]);
      const written = idsOf([await at({ createdAt: noon + 1 }), await at({ createdAt: noon + 2 })]);
      expect(await listed({ occurred: { to: noon - 1 } })).toEqual([happened[0]]);
      expect(await listed({ occurred: { from: noon - 1, to: noon } })).toEqual([happened[1]]);
      expect(await listed({ created: { from: noon + 2 } })).toEqual([written[1]]);
      expect(await listed({ created: { from: noon + 1, to: noon + 2 }, occurred: { from: noon } })).toEqual([
        written[0],
      ]);
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
      // A memory counts once, also if it names an entity twice.
      await complete(await claimDue(), { entities: [...kinds, 'name'].map((kind) => ({ name: 'Ada', kind })) });
      const { id: pending } = await add({}, inProjects('a'));
      const [first, second, third] = idsOf(added);
      const all = {
        memories: 4,
        projects: [
          { name: 'a', count: 4, memoryIds: [pending, third] },
          { name: 'b', count: 1, memoryIds: [first] },
        ],
        entities: kinds.map((kind) => ({ name: 'Ada', kind, count: 3, memoryIds: [third, second] })),
        next: null,
      };
      expect(await count({ limit: 4 })).toEqual(all);
      const next = { at: noon, id: third as string };
      expect(await count({ limit: 2 })).toMatchObject({ memories: 2, projects: [{ count: 2 }], next });
      const rest = { memories: 2, projects: [{ count: 2 }, { count: 1 }], next: null };
      expect(await count({ limit: 2, after: { at: noon, id: third as string } })).toMatchObject(rest);
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
      expect(await count({ scope })).toEqual({ memories: 0, projects: [], entities: [], next: null });
    });
  });

  const versionsOf = async (id: string, query: Partial<VersionQuery> = {}) =>
    (await store.versions({ accountId: ana, id, limit: 100, ...query })).versions;
  const numbersOf = async (id: string, query: Partial<VersionQuery> = {}) =>
    (await versionsOf(id, query)).map(({ version }) => version);

  describe('keeping versions', () => {
    it('gives back each version that a change has replaced, newest first, and none for a new memory', async () => {
      const messages = [{ role: 'user' as const, content: 'hi' }];
      const metadata = { b: 1, a: ['x', null] };
      const first = await add({ messages, metadata });
      expect(await versionsOf(first.id)).toEqual([]);
      const by: Actor = { kind: 'session', keyPrefix: null };
      await change(first.id, { at: noon + 5, metadata: { c: 2 }, text: newText(), by });
      expect(await store.get(ana, first.id)).toMatchObject({ version: 2, revision: 2, changedBy: by });
      await change(first.id, { version: 2, at: noon + 9 });
      expect(await store.get(ana, first.id)).toMatchObject({ version: 3, revision: 2, changedBy: workerActor });
      const { text, changedBy } = first;
      expect(await versionsOf(first.id)).toEqual([
        {
          ...{ version: 2, text: 'new', messages: null, metadata: { c: 2 }, changedBy: by },
          ...{ changedAt: noon + 5, replacedAt: noon + 9 },
        },
        { version: 1, text, messages, metadata, changedBy, changedAt: noon, replacedAt: noon + 5 },
      ]);
    });

    it('pages them, and finds that of a time: at the instant of a change the new one', async () => {
      const { id } = await add();
      for (const version of [1, 2, 3]) await change(id, { version, at: noon + 10 * version });
      const query = { accountId: ana, id, limit: 2 };
      expect(await store.versions(query)).toMatchObject({ versions: [{ version: 3 }, { version: 2 }], more: true });
      const rest = await store.versions({ ...query, beforeVersion: 2 });
      expect(rest).toMatchObject({ versions: [{ version: 1 }], more: false });
      const times = [-1, 0, 9, 10, 29, 30];
      const found = await Promise.all(times.map((after) => numbersOf(id, { at: noon + after })));
      expect(found).toEqual([[], [1], [1], [2], [3], []]);
    });

    it('ends a page of very long versions early', async () => {
      const { id } = await add({ text: 'x'.repeat(1_000_000) });
      for (const version of [1, 2]) await change(id, { version });
      const page = await store.versions({ accountId: ana, id, limit: 10 });
      expect(page).toMatchObject({ versions: [{ version: 2 }], more: true });
    });

    it('keeps the newest fifty with the present one', async () => {
      const { id } = await add();
      for (let version = 1; version <= maxVersions + 2; version++) await change(id, { version });
      const kept = await numbersOf(id);
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([maxVersions - 1, maxVersions + 2, 4]);
    });

    it('keeps none for a change that is not written, nor for results of ingest', async () => {
      const { id } = await add();
      expect(await change(id, { version: 7 })).toEqual({ kind: 'stale' });
      expect(await complete(await claimDue())).toEqual([id]);
      expect(await versionsOf(id)).toEqual([]);
    });

    it('deletes them with the memory, and keeps accounts apart', async () => {
      const mine = await add();
      const theirs = { ...mine, accountId: bo, userId: bo };
      await insert(theirs);
      const update = { id: mine.id, expectedVersion: 1, at: noon + 1, metadata: {}, text: null };
      const index = words('a');
      await changeMemory(store, { ...update, accountId: bo, index });
      expect(await versionsOf(mine.id)).toEqual([]);
      await changeMemory(store, { ...update, accountId: ana, index });
      expect(await numbersOf(mine.id)).toEqual([1]);
      await remove(mine.id);
      expect(await versionsOf(mine.id)).toEqual([]);
      expect(await numbersOf(mine.id, { accountId: bo })).toEqual([1]);
      await insert(mine);
      expect(await versionsOf(mine.id)).toEqual([]);
    });
  });
}
