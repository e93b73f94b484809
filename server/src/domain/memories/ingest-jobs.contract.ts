import { describe, expect, it } from 'vitest';
import { ana, failure, ids, idsOf, memory, newText, noon, vector, words } from '../../../test/memory-store-samples.ts';
import type { MemoryStoreSteps } from '../../../test/memory-store-steps.ts';

export function describeIngestJobs(steps: MemoryStoreSteps): void {
  const { store, add, insert, change, remove, requeue, claimDue, complete, fail, find } = steps;

  describe('ingest', () => {
    it('hands out the oldest first, no more than the limit, and nothing that is not due', async () => {
      await add({ nextAttemptAt: noon + 1 });
      const later = await add({ nextAttemptAt: noon });
      const earlier = await add({ nextAttemptAt: noon - 1 });
      expect(idsOf(await claimDue({ limit: 1 }))).toEqual([earlier.id]);
      expect(idsOf(await claimDue())).toEqual([later.id]);
    });

    it('keeps the trace of the last request that made a memory pending', async () => {
      const trace = (flags: string) => `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`;
      const traced = memory();
      await insert(traced, words('invoic'), { traceParent: trace('01') });
      await add();
      expect(await claimDue()).toMatchObject([{ traceParent: trace('01') }, { traceParent: null }]);
      await change(traced.id, { text: newText(), traceParent: trace('00') });
      const again = await claimDue();
      expect(again).toMatchObject([{ traceParent: trace('00') }]);
      await fail(again);
      await requeue(traced.id, noon, { traceParent: trace('01') });
      expect(await claimDue()).toMatchObject([{ traceParent: trace('01') }]);
    });

    it('extends the lease of a claimed memory only, and hands out a released one at once without counting a rejection or crash', async () => {
      const [kept, released, changed] = [await add(), await add(), await add()];
      const claims = await claimDue();
      expect(await claimDue()).toEqual([]);
      const toRelease = claims.filter(({ id }) => id === released.id);
      await store.release(toRelease, noon);
      await change(changed.id, { text: newText() });
      await store.extend(claims, noon + 60_000);
      const again = await claimDue();
      expect(idsOf(again).sort()).toEqual([released.id, changed.id]);
      const uncounted = { id: released.id, attempts: 2, rejections: 0, crashCount: 0 };
      expect(again).toContainEqual(expect.objectContaining(uncounted));
      expect(idsOf(await claimDue({ now: noon + 59_999 })).sort()).toEqual([released.id, changed.id]);
      expect(await claimDue({ now: noon + 60_000 })).toMatchObject([{ id: kept.id, attempts: 2 }]);
    });

    it('makes a memory ready once, and drops a result for a text that has changed and for a deleted memory', async () => {
      const [kept, changed, gone] = [await add(), await add(), await add()];
      const claims = await claimDue();
      await change(changed.id, { text: newText() });
      await remove(gone.id);
      const entities = [{ name: 'Ana', kind: 'name' }];
      expect(await complete(claims, { entities })).toEqual([kept.id]);
      expect([await complete(claims), await fail(claims)]).toEqual([[], []]);
      const ready = { status: 'ready', outcome: 'stored', entities, nextAttemptAt: null };
      expect(await store.get(ana, kept.id)).toMatchObject(ready);
      expect(await store.get(ana, changed.id)).toMatchObject({ status: 'pending', attempts: 0 });
      expect(await store.get(ana, gone.id)).toBeUndefined();
      expect(ids(await find({ vector: vector(0) }))).toEqual([kept.id]);
      expect(await store.backlog()).toEqual({ pending: 1, failed: 0, oldestPendingAt: noon });
    });

    it('shows a postponed failure as pending and a final one as failed and found, until it is requeued', async () => {
      const { id } = await add({ infer: true }, words('boat'));
      const state = async () => ({ ...(await store.get(ana, id)), ...(await store.backlog()) });
      await fail(await claimDue(), noon + 500);
      const postponed = { status: 'pending', failure, nextAttemptAt: noon + 500, attempts: 1 };
      expect(await state()).toMatchObject({ ...postponed, pending: 1, failed: 0, oldestPendingAt: noon });
      await fail(await claimDue({ now: noon + 500 }));
      const failed = { status: 'failed', failure, nextAttemptAt: null, attempts: 2 };
      expect(await state()).toMatchObject({ ...failed, pending: 0, failed: 1, oldestPendingAt: null });
      expect(ids(await find({ words: ['boat'] }))).toEqual([id]);
      expect([await requeue(id, noon + 900), await requeue(id)]).toEqual([{ kind: 'written' }, { kind: 'stale' }]);
      const requeued = { status: 'pending', failure: null, attempts: 0, nextAttemptAt: noon + 900 };
      expect(await state()).toMatchObject({ ...requeued, pending: 1, failed: 0, oldestPendingAt: noon + 900 });
      expect(await claimDue({ now: noon + 900 })).toMatchObject([{ id, infer: true, attempts: 1 }]);
    });
  });
}
