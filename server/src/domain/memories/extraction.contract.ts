import { describe, expect, it } from 'vitest';
import { emptyMetadataIndex, makeTextIndex } from '../../../test/make-index.ts';
import { ana, bo, ids, idsOf, memory, newText, noon, vector, words } from '../../../test/memory-store-samples.ts';
import { type MemoryStoreSteps, restOf, type SuiteOptions } from '../../../test/memory-store-steps.ts';
import { commitExtraction, unlimited } from '../../../test/store-steps.ts';
import type { Memory } from '../../ports/memory.ts';
import type { WriteQuota } from '../usage/kinds.ts';
import type { VersionGuard } from './changes.ts';
import type { Claim } from './claim.ts';

export function describeExtraction(steps: MemoryStoreSteps, options: SuiteOptions): void {
  const { store, add, insert, change, remove, claimDue, complete, fail, finish, find, listed, usage } = steps;
  const itRest = restOf(options);

  describe('extraction', () => {
    const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
    const inApollo = { metadata: { project: 'apollo' }, index: { projects: ['apollo'], tagWords: 'apollo' } };
    const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const reached = async (word: string) => {
      const { projects } = await store.countFacets({ scope: { accountId: ana }, limit: 10, maxIds: 10 });
      const counted = projects.flatMap(({ memoryIds }) => memoryIds);
      return { listed: await listed(), found: ids(await find({ words: [word] })), counted };
    };
    const only = (...reachedIds: string[]) => ({ listed: reachedIds, found: reachedIds, counted: reachedIds });
    async function addForExtraction(changes: Partial<Memory> = {}): Promise<Claim> {
      const added = memory({ infer: true, text: 'raw text', metadata: inApollo.metadata, ...changes });
      await insert(added, { ...words('raw text'), projects: ['apollo'] }, { traceParent });
      return (await claimDue())[0] as Claim;
    }
    const archive = (claim: Claim) => {
      const archived = { kind: 'archive', outcome: 'duplicate', extraction, completed: [] } as const;
      return commitExtraction(store, { claim, at: noon, guards: [], ...archived });
    };

    itRest('hands out one memory of a user at a time to extract from, however many workers claim', async () => {
      const ofAna = [await add({ infer: true }), await add({ infer: true }), await add({ infer: true })];
      const ofZoe = [await add({ infer: true, userId: 'zoe' }), await add({ infer: true, endUserId: 'zoe' })];
      const ofBo = await add({ infer: true, accountId: bo, userId: ana });
      const claims = (await Promise.all([claimDue(), claimDue(), claimDue()])).flat();
      expect(idsOf(claims).sort()).toEqual([ofAna[0]?.id, ofZoe[0]?.id, ofBo.id]);
      const claimOf = (wanted?: Memory) => claims.filter(({ id }) => id === wanted?.id);
      await store.release(claimOf(ofAna[0]), noon + 5);
      expect(idsOf(await claimDue())).toEqual([ofAna[1]?.id]);
      await fail(claimOf(ofZoe[0]));
      expect(idsOf(await claimDue())).toEqual([ofZoe[1]?.id]);
      // Memories whose leases have ended are handed out again, still one at a time.
      expect(await claimDue({ now: noon + 1_000 })).toHaveLength(3);
      expect(await claimDue({ now: noon + 1_500 })).toEqual([]);
    });

    itRest('hands out the next memory of a user when the one before is completed, removed or reworded', async () => {
      const users = ['cleo', 'dan', 'eve'];
      for (const userId of [...users, ...users]) await add({ infer: true, userId });
      const [completed, removed, changed] = (await claimDue()) as [Claim, Claim, Claim];
      expect(await claimDue()).toEqual([]);
      const raw = { kind: 'store_raw', metadata: {}, index: emptyMetadataIndex } as const;
      const storeRaw = (claim: Claim) => commitExtraction(store, { claim, at: noon, guards: [], ...raw });
      await remove(removed.id);
      await change(changed.id, { text: newText() });
      const results = [];
      for (const claim of [completed, completed, removed, changed]) results.push(await storeRaw(claim));
      expect(results).toEqual(['written', 'lapsed', 'lapsed', 'lapsed']);
      const next = (await claimDue()).filter(({ infer }) => infer);
      expect(next.map(({ userId }) => userId).sort()).toEqual(users);
    });

    it('archives a source: it is ready, and reached by its id only', async () => {
      const one = await addForExtraction();
      expect(await reached('raw')).toEqual(only(one.id));
      expect(await archive(one)).toBe('written');
      expect(await archive(one)).toBe('lapsed');
      const guarded = { accountId: ana, guards: [{ id: one.id, version: 1, revision: one.revision }], changes: [] };
      expect(await store.commit([guarded])).toEqual([{ kind: 'stale' }]);
      const archived = { status: 'ready', outcome: 'duplicate', infer: false, isArchived: true, extraction };
      expect(await store.get(ana, one.id)).toMatchObject({ ...archived, nextAttemptAt: null });
      expect(await reached('raw')).toEqual(only());
      expect((await find({ words: ['raw'], limit: 0 })).scopeSize).toBe(0);
      expect((await find({ words: ['raw'], include: one.id })).candidates).toEqual([]);
      expect(await store.countStale('new-embedder@1')).toBe(0);
    });

    it('brings an archived source back when it gets a text of its own, and not for metadata', async () => {
      const one = await addForExtraction();
      await archive(one);
      const newer = await add({}, words('new'));
      await change(one.id, inApollo);
      expect(await reached('apollo')).toEqual({ ...only(), listed: [newer.id] });
      expect((await reached('new')).found).toEqual([newer.id]);
      await change(one.id, { ...inApollo, version: 2, text: newText() });
      const both = { listed: [newer.id, one.id], found: [one.id, newer.id], counted: [one.id] };
      expect(await reached('new')).toEqual(both);
      expect(await store.get(ana, one.id)).toMatchObject({ isArchived: false, extraction: null, outcome: null });
    });

    it('stores, adds and completes facts in one step or not at all, each found by its own words only', async () => {
      const origin = { sourceMemoryId: 'mem_source', metadata: { a: 1 } };
      const older = await add({ text: 'old fact', ...origin }, words('old fact'));
      await finish(() => [vector(1)]);
      const one = await addForExtraction();
      const added = memory({ text: 'second fact', sourceMemoryId: one.id });
      const own = { ...extraction, extractedIds: [one.id, added.id, older.id], originalText: 'raw text' };
      const newer = { id: older.id, expectedVersion: 1, text: 'newer', index: makeTextIndex(['newer']) };
      const waiting = await add({ infer: true, userId: 'zoe' });
      const other = { ...newer, id: waiting.id };
      const extract = (completed = newer, guards: VersionGuard[] = []) =>
        commitExtraction(store, {
          ...{ claim: one, at: noon + 5, guards, kind: 'extract', extraction: own, completed: [completed, other] },
          ...{ text: 'first fact', index: makeTextIndex(['first', 'fact']) },
          added: [{ memory: added, index: words('second fact') }],
        });
      expect(await extract({ ...newer, expectedVersion: 2 })).toBe('stale');
      expect(await extract(newer, [{ id: 'mem_gone', version: 1 }])).toBe('missing');
      // New metadata of the source do not change what was extracted from its text.
      await change(one.id);
      expect(await extract(newer, [{ id: one.id, version: 1 }])).toBe('stale');
      expect(await extract()).toBe('written');
      // Facts belong to the write of their source.
      expect(await usage()).toMatchObject({ memoryWrites: 4 });
      const first = { text: 'first fact', status: 'pending', outcome: null, version: 2 };
      expect(await store.get(ana, one.id)).toMatchObject(first);
      const completed = { text: 'newer', status: 'pending', version: 2, textChangedAt: noon + 5, ...origin };
      expect(await store.get(ana, older.id)).toMatchObject(completed);
      const found = async (word: string) => idsOf((await find({ words: [word] })).candidates).sort();
      expect(await found('fact')).toEqual([one.id, added.id].toSorted());
      const ofNewer = [older.id, waiting.id].toSorted();
      expect([await found('raw'), await found('old'), await found('newer')]).toEqual([[], [], ofNewer]);
      const [due, toExtract] = [await claimDue({ now: noon + 5, extractions: 0 }), await claimDue({ now: noon + 5 })];
      // A fact that completes a memory does not end its own extraction.
      expect(toExtract).toMatchObject([{ id: waiting.id, infer: true }]);
      expect(idsOf(due).sort()).toEqual([older.id, one.id, added.id]);
      for (const claim of due) expect(claim).toMatchObject({ infer: false, traceParent });
      await complete(due, { vectors: [vector(2)] });
      expect(await store.get(ana, one.id)).toMatchObject({ status: 'ready', outcome: 'extracted', extraction: own });
      const stored = { status: 'ready', outcome: 'stored', sourceMemoryId: one.id };
      expect(await store.get(ana, added.id)).toMatchObject(stored);
    });

    itRest('frees the user and project of an archived source, and needs capacity to bring it back', async () => {
      const cleo = { userId: 'cleo' };
      const beside = await add(cleo, { ...words('boat'), projects: ['apollo'] });
      await finish();
      const source = await addForExtraction(cleo);
      await archive(source);
      const gone = await addForExtraction(cleo);
      await archive(gone);
      await remove(gone.id);
      expect(await usage()).toMatchObject({ endUsers: 1, projects: 1 });
      await remove(beside.id);
      const none = { endUsers: 0, projects: 0 };
      expect(await usage()).toMatchObject(none);

      const noProjects = { ...unlimited, projects: 0 };
      expect(await change(source.id, { ...inApollo, quota: noProjects })).toEqual({ kind: 'written' });
      const bringBack = (quota: Partial<WriteQuota>) =>
        change(source.id, { ...inApollo, version: 2, text: newText(), quota: { ...unlimited, ...quota } });
      expect(await bringBack({ endUsers: 0 })).toEqual({ kind: 'over_limit', limits: ['end_users'] });
      expect(await bringBack({ projects: 0 })).toEqual({ kind: 'over_limit', limits: ['projects'] });
      expect(await usage()).toMatchObject(none);
      expect(await bringBack({ endUsers: 1, projects: 1 })).toEqual({ kind: 'written' });
      expect(await usage()).toMatchObject({ endUsers: 1, projects: 1 });
      await remove(source.id);
      expect(await usage()).toMatchObject(none);
    });
  });
}
