import { beforeEach, describe, expect, it } from 'vitest';
import { emptyMetadataIndex } from '../../test/make-index.ts';
import {
  ana,
  embedderId,
  ids,
  type MemoryStoreSteps,
  memory,
  newText,
  noon,
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
  requeueMemory,
  unlimited,
} from '../../test/store-steps.ts';
import type { Claim, MemoryStore } from './memory-store.ts';

export function describeIngestJobs(steps: MemoryStoreSteps): void {
  let store: MemoryStore;
  beforeEach(() => {
    store = steps.opened().memories;
  });
  const { add, claimDue, find } = steps;

  describe('ingest', () => {
    it('hands a due memory to one worker only, and again when the lease has ended', async () => {
      const { id } = await add();
      const [first, second] = await Promise.all([claimDue(), claimDue()]);
      expect([...first, ...second].map((claim) => claim.id)).toEqual([id]);
      expect(await store.get(ana, id)).toMatchObject({ status: 'pending', attempts: 1 });
      const again = await claimDue({ limit: 10, now: noon + 1_000, leaseMs: 1_000 });
      expect(again.map(({ attempts }) => attempts)).toEqual([2]);
    });

    it('hands out the oldest first, no more than asked, and nothing that is not due', async () => {
      await add({ nextAttemptAt: noon + 1 });
      const later = await add({ nextAttemptAt: noon });
      const earlier = await add({ nextAttemptAt: noon - 1 });
      const claims = await claimDue({ limit: 1, now: noon, leaseMs: 1_000 });
      expect(claims.map(({ id }) => id)).toEqual([earlier.id]);
      expect((await claimDue()).map(({ id }) => id)).toEqual([later.id]);
    });

    it('hands the trace of the last request that made a memory pending to whoever claims it', async () => {
      const [first, second] = [
        '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
      ];
      const traced = memory();
      await insertMemory(store, traced, words('invoic'), unlimited, undefined, first);
      await add();
      const claims = await claimDue();
      expect(claims.map(({ traceParent }) => traceParent)).toEqual([first, null]);
      const change = {
        accountId: ana,
        id: traced.id,
        expectedVersion: 1,
        at: noon,
        metadata: {},
        index: emptyMetadataIndex,
      };
      await changeMemory(store, { ...change, text: newText() }, unlimited, undefined, second);
      const [again] = (await claimDue()) as [Claim];
      expect(again.traceParent).toBe(second);
      await failClaims(store, [{ claim: again, failure: { code: 'c', message: 'm' }, rejected: true, retryAt: null }]);
      await requeueMemory(store, ana, traced.id, noon, undefined, first);
      expect(await claimDue()).toMatchObject([{ traceParent: first }]);
    });

    it('keeps the facts of a memory in its trace', async () => {
      const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const written = memory({ infer: true });
      await insertMemory(store, written, words('invoic'), unlimited, undefined, traceParent);
      const [one] = (await claimDue()) as [Claim];
      const fact = memory({ sourceMemoryId: written.id });
      await commitExtraction(store, {
        claim: one,
        at: noon,
        guards: [],
        kind: 'extract',
        ...newText(),
        index: newText(),
        extraction: { duplicateOf: null, extractedIds: [], originalText: null },
        added: [{ memory: fact, index: words('invoic') }],
        completed: [],
      });
      expect((await claimDue()).map((claim) => claim.traceParent)).toEqual([traceParent, traceParent]);
    });

    it('prolongs the lease of a memory under way, and touches none that was handed back or has changed', async () => {
      const [kept, back, changed] = [await add(), await add(), await add()];
      const claims = await claimDue();
      await store.release(
        claims.filter(({ id }) => id === back.id),
        noon,
      );
      const change = { accountId: ana, at: noon, metadata: {}, index: emptyMetadataIndex, text: newText() };
      await changeMemory(store, { ...change, id: changed.id, expectedVersion: 1 }, unlimited);
      await store.extend(claims, noon + 60_000);
      expect((await claimDue({ now: noon + 59_999 })).map(({ id }) => id).toSorted()).toEqual([back.id, changed.id]);
      expect(await claimDue({ now: noon + 60_000, limit: 1 })).toMatchObject([{ id: kept.id, attempts: 2 }]);
    });

    it('takes a memory back unfinished and hands it out again at once, without a mark against it', async () => {
      await add();
      const [first] = (await claimDue()) as [Claim];
      expect(await claimDue()).toEqual([]);
      await store.release([first], noon);
      expect(await claimDue()).toMatchObject([{ id: first.id, attempts: 2, rejections: 0, crashCount: 0 }]);
    });

    it('makes a memory ready with its entities', async () => {
      const { id } = await add();
      const [claim] = (await claimDue()) as [Claim];
      const entities = [{ name: 'Ana', kind: 'name' }];
      await completeClaims(store, [{ claim, embedderId, vectors: [vector(0)], entities }]);
      expect(await store.get(ana, id)).toMatchObject({
        status: 'ready',
        outcome: 'stored',
        entities,
        nextAttemptAt: null,
      });
      expect(await store.backlog()).toEqual({ pending: 0, failed: 0, oldestPendingAt: null });
    });

    it('drops a result for a text that has changed, and for a memory that has gone', async () => {
      const [changed, gone] = [await add(), await add()];
      const claims = await claimDue();
      const text = newText();
      await changeMemory(
        store,
        {
          accountId: ana,
          id: changed.id,
          expectedVersion: 1,
          at: noon,
          metadata: {},
          index: emptyMetadataIndex,
          text,
        },
        unlimited,
      );
      await removeMemory(store, ana, gone.id);
      const results = claims.map((claim) => ({
        claim,
        embedderId,
        vectors: [vector(0)],
        entities: [],
      }));
      expect(await completeClaims(store, results)).toEqual([]);
      expect(
        await failClaims(
          store,
          claims.map((claim) => ({ claim, failure: { code: 'c', message: 'm' }, rejected: true, retryAt: null })),
        ),
      ).toEqual([]);
      expect(await store.get(ana, changed.id)).toMatchObject({ status: 'pending', attempts: 0 });
      expect(await store.get(ana, gone.id)).toBeUndefined();
      expect(ids(await find({ vector: vector(0) }))).toEqual([]);
    });

    it('takes a second result of the same claim as done already', async () => {
      await add();
      const [claim] = (await claimDue()) as [Claim];
      const result = { claim, embedderId, vectors: [vector(0)], entities: [] };
      expect(await completeClaims(store, [result])).toHaveLength(1);
      expect(await completeClaims(store, [result])).toEqual([]);
    });

    it('shows a postponed failure as pending and a final one as failed, until it is sent round again', async () => {
      const { id } = await add();
      const failure = { code: 'embedder_unavailable', message: 'down' };
      const [claim] = (await claimDue()) as [Claim];
      await failClaims(store, [{ claim, failure, rejected: true, retryAt: noon + 500 }]);
      expect(await store.get(ana, id)).toMatchObject({
        status: 'pending',
        failure,
        nextAttemptAt: noon + 500,
        attempts: 1,
      });
      const [second] = (await claimDue({
        limit: 1,
        extractions: 1,
        characters: 1,
        now: noon + 500,
        leaseMs: 1,
        quarantineAfter: 3,
        quarantined: false,
      })) as [Claim];
      await failClaims(store, [{ claim: second, failure, rejected: true, retryAt: null }]);
      expect(await store.get(ana, id)).toMatchObject({ status: 'failed', failure, nextAttemptAt: null, attempts: 2 });
      expect(await store.backlog()).toEqual({ pending: 0, failed: 1, oldestPendingAt: null });
      expect(await requeueMemory(store, ana, id, noon + 900)).toEqual({ kind: 'written' });
      expect(await requeueMemory(store, ana, id, noon + 900)).toEqual({ kind: 'stale' });
      expect(await store.get(ana, id)).toMatchObject({
        status: 'pending',
        failure: null,
        attempts: 0,
        nextAttemptAt: noon + 900,
      });
      expect(await store.backlog()).toEqual({ pending: 1, failed: 0, oldestPendingAt: noon + 900 });
    });

    it('still finds a failed memory by its words', async () => {
      const { id } = await add({}, words('boat'));
      const [claim] = (await claimDue()) as [Claim];
      await failClaims(store, [{ claim, failure: { code: 'c', message: 'm' }, rejected: true, retryAt: null }]);
      expect(ids(await find({ words: ['boat'] }))).toEqual([id]);
    });
  });
}
