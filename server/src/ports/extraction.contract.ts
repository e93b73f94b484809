import { beforeEach, describe, expect, it } from 'vitest';
import { emptyMetadataIndex, makeTextIndex } from '../../test/make-index.ts';
import {
  ana,
  bo,
  embedderId,
  type MemoryStoreSteps,
  memory,
  newText,
  noon,
  restOf,
  type SuiteOptions,
  vector,
  words,
} from '../../test/memory-store-steps.ts';
import {
  changeMemory,
  commitExtraction,
  completeClaims,
  failClaims,
  insertMemory,
  removeMemory,
  unlimited,
} from '../../test/store-steps.ts';
import type { Claim, Memory, MemoryStore } from './memory-store.ts';
import type { WriteQuota } from './usage-store.ts';

export function describeExtraction(steps: MemoryStoreSteps, options: SuiteOptions): void {
  let store: MemoryStore;
  beforeEach(() => {
    store = steps.opened().memories;
  });
  const { add, claimDue, finish, find } = steps;
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
      'hands out one memory of a user at a time to extract from, whoever asks, and those of others beside it',
      async () => {
        const ofAna = [await add({ infer: true }), await add({ infer: true }), await add({ infer: true })];
        const ofZoe = [await add({ infer: true, userId: 'zoe' }), await add({ infer: true, userId: 'zoe' })];
        const ofBo = await add({ infer: true, accountId: bo, userId: ana });
        const idsOf = (claims: Claim[]) => claims.map(({ id }) => id).toSorted();
        const claims = (await Promise.all([claimDue(), claimDue(), claimDue()])).flat();
        expect(idsOf(claims)).toEqual([ofAna[0]?.id, ofZoe[0]?.id, ofBo.id]);
        expect(await claimDue()).toEqual([]);
        // Nobody knows who of those that ask at once gets which.
        const [first, other] = [ofAna, ofZoe].map(([oldest]) => claims.find(({ id }) => id === oldest?.id)) as [
          Claim,
          Claim,
        ];
        await store.release([first], noon + 5);
        expect(idsOf(await claimDue())).toEqual([ofAna[1]?.id]);
        const failure = { code: 'c', message: 'm' };
        await failClaims(store, [{ claim: other, failure, rejected: true, retryAt: null }]);
        expect(idsOf(await claimDue())).toEqual([ofZoe[1]?.id]);
        // Leases that have ended are given to others, still one at a time.
        expect(await claimDue({ now: noon + 1_000 })).toHaveLength(3);
        expect(await claimDue({ now: noon + 1_500 })).toEqual([]);
      },
    );

    itRest(
      'hands out one memory of a user at a time also to workers that ask while another is being handed one',
      async () => {
        for (let n = 0; n < 12; n++) await add({ infer: true });
        const query = Array.from({ length: 12 }, async (_, n) => {
          await new Promise((resolve) => setTimeout(resolve, n * 7));
          return claimDue();
        });
        expect((await Promise.all(query)).flat()).toHaveLength(1);
      },
    );

    const ends: [string, (one: Claim) => Promise<unknown>][] = [
      [
        'is settled',
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
      ['is removed', (one: Claim) => removeMemory(store, ana, one.id)],
      [
        'gets another text',
        (one: Claim) =>
          changeMemory(
            store,
            {
              accountId: ana,
              id: one.id,
              expectedVersion: 1,
              at: noon,
              metadata: {},
              index: emptyMetadataIndex,
              text: newText(),
            },
            unlimited,
          ),
      ],
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

    it('sets a memory aside: it is ready, and reached by its id only', async () => {
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
      expect(await removeMemory(store, ana, one.id)).toEqual({ kind: 'written' });
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
      const results = due.map((given) => ({ claim: given, embedderId, vectors: [vector(2)], entities: [] }));
      await completeClaims(store, results);
      expect(await store.get(ana, one.id)).toMatchObject({ status: 'ready', outcome: 'extracted', extraction: own });
      expect(await store.get(ana, added.id)).toMatchObject({
        status: 'ready',
        outcome: 'stored',
        sourceMemoryId: one.id,
      });
    });

    itRest('writes nothing when what the result relies on changed, went, or was set aside meanwhile', async () => {
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
      const complete = (guards: { id: string; version: number }[]) => commitExtraction(store, { ...archived, guards });
      const metadata = { project: 'written meanwhile' };
      const change = { accountId: ana, id: one.id, expectedVersion: 1, at: noon, metadata, text: null };
      await changeMemory(store, { ...change, index: emptyMetadataIndex }, unlimited);
      expect(await complete([{ id: one.id, version: 1 }])).toBe('stale');
      expect(await complete([{ id: same.id, version: 7 }])).toBe('stale');
      await removeMemory(store, ana, same.id);
      expect(await complete([{ id: same.id, version: 1 }])).toBe('missing');
      expect(await complete([{ id: 'mem_of_nobody', version: 1 }])).toBe('missing');
      expect(await store.get(ana, one.id)).toMatchObject({
        status: 'pending',
        infer: true,
        isArchived: false,
        metadata,
      });
      expect(await complete([{ id: one.id, version: 2 }])).toBe('written');
    });

    it('brings a memory back that was set aside when it gets a text of its own, and not for metadata', async () => {
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
      const index = { ...emptyMetadataIndex, projects: ['apollo'], tagWords: ['apollo'] };
      const change = { accountId: ana, id: one.id, at: noon, metadata: { project: 'apollo' }, index };
      await changeMemory(store, { ...change, expectedVersion: 1, text: null }, unlimited);
      expect(await sees(one.id, 'apollo')).toEqual({ list: false, words: false, countFacets: false });
      await changeMemory(store, { ...change, expectedVersion: 2, text: newText() }, unlimited);
      expect(await sees(one.id, 'new')).toEqual({ list: true, words: true, countFacets: true });
      expect(await store.get(ana, one.id)).toMatchObject({ isArchived: false, extraction: null, outcome: null });
    });

    it('frees the user and the project of what is set aside, and needs room for both to bring it back', async () => {
      const common: WriteQuota = { ...unlimited, endUsers: 1, projects: 1 };
      const used = async () => {
        const { endUsers, projects } = await steps.opened().usage.usage(ana, unlimited.month);
        return { endUsers, projects };
      };
      const index = { ...words('raw text'), projects: ['apollo'] };
      const cleo = { userId: 'cleo', metadata: { project: 'apollo' } };
      const first = memory({ ...cleo, infer: true });
      await insertMemory(store, first, index, common);
      const [one] = (await claimDue()) as [Claim];
      const archived = { at: noon, guards: [], kind: 'archive', outcome: 'nothing_to_store', extraction } as const;
      const second = memory(cleo);
      await insertMemory(store, second, index, common);
      await commitExtraction(store, { ...archived, claim: one, completed: [] });
      expect(await used()).toEqual({ endUsers: 1, projects: 1 });
      await removeMemory(store, ana, second.id);
      expect(await used()).toEqual({ endUsers: 0, projects: 0 });

      const dan = memory({ userId: 'dan' });
      expect(await insertMemory(store, dan, words('boat'), common)).toEqual({ kind: 'written' });
      const change = { accountId: ana, id: first.id, expectedVersion: 1, at: noon, metadata: {} };
      const back = { ...change, index: { ...emptyMetadataIndex, projects: ['apollo'] }, text: newText() };
      expect(await changeMemory(store, back, common)).toEqual({ kind: 'over_limit', limit: 'end_users' });
      expect(await used()).toEqual({ endUsers: 1, projects: 0 });
      await removeMemory(store, ana, dan.id);
      const inOther = memory();
      await insertMemory(store, inOther, { ...words('boat'), projects: ['gemini'] }, common);
      expect(await changeMemory(store, back, common)).toEqual({ kind: 'over_limit', limit: 'projects' });
      await removeMemory(store, ana, inOther.id);
      expect(await changeMemory(store, back, common)).toEqual({ kind: 'written' });
      expect(await used()).toEqual({ endUsers: 1, projects: 1 });
      await removeMemory(store, ana, first.id);
      expect(await used()).toEqual({ endUsers: 0, projects: 0 });
    });

    it('takes no place away with a memory that is deleted after it was set aside', async () => {
      const one = await addForExtraction({ userId: 'cleo' });
      await add({ userId: 'cleo' });
      const archived = { at: noon, guards: [], kind: 'archive', outcome: 'nothing_to_store', extraction } as const;
      await commitExtraction(store, { ...archived, claim: one, completed: [] });
      await removeMemory(store, ana, one.id);
      expect(await steps.opened().usage.usage(ana, unlimited.month)).toMatchObject({ endUsers: 1 });
    });

    it('needs no room and counts nothing for facts, which are in the places of the write', async () => {
      const common: WriteQuota = { ...unlimited, memoryWrites: 1, endUsers: 1, projects: 1 };
      const metadata = { project: 'apollo' };
      const index = { ...words('raw text'), projects: ['apollo'] };
      const written = memory({ userId: 'cleo', infer: true, metadata });
      await insertMemory(store, written, index, common);
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
      expect(await steps.opened().usage.usage(ana, common.month)).toEqual(used);
      await removeMemory(store, ana, written.id);
      expect(await steps.opened().usage.usage(ana, common.month)).toEqual(used);
      await removeMemory(store, ana, added.id);
      expect(await steps.opened().usage.usage(ana, common.month)).toMatchObject({ endUsers: 0, projects: 0 });
    });
  });
}
