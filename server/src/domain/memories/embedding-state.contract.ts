import { describe, expect, it } from 'vitest';
import { ana, bo, embedderId, ids, idsOf, newText, noon, vector, words } from '../../../test/memory-store-samples.ts';
import { type MemoryStoreSteps, restOf, type SuiteOptions } from '../../../test/memory-store-steps.ts';
import type { Memory } from '../../ports/memory.ts';
import type { Claim, ReembedClaimOptions } from './claim.ts';

export function describeEmbeddingState(steps: MemoryStoreSteps, options: SuiteOptions): void {
  const { store, add, change, remove, complete, finish, find } = steps;
  const itRest = restOf(options);

  describe('re-embedding', () => {
    const newId = 'new-embedder@1';
    function claimStale(options: Partial<ReembedClaimOptions> = {}): Promise<Claim[]> {
      const limits = { limit: 100, characters: 1e6, quarantineAfter: 2 };
      const plain = { purpose: 'reembed', embedderId: newId, ...limits, now: noon, leaseMs: 1_000 } as const;
      return store.claim({ ...plain, ...options });
    }
    /** Adds a ready memory with a vector of the old embedder. */
    async function addReady(changes: Partial<Memory> = {}): Promise<Memory> {
      const added = await add(changes, words('boat'));
      await finish();
      return added;
    }
    const reembed = (claims: Claim[], vectors = [vector(1)]) =>
      complete(claims, { embedderId: newId, vectors, entities: null });
    const findNew = (more: object = {}) => find({ vector: vector(1), embedder: newId, ...more });
    const stale = (accountId = ana, embedder = newId) =>
      Promise.all([store.countStale(embedder), store.hasStale(accountId, embedder)]);

    itRest('hands out ready memories of another embedder, and nothing else', async () => {
      const messages = [{ role: 'user' as const, content: 'The invoices go out on Fridays' }];
      const { id, text } = await addReady({ messages });
      const pending = await add();
      expect(await claimStale({ embedderId })).toEqual([]);
      expect(await stale(ana, embedderId)).toEqual([0, false]);
      expect(await stale()).toEqual([1, true]);
      expect(await stale(bo)).toEqual([1, false]);
      const claims = await claimStale();
      expect(claims).toEqual([expect.objectContaining({ id, accountId: ana, text, messages, attempts: 1 })]);
      expect(await store.embeddingOf(ana, id)).toMatchObject({ embedderId, vectors: [expect.any(Float32Array)] });
      expect([await store.embeddingOf(bo, id), await store.embeddingOf(ana, pending.id)]).toEqual([null, null]);
    });

    it('replaces the old vectors by the new ones and changes nothing else', async () => {
      const { id } = await addReady();
      const before = await store.get(ana, id);
      const claims = await claimStale();
      expect(ids(await findNew())).toEqual([]);
      expect(ids(await findNew({ words: ['boat'] }))).toEqual([id]);
      expect(await reembed(claims, [vector(2), vector(1)])).toEqual([id]);
      expect(await store.get(ana, id)).toEqual(before);
      expect((await findNew()).candidates).toMatchObject([{ id, cosine: expect.closeTo(1, 1) }]);
      expect(ids(await find({ vector: vector(0) }))).toEqual([]);
      const embedding = await store.embeddingOf(ana, id);
      const rounded = embedding?.vectors.map((values) => Array.from(values, (value) => Math.round(value * 50) / 50));
      const given = [vector(2), vector(1)].map((values) => Array.from(values, (value) => Math.round(value * 50) / 50));
      expect([embedding?.embedderId, rounded]).toEqual([newId, given]);
      expect(await stale()).toEqual([0, false]);
      expect(await claimStale({ now: noon + 10_000 })).toEqual([]);
    });

    itRest('hands a memory to one worker, again when the lease has ended, and takes its vectors once', async () => {
      const { id } = await addReady();
      const claims = (await Promise.all([claimStale(), claimStale(), claimStale()])).flat();
      expect(claims).toHaveLength(1);
      expect(await claimStale({ now: noon + 999 })).toEqual([]);
      const again = await claimStale({ now: noon + 1_000 });
      expect(again).toEqual([expect.objectContaining({ id, attempts: 2 })]);
      expect((await Promise.all([reembed(claims), reembed(again)])).flat()).toEqual([id]);
      expect((await findNew()).candidates).toHaveLength(1);
    });

    it('drops vectors of a text that changed meanwhile and of a deleted memory, and keeps those under new metadata', async () => {
      const [changed, gone, kept] = [await addReady(), await addReady(), await addReady()];
      const claims = await claimStale();
      expect(idsOf(claims).sort()).toEqual(idsOf([changed, gone, kept]));
      await change(changed.id, { text: newText() });
      await remove(gone.id);
      await change(kept.id, { metadata: { a: 1 }, index: { filterKeys: ['["a",1]'] } });
      expect(await reembed(claims)).toEqual([kept.id]);
      expect(ids(await findNew())).toEqual([kept.id]);
      expect(ids(await findNew({ scope: { filterKeys: [['["a",1]']] } }))).toEqual([kept.id]);
      expect(await store.get(ana, changed.id)).toMatchObject({ status: 'pending' });
      expect(await claimStale({ now: noon + 10_000 })).toEqual([]);
      expect(await stale()).toEqual([0, false]);
    });

    itRest('counts an attempt only when the memory was rejected, and tries quarantined memories alone', async () => {
      const { id } = await addReady();
      const release = async (at: number, rejected: boolean) => {
        const claims = await claimStale({ now: at, limit: 1 });
        await store.release(claims, at + 100, { rejected });
        return claims.map(({ attempts }) => attempts);
      };
      expect(await release(noon, false)).toEqual([1]);
      expect(await release(noon + 99, false)).toEqual([]);
      expect(await release(noon + 100, true)).toEqual([1]);
      expect(await release(noon + 200, true)).toEqual([2]);
      const others = [await addReady(), await addReady()];
      expect(idsOf(await claimStale({ now: noon + 1_000 })).sort()).toEqual(idsOf(others));
      expect(await claimStale({ now: noon + 1_000 })).toEqual([expect.objectContaining({ id, attempts: 3 })]);
    });

    it('counts a memory without vectors as re-embedded, finds it by its words, and hands it out for another embedder', async () => {
      const { id } = await addReady();
      expect(await reembed(await claimStale(), [])).toEqual([id]);
      expect([await store.countStale(newId), await store.embeddingOf(ana, id)]).toEqual([0, null]);
      expect(ids(await findNew())).toEqual([]);
      expect(ids(await findNew({ words: ['boat'] }))).toEqual([id]);
      // The way back to an earlier embedder works, too.
      expect(await claimStale({ embedderId })).toEqual([expect.objectContaining({ id, attempts: 1 })]);
    });
  });
}
