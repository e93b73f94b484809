import { describe, expect, it } from 'vitest';
import { ana, bo, embedderId, ids, newText, noon, record, vector, words } from '../../../test/memory-store-samples.ts';
import type { MemoryStoreSteps } from '../../../test/memory-store-steps.ts';
import { type Memory, workerActor } from '../../ports/memory.ts';
import { type Change, toContentChange } from './changes.ts';

const end = noon + 1_000;

export function describeExpiry(steps: MemoryStoreSteps): void {
  const { store, clock, add, change, remove, requeue, claimDue, complete, fail, finish, find, listed } = steps;
  const ending = { expiresAt: end };

  async function addReady(changes: Partial<Memory>, text = 'boat'): Promise<Memory> {
    const added = await add(changes, words(text, ['["project","x"]']));
    await finish();
    return added;
  }
  const commitOne = async (one: Change) => (await store.commit([{ accountId: ana, changes: [one] }]))[0]?.kind;
  const sweep = (id: string) => commitOne({ kind: 'remove', id, expired: true });
  const reach = (time: number) => {
    clock.time = time;
  };

  describe('expiry', () => {
    it('hides a memory from every read at the very instant, and not before', async () => {
      const gone = await addReady(ending);
      const kept = await addReady({ expiresAt: end + 1 });
      await change(gone.id, { text: newText(null, 'boat') });
      await finish();
      const facets = { scope: { accountId: ana }, limit: 9, maxIds: 9 };
      const query = { words: ['boat'], vector: vector(0) };
      const reads = async () => ({
        got: (await store.get(ana, gone.id))?.expiresAt,
        many: (await store.getMany(ana, [gone.id, kept.id])).length,
        listed: await listed(),
        versions: (await store.versions({ accountId: ana, id: gone.id, limit: 9 })).versions.length,
        counted: (await store.countFacets(facets)).memories,
        found: ids(await find(query)),
        included: ids(await find({ ...query, include: gone.id, limit: 1 })).includes(gone.id),
        embedder: (await store.embeddingOf(ana, gone.id))?.embedderId ?? null,
        next: await store.nextExpiry(ana),
      });
      reach(end - 1);
      const listedBefore = [kept.id, gone.id];
      expect(await reads()).toEqual({
        ...{ got: end, many: 2, listed: listedBefore, versions: 1, counted: 2, included: true },
        ...{ found: listedBefore.toSorted(), embedder: embedderId, next: end },
      });
      expect(await store.expired(9)).toEqual([]);
      reach(end);
      expect(await reads()).toEqual({
        ...{ got: undefined, many: 1, listed: [kept.id], versions: 0, counted: 1, included: false },
        ...{ found: [kept.id], embedder: null, next: end + 1 },
      });
      expect(await store.expired(9)).toEqual([{ id: gone.id, accountId: ana }]);
    });

    it('hides it from searches that begin with it, also for a store that never searched before', async () => {
      const kept = await addReady({});
      await addReady(ending);
      reach(end);
      expect(ids(await find({ words: ['boat'], vector: vector(0) }))).toEqual([kept.id]);
      expect(ids(await find({ times: [{ from: noon, to: noon + 1 }], timesAreAll: true }))).toEqual([kept.id]);
    });

    it('makes every change of the memory fail as if it were gone', async () => {
      const { id } = await add({ ...ending, infer: false });
      const [claim] = await claimDue();
      const failed = await add(ending);
      await fail((await claimDue()).filter((one) => one.id === failed.id));
      reach(end);
      expect((await change(id, { text: newText() })).kind).toBe('missing');
      expect((await requeue(failed.id)).kind).toBe('missing');
      expect((await remove(id)).kind).toBe('missing');
      expect(await complete(claim ? [claim] : [])).toEqual([]);
      expect(await fail(claim ? [claim] : [])).toEqual([]);
    });

    it('hands no expired memory to a worker', async () => {
      const ready = await addReady(ending);
      await add({ ...ending, infer: true });
      await add(ending);
      const pending = await add({}, words('sea'));
      const limits = { limit: 9, characters: 1e6, leaseMs: 1_000, quarantineAfter: 3 };
      const options = { ...limits, purpose: 'reembed', embedderId: 'other@1' } as const;
      reach(end);
      expect((await claimDue({ now: end })).map(({ id }) => id)).toEqual([pending.id]);
      expect(await store.claim({ ...options, now: end })).toEqual([]);
      reach(end - 1);
      expect(await store.claim({ ...options, now: end - 1 })).toMatchObject([{ id: ready.id }]);
    });

    it('ends with another change: a later time keeps the memory longer, and null for good', async () => {
      const { id } = await addReady(ending);
      const setTo = async (version: number, expiresAt: number | null) => {
        const memory = (await store.get(ana, id)) as Memory;
        return commitOne(toContentChange(memory, { at: noon + version, by: workerActor, expiresAt }));
      };
      expect(ids(await find({ words: ['boat'] }))).toEqual([id]);
      expect(await setTo(1, end + 5)).toBe('written');
      reach(end + 4);
      expect(ids(await find({ words: ['boat'] }))).toEqual([id]);
      expect(await change(id, { version: 2 })).toEqual({ kind: 'written' });
      expect(await store.get(ana, id)).toMatchObject({ expiresAt: end + 5, version: 3 });
      expect(await setTo(3, null)).toBe('written');
      reach(end + 9);
      expect([await store.get(ana, id), await store.nextExpiry(ana)]).toMatchObject([{ expiresAt: null }, null]);
      expect(ids(await find({ words: ['boat'] }))).toEqual([id]);
    });

    it('ends the stored responses that hold the text, and no others', async () => {
      const { id } = await add(ending);
      const ofText = record('text', { expiresAt: end + 9, subjectId: id });
      const other = record('other', { expiresAt: end + 9 });
      await change(id, { record: ofText });
      await change(id, { version: 2, record: other });
      expect(await store.findResponse(ana, ofText.key)).toEqual({ accountId: ana, ...ofText });
      reach(end);
      const ended = { accountId: ana, ...ofText, body: '' };
      expect(await store.findResponse(ana, ofText.key)).toEqual(ended);
      expect(await store.findResponse(ana, other.key)).toEqual({ accountId: ana, ...other });
      expect(await change(id, { record: ofText })).toEqual({ kind: 'replayed', response: ended });
    });

    it('leaves the rows to a removal of what has expired, which takes nothing else and frees the quota', async () => {
      const { id } = await addReady({ ...ending, endUserId: 'alice' });
      const other = await add({});
      await add({ accountId: bo, ...ending });
      await change(id, { record: record('key', { expiresAt: end + 9 }) });
      expect([await sweep(id), await sweep(other.id)]).toEqual(['missing', 'missing']);
      reach(end);
      expect(await store.expired(1)).toHaveLength(1);
      expect((await store.expired(9)).map(({ accountId }) => accountId).sort()).toEqual([ana, bo]);
      expect((await steps.usage()).endUsers).toBe(1);
      expect([await sweep(id), await sweep(id), await sweep(other.id)]).toEqual(['written', 'missing', 'missing']);
      expect((await steps.usage()).endUsers).toBe(0);
      expect((await store.expired(9)).map(({ accountId }) => accountId)).toEqual([bo]);
      expect(await listed()).toEqual([other.id]);
      expect(ids(await find({ words: ['boat'], vector: vector(0) }))).toEqual([]);
      reach(noon);
      expect(await store.get(ana, id)).toBeUndefined();
    });
  });
}
