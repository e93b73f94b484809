import { describe, expect, it } from 'vitest';
import { emptyMetadataIndex, makeTextIndex } from '../../test/make-index.ts';
import { ana, bo, memory, newText, noon, vector, words } from '../../test/memory-store-samples.ts';
import { type MemoryStoreSteps, restOf, type SuiteOptions } from '../../test/memory-store-steps.ts';
import { commitExtraction, unlimited } from '../../test/store-steps.ts';
import type { Claim, Memory } from './memory-store.ts';
import type { WriteQuota } from './usage-store.ts';

export function describeExtraction(steps: MemoryStoreSteps, options: SuiteOptions): void {
  const { store, add, insert, change, remove, claimDue, complete, fail, finish, find, usage } = steps;
  const itRest = restOf(options);

  describe('extraction', () => {
    const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
    const sees = async (id: string, word: string) => ({
      list: (await store.list({ scope: { accountId: ana }, limit: 10 })).memories.some((one) => one.id === id),
      words: (await find({ words: [word] })).candidates.some((one) => one.id === id),
      countFacets: (await store.countFacets({ scope: { accountId: ana }, limit: 10, maxIds: 10 })).projects.some(
        ({ memoryIds }) => memoryIds.includes(id),
      ),
    });
    async function addForExtraction(changes: Partial<Memory> = {}): Promise<Claim> {
      const index = { ...words('raw text'), projects: ['apollo'] };
      await add({ infer: true, text: 'raw text', metadata: { project: 'apollo' }, ...changes }, index);
      const [one] = await claimDue();
      return one as Claim;
    }

    itRest(
      'hands out one memory of a user at a time to extract from, whichever worker claims, and those of others beside it',
      async () => {
        const ofAna = [await add({ infer: true }), await add({ infer: true }), await add({ infer: true })];
        const ofZoe = [await add({ infer: true, userId: 'zoe' }), await add({ infer: true, userId: 'zoe' })];
        const ofBo = await add({ infer: true, accountId: bo, userId: ana });
        const idsOf = (claims: Claim[]) => claims.map(({ id }) => id).toSorted();
        const claims = (await Promise.all([claimDue(), claimDue(), claimDue()])).flat();
        expect(idsOf(claims)).toEqual([ofAna[0]?.id, ofZoe[0]?.id, ofBo.id]);
        expect(await claimDue()).toEqual([]);
        // Which of the simultaneous claims gets which memory is not determined.
        const [first, other] = [ofAna, ofZoe].map(([oldest]) => claims.find(({ id }) => id === oldest?.id)) as [
          Claim,
          Claim,
        ];
        await store.release([first], noon + 5);
        expect(idsOf(await claimDue())).toEqual([ofAna[1]?.id]);
        await fail([other]);
        expect(idsOf(await claimDue())).toEqual([ofZoe[1]?.id]);
        // Memories whose leases have ended are handed out again, still one at a time.
        expect(await claimDue({ now: noon + 1_000 })).toHaveLength(3);
        expect(await claimDue({ now: noon + 1_500 })).toEqual([]);
      },
    );

    itRest(
      'hands out one memory of a user at a time also to workers that claim while another claim is under way',
      async () => {
        for (let n = 0; n < 12; n++) await add({ infer: true });
        const claims = Array.from({ length: 12 }, async (_, n) => {
          await new Promise((resolve) => setTimeout(resolve, n * 7));
          return claimDue();
        });
        expect((await Promise.all(claims)).flat()).toHaveLength(1);
      },
    );

    const ends: [string, (one: Claim) => Promise<unknown>][] = [
      [
        'is completed',
        (one: Claim) =>
          commitExtraction(store, {
            claim: one,
            at: noon,
            guards: [],
            kind: 'store_raw',
            metadata: {},
            index: emptyMetadataIndex,
          }),
      ],
      ['is removed', (one: Claim) => remove(one.id)],
      ['gets another text', (one: Claim) => change(one.id, { text: newText() })],
    ];
    for (const [how, end] of ends) {
      itRest(`hands out the next memory of a user to extract from when the one before ${how}`, async () => {
        const one = await addForExtraction();
        const next = await add({ infer: true });
        expect(await claimDue()).toEqual([]);
        await end(one);
        expect((await claimDue()).map(({ id }) => id)).toContain(next.id);
      });
    }

    it('archives a source: it is ready, and reached by its id only', async () => {
      const one = await addForExtraction();
      expect(await sees(one.id, 'raw')).toEqual({ list: true, words: true, countFacets: true });
      const found = { ...extraction, duplicateOf: 'mem_other' };
      const result = {
        claim: one,
        at: noon,
        guards: [],
        kind: 'archive',
        outcome: 'duplicate',
        extraction: found,
        completed: [],
      } as const;
      expect(await commitExtraction(store, result)).toBe('written');
      expect(await store.get(ana, one.id)).toMatchObject({
        status: 'ready',
        outcome: 'duplicate',
        infer: false,
        isArchived: true,
        extraction: found,
        nextAttemptAt: null,
      });
      expect(await sees(one.id, 'raw')).toEqual({ list: false, words: false, countFacets: false });
      expect((await store.wordStatistics({ accountId: ana }, ['raw'])).scopeSize).toBe(0);
      expect((await find({ words: ['raw'], include: one.id })).candidates).toEqual([]);
      expect(await commitExtraction(store, result)).toBe('lapsed');
      expect(await remove(one.id)).toEqual({ kind: 'written' });
    });

    it('stores facts, adds and completes memories in one step, each found by its own words only', async () => {
      const older = await add({ text: 'old fact', sourceMemoryId: 'mem_source' }, words('old fact'));
      await finish(() => [vector(1)]);
      const one = await addForExtraction();
      const added = memory({ text: 'second fact', sourceMemoryId: one.id });
      const own = { ...extraction, extractedIds: [one.id, added.id, older.id], originalText: 'raw text' };
      expect(
        await commitExtraction(store, {
          claim: one,
          at: noon + 5,
          guards: [],
          kind: 'extract',
          text: 'first fact',
          index: makeTextIndex(['first', 'fact']),
          extraction: own,
          added: [{ memory: added, index: words('second fact') }],
          completed: [{ id: older.id, expectedVersion: 1, text: 'newer', index: makeTextIndex(['newer']) }],
        }),
      ).toBe('written');
      expect(await store.get(ana, one.id)).toMatchObject({
        text: 'first fact',
        status: 'pending',
        outcome: null,
        version: 1,
      });
      expect(await store.get(ana, older.id)).toMatchObject({
        text: 'newer',
        status: 'pending',
        version: 2,
        textChangedAt: noon + 5,
      });
      const found = async (word: string) => (await find({ words: [word] })).candidates.map(({ id }) => id).toSorted();
      expect(await found('fact')).toEqual([one.id, added.id].toSorted());
      expect([await found('raw'), await found('old'), await found('newer')]).toEqual([[], [], [older.id]]);
      const due = await claimDue({ now: noon + 5 });
      expect(due.map(({ id, infer }) => [id, infer]).toSorted()).toEqual(
        [one.id, added.id, older.id].map((id) => [id, false]).toSorted(),
      );
      await complete(due, { vectors: [vector(2)] });
      expect(await store.get(ana, one.id)).toMatchObject({ status: 'ready', outcome: 'extracted', extraction: own });
      expect(await store.get(ana, added.id)).toMatchObject({
        status: 'ready',
        outcome: 'stored',
        sourceMemoryId: one.id,
      });
    });

    itRest('writes nothing when a memory that the result relies on was changed or deleted meanwhile', async () => {
      const same = await add({ text: 'says the same' });
      await finish(() => []);
      const one = await addForExtraction();
      const archived = {
        claim: one,
        at: noon,
        kind: 'archive',
        outcome: 'duplicate',
        extraction,
        completed: [],
      } as const;
      const archive = (guards: { id: string; version: number }[]) => commitExtraction(store, { ...archived, guards });
      const metadata = { project: 'written meanwhile' };
      await change(one.id, { metadata });
      expect(await archive([{ id: one.id, version: 1 }])).toBe('stale');
      expect(await archive([{ id: same.id, version: 7 }])).toBe('stale');
      await remove(same.id);
      expect(await archive([{ id: same.id, version: 1 }])).toBe('missing');
      expect(await archive([{ id: 'mem_of_nobody', version: 1 }])).toBe('missing');
      expect(await store.get(ana, one.id)).toMatchObject({
        status: 'pending',
        infer: true,
        isArchived: false,
        metadata,
      });
      expect(await archive([{ id: one.id, version: 2 }])).toBe('written');
    });

    it('brings an archived source back when it gets a text of its own, and not for metadata', async () => {
      const one = await addForExtraction();
      await commitExtraction(store, {
        claim: one,
        at: noon,
        guards: [],
        kind: 'archive',
        outcome: 'nothing_to_store',
        extraction,
        completed: [],
      });
      const update = { metadata: { project: 'apollo' }, index: { projects: ['apollo'], tagWords: ['apollo'] } };
      await change(one.id, update);
      expect(await sees(one.id, 'apollo')).toEqual({ list: false, words: false, countFacets: false });
      await change(one.id, { ...update, version: 2, text: newText() });
      expect(await sees(one.id, 'new')).toEqual({ list: true, words: true, countFacets: true });
      expect(await store.get(ana, one.id)).toMatchObject({ isArchived: false, extraction: null, outcome: null });
    });

    it('frees the user and the project of an archived source, and needs capacity for both to bring it back', async () => {
      const common: WriteQuota = { ...unlimited, endUsers: 1, projects: 1 };
      const used = async () => {
        const { endUsers, projects } = await usage();
        return { endUsers, projects };
      };
      const index = { ...words('raw text'), projects: ['apollo'] };
      const cleo = { userId: 'cleo', metadata: { project: 'apollo' } };
      const first = memory({ ...cleo, infer: true });
      await insert(first, index, { quota: common });
      const [one] = (await claimDue()) as [Claim];
      const archived = { at: noon, guards: [], kind: 'archive', outcome: 'nothing_to_store', extraction } as const;
      const second = memory(cleo);
      await insert(second, index, { quota: common });
      await commitExtraction(store, { ...archived, claim: one, completed: [] });
      expect(await used()).toEqual({ endUsers: 1, projects: 1 });
      await remove(second.id);
      expect(await used()).toEqual({ endUsers: 0, projects: 0 });

      const dan = memory({ userId: 'dan' });
      expect(await insert(dan, words('boat'), { quota: common })).toEqual({ kind: 'written' });
      const bringBack = () => change(first.id, { index: { projects: ['apollo'] }, text: newText(), quota: common });
      expect(await bringBack()).toEqual({ kind: 'over_limit', limit: 'end_users' });
      expect(await used()).toEqual({ endUsers: 1, projects: 0 });
      await remove(dan.id);
      const inOther = memory();
      await insert(inOther, { ...words('boat'), projects: ['gemini'] }, { quota: common });
      expect(await bringBack()).toEqual({ kind: 'over_limit', limit: 'projects' });
      await remove(inOther.id);
      expect(await bringBack()).toEqual({ kind: 'written' });
      expect(await used()).toEqual({ endUsers: 1, projects: 1 });
      await remove(first.id);
      expect(await used()).toEqual({ endUsers: 0, projects: 0 });
    });

    it('still counts a user with another memory when an archived source of the user is deleted', async () => {
      const one = await addForExtraction({ userId: 'cleo' });
      await add({ userId: 'cleo' });
      const archived = { at: noon, guards: [], kind: 'archive', outcome: 'nothing_to_store', extraction } as const;
      await commitExtraction(store, { ...archived, claim: one, completed: [] });
      await remove(one.id);
      expect(await usage()).toMatchObject({ endUsers: 1 });
    });

    it('needs no capacity and counts nothing for facts, which belong to the write of their source', async () => {
      const common: WriteQuota = { ...unlimited, memoryWrites: 1, endUsers: 1, projects: 1 };
      const metadata = { project: 'apollo' };
      const index = { ...words('raw text'), projects: ['apollo'] };
      const written = memory({ userId: 'cleo', infer: true, metadata });
      await insert(written, index, { quota: common });
      const [one] = (await claimDue()) as [Claim];
      const added = memory({ userId: 'cleo', metadata, sourceMemoryId: written.id });
      const facts = {
        kind: 'extract',
        text: 'fact',
        index: makeTextIndex(['fact']),
        extraction,
        completed: [],
      } as const;
      const result = { ...facts, claim: one, at: noon, guards: [], added: [{ memory: added, index }] };
      expect(await commitExtraction(store, result)).toBe('written');
      const used = { memoryWrites: 1, memorySearches: 0, endUsers: 1, projects: 1 };
      expect(await usage()).toEqual(used);
      await remove(written.id);
      expect(await usage()).toEqual(used);
      await remove(added.id);
      expect(await usage()).toMatchObject({ endUsers: 0, projects: 0 });
    });
  });
}
