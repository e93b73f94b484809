import { beforeEach, describe, expect, it } from 'vitest';
import { emptyMetadataIndex } from '../../test/make-index.ts';
import {
  ana,
  bo,
  embedderId,
  ids,
  type MemoryStoreSteps,
  newText,
  noon,
  restOf,
  type SuiteOptions,
  vector,
  words,
} from '../../test/memory-store-steps.ts';
import { changeMemory, commitExtraction, completeClaims, removeMemory, unlimited } from '../../test/store-steps.ts';
import type { Claim, Memory, MemoryStore, ReembedClaimOptions } from './memory-store.ts';

export function describeEmbeddingState(steps: MemoryStoreSteps, options: SuiteOptions): void {
  let store: MemoryStore;
  beforeEach(() => {
    store = steps.opened().memories;
  });
  const { add, claimDue, finish, find } = steps;
  const itRest = restOf(options);

  describe('re-embedding', () => {
    const newId = 'new-embedder@1';
    function claimStale(options: Partial<ReembedClaimOptions> = {}): Promise<Claim[]> {
      const limits = { limit: 100, characters: 1e6, quarantineAfter: 2 };
      const plain = { purpose: 'reembed', embedderId: newId, ...limits, now: noon, leaseMs: 1_000 } as const;
      return store.claim({ ...plain, ...options });
    }
    /** Ready, with a vector of the old embedder. */
    async function addReady(changes: Partial<Memory> = {}, index = words('boat')): Promise<Memory> {
      const added = await add(changes, index);
      await finish(() => [vector(0)]);
      return added;
    }
    const reembedded = (claim: Claim, vectors = [vector(1)]) => ({ claim, embedderId: newId, vectors, entities: null });
    const findNew = (more: object = {}) => find({ vector: vector(1), embedder: newId, ...more });
    const idsOf = (memories: readonly { id: string }[]) => memories.map(({ id }) => id);

    itRest('hands out what is ready and of another embedder, and nothing else', async () => {
      const { id } = await addReady({ messages: [{ role: 'user', content: 'The invoices go out on Fridays' }] });
      const pending = await add();
      expect(await claimStale({ embedderId })).toEqual([]);
      expect(await store.countStale(embedderId)).toBe(0);
      expect(await store.hasStale(ana, embedderId)).toBe(false);
      expect(await store.countStale(newId)).toBe(1);
      expect([await store.hasStale(ana, newId), await store.hasStale(bo, newId)]).toEqual([true, false]);
      const [claimed, ...more] = await claimStale();
      expect(more).toEqual([]);
      const { text, messages } = (await store.get(ana, id)) as Memory;
      expect(claimed).toMatchObject({ id, accountId: ana, text, messages, attempts: 1 });
      expect(await store.embedderOf(ana, id)).toBe(embedderId);
      expect(await store.embedderOf(bo, id)).toBeNull();
      expect(await store.embedderOf(ana, pending.id)).toBeNull();
    });

    it('puts the new vectors in the place of the old ones and changes nothing else', async () => {
      const { id } = await addReady();
      const before = await store.get(ana, id);
      const stale = await claimStale();
      expect(ids(await findNew())).toEqual([]);
      expect(ids(await findNew({ words: ['boat'] }))).toEqual([id]);
      expect(
        await completeClaims(
          store,
          stale.map((one) => reembedded(one, [vector(2), vector(1)])),
        ),
      ).toEqual([id]);
      expect(await store.get(ana, id)).toEqual(before);
      const [found] = (await findNew()).candidates;
      expect(found).toMatchObject({ id, cosine: expect.closeTo(1, 1) });
      expect(ids(await find({ vector: vector(0) }))).toEqual([]);
      expect(await store.embedderOf(ana, id)).toBe(newId);
      expect([await store.countStale(newId), await store.hasStale(ana, newId)]).toEqual([0, false]);
      expect(await claimStale({ now: noon + 10_000 })).toEqual([]);
      // Back again, too.
      expect(idsOf(await claimStale({ embedderId }))).toEqual([id]);
    });

    itRest('hands a memory to one worker only, and again when the lease has ended', async () => {
      const { id } = await addReady();
      const claims = await Promise.all([claimStale(), claimStale(), claimStale()]);
      expect(claims.flat()).toHaveLength(1);
      expect(await claimStale({ now: noon + 999 })).toEqual([]);
      expect(await claimStale({ now: noon + 1_000 })).toEqual([expect.objectContaining({ id, attempts: 2 })]);
    });

    itRest('takes vectors once, whoever brings them first', async () => {
      const { id } = await addReady();
      const [first] = (await claimStale()) as [Claim];
      const [second] = (await claimStale({ now: noon + 1_000 })) as [Claim];
      const kept = await Promise.all([first, second].map((one) => completeClaims(store, [reembedded(one)])));
      expect(kept.flat()).toEqual([id]);
      expect((await findNew()).candidates).toHaveLength(1);
    });

    it('drops vectors of a text that changed meanwhile, and of a memory that went', async () => {
      const changed = await addReady();
      const gone = await addReady();
      const kept = await addReady();
      const stale = await claimStale();
      expect(idsOf(stale).sort()).toEqual([changed.id, gone.id, kept.id].sort());
      const change = { accountId: ana, id: changed.id, expectedVersion: 1, at: noon, metadata: {} };
      await changeMemory(store, { ...change, index: emptyMetadataIndex, text: newText() }, unlimited);
      await removeMemory(store, ana, gone.id);
      expect(
        await completeClaims(
          store,
          stale.map((one) => reembedded(one)),
        ),
      ).toEqual([kept.id]);
      expect(ids(await findNew())).toEqual([kept.id]);
      expect(await store.get(ana, changed.id)).toMatchObject({ status: 'pending' });
      expect(await claimStale({ now: noon + 10_000 })).toEqual([]);
      expect(await store.countStale(newId)).toBe(0);
    });

    it('keeps vectors when only the metadata changed meanwhile, and finds them by the new ones', async () => {
      const { id } = await addReady();
      const stale = await claimStale();
      const index = { ...emptyMetadataIndex, filterKeys: ['["a",1]'] };
      const change = { accountId: ana, id, expectedVersion: 1, at: noon, metadata: { a: 1 }, index, text: null };
      await changeMemory(store, change, unlimited);
      expect(
        await completeClaims(
          store,
          stale.map((one) => reembedded(one)),
        ),
      ).toEqual([id]);
      expect(ids(await findNew({ scope: { filterKeys: [['["a",1]']] } }))).toEqual([id]);
    });

    itRest(
      'hands back without a mark unless the memory was refused, and tries what is under suspicion alone',
      async () => {
        const { id } = await addReady();
        const handBack = async (at: number, rejected: boolean) => {
          const stale = await claimStale({ now: at, limit: 1 });
          await store.release(stale, at + 100, { rejected });
          return stale.map(({ attempts }) => attempts);
        };
        expect(await handBack(noon, false)).toEqual([1]);
        expect(await handBack(noon + 99, false)).toEqual([]);
        expect(await handBack(noon + 100, true)).toEqual([1]);
        expect(await handBack(noon + 200, true)).toEqual([2]);
        const others = [await addReady(), await addReady()];
        const later = { now: noon + 1_000 };
        expect(idsOf(await claimStale(later)).sort()).toEqual(idsOf(others).sort());
        expect(await claimStale(later)).toEqual([expect.objectContaining({ id, attempts: 3 })]);
      },
    );

    it('counts a memory without vectors as moved, finds it by its words, and moves it to the next embedder', async () => {
      const { id } = await addReady();
      const stale = await claimStale();
      expect(
        await completeClaims(
          store,
          stale.map((one) => reembedded(one, [])),
        ),
      ).toEqual([id]);
      expect(await store.countStale(newId)).toBe(0);
      expect(await store.embedderOf(ana, id)).toBeNull();
      expect(ids(await findNew())).toEqual([]);
      expect(ids(await findNew({ words: ['boat'] }))).toEqual([id]);
      expect(await claimStale({ embedderId: 'third@1' })).toEqual([expect.objectContaining({ id, attempts: 1 })]);
    });

    itRest('serves owners in turn, and stops when it has handed out as many and as much as asked for', async () => {
      for (let i = 0; i < 6; i++) await addReady();
      await addReady({ accountId: bo });
      const claims: Claim[][] = [];
      for (let i = 0; i < 5; i++) claims.push(await claimStale({ limit: 2 }));
      expect(claims.map(({ length }) => length)).toEqual([2, 1, 2, 2, 0]);
      expect(new Set(idsOf(claims.flat()))).toHaveLength(7);
      expect(claims[1]?.[0]?.accountId).toBe(bo);
      expect(await claimStale({ now: noon + 1_000, characters: 31 })).toHaveLength(2);
    });

    itRest('does not move what is set aside', async () => {
      const { id } = await add({ infer: true });
      const [claim] = (await claimDue()) as [Claim];
      const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
      const archived = { kind: 'archive', outcome: 'nothing_to_store', extraction, completed: [] } as const;
      expect(await commitExtraction(store, { claim, at: noon, guards: [], ...archived })).toBe('written');
      expect([await store.countStale(newId), await claimStale()]).toEqual([0, []]);
      expect(await store.get(ana, id)).toMatchObject({ isArchived: true });
    });
  });
}
