import { describe, expect, it } from 'vitest';
import { ana, bo, newText, noon, words } from '../../../test/memory-store-samples.ts';
import type { MemoryStoreSteps } from '../../../test/memory-store-steps.ts';
import { changeMemory } from '../../../test/store-steps.ts';
import { type Actor, workerActor } from '../../ports/memory.ts';
import { maxVersions } from './kinds.ts';
import type { VersionQuery } from './memory-queries.ts';

export function describeMemoryVersions({ store, add, change, remove, insert, claimDue, complete }: MemoryStoreSteps) {
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
