import { describe, expect, it } from 'vitest';
import { ana, bo, idsOf, memory, newText, noon, words } from '../../../test/memory-store-samples.ts';
import type { MemoryStoreSteps } from '../../../test/memory-store-steps.ts';
import { unlimited } from '../../../test/store-steps.ts';
import type { Memory, MemoryVersion, Scope } from '../../ports/memory.ts';
import { toInsert } from './create-memory.ts';
import type { ExportedRecord } from './memory-store.ts';

const by = { kind: 'import', keyPrefix: 'mnk_x' } as const;

export function describeMemoryTransfer(steps: MemoryStoreSteps): void {
  const { store, add, change, clock, finish, insert, listed, remove } = steps;

  async function exported(scope: Partial<Scope> = {}, versions = false): Promise<ExportedRecord[]> {
    const opened = await store.openExport({ scope: { accountId: ana, ...scope }, versions });
    const all: ExportedRecord[] = [];
    for (let page = await opened.next(); page.length > 0; page = await opened.next()) all.push(...page);
    await opened.close();
    return all;
  }
  const exportedIds = async (scope: Partial<Scope> = {}) => idsOf((await exported(scope)).map((one) => one.memory));
  async function bringIn(
    changes: Partial<Memory>,
    imported: Partial<Parameters<typeof toInsert>[2]> = {},
  ): Promise<string | undefined> {
    const added = memory({ changedBy: by, ...changes });
    const source = { key: `id:${added.id}`, versions: [], ...imported };
    const insert = toInsert(added, words('boat', ['["project","x"]']), source);
    const [result] = await store.commit([{ accountId: added.accountId, changes: [insert], quota: unlimited }]);
    return result?.kind;
  }

  describe('export', () => {
    it('is one snapshot of a scope, in the order of ids, with archived and without expired memories', async () => {
      const kept = await add({ agentId: 'a' }, words('boat', ['["project","x"]']));
      const other = await add({});
      await add({ accountId: bo, userId: bo });
      const ended = await add({ expiresAt: noon + 1 });
      await bringIn({ isArchived: true, outcome: 'nothing_to_store', agentId: 'a' });
      clock.time = noon + 1;
      const opened = await store.openExport({ scope: { accountId: ana }, versions: false });
      await remove(other.id);
      await add({ agentId: 'a' });
      const seen = idsOf((await opened.next()).map((one) => one.memory));
      expect(await opened.next()).toEqual([]);
      await opened.close();
      await opened.close();
      expect(seen).toHaveLength(3);
      expect(seen).toEqual(seen.toSorted());
      expect(seen).toEqual(expect.arrayContaining([kept.id, other.id]));
      expect(seen).not.toContain(ended.id);
      expect(await exportedIds({ agentId: 'a' })).toHaveLength(3);
      expect(await exportedIds({ filterKeys: [['["project","x"]']] })).toEqual([kept.id]);
      expect(await exportedIds({ accountId: 'acct_nobody' })).toEqual([]);
    });

    it('holds the former versions when they are requested for', async () => {
      const { id } = await add();
      await change(id, { text: newText(), at: noon + 5 });
      const [without] = await exported();
      expect([without?.memory.version, without?.versions]).toEqual([2, []]);
      const [withThem] = await exported({}, true);
      expect(withThem?.versions).toEqual((await store.versions({ accountId: ana, id, limit: 9 })).versions);
    });
  });

  describe('import', () => {
    const versions: MemoryVersion[] = [1, 2].map((version) => ({
      ...{ version, text: `text ${version}`, messages: null, metadata: { version }, changedBy: by },
      ...{ changedAt: noon - 100 + version, replacedAt: noon - 99 + version },
    }));

    it('keeps versions and times, and what ingest leaves of an extraction', async () => {
      const past: Partial<Memory> = {
        ...{ version: 3, createdAt: noon - 99, updatedAt: noon - 97, occurredAt: noon - 1_000 },
        ...{ textChangedAt: noon - 98, outcome: 'extracted', sourceMemoryId: 'mem_source' },
        extraction: { duplicateOf: null, extractedIds: ['mem_x'], originalText: 'said so' },
      };
      const id = 'mem_00000000000000000000000001';
      expect(await bringIn({ id, ...past }, { versions })).toBe('written');
      await finish();
      expect(await store.get(ana, id)).toMatchObject({ ...past, status: 'ready', changedBy: by });
      expect((await store.versions({ accountId: ana, id, limit: 9 })).versions).toEqual(versions.toReversed());
      expect((await steps.usage()).memoryWrites).toBe(1);
    });

    it('is stale when a row of the account has the key or the id, and new again when it was deleted', async () => {
      const id = 'mem_00000000000000000000000002';
      const key = 'id:2';
      expect(await bringIn({ id }, { key })).toBe('written');
      expect(await bringIn({ id }, { key: 'another' })).toBe('stale');
      expect(await bringIn({}, { key })).toBe('stale');
      expect(await bringIn({ id, accountId: bo, userId: bo }, { key })).toBe('written');
      expect((await steps.usage()).memoryWrites).toBe(1);
      const requested = { ids: [id, 'mem_x'], importKeys: [key, 'another'] };
      expect(await store.findTaken(ana, requested)).toEqual({ ids: [id], importKeys: [key] });
      await remove(id);
      expect(await store.findTaken(ana, requested)).toEqual({ ids: [], importKeys: [] });
      expect(await bringIn({ id }, { key, versions })).toBe('written');
    });

    it('writes a memory once that two imports bring in at the same time', async () => {
      const kinds = await Promise.all([1, 2, 3].map(() => bringIn({}, { key: 'same' })));
      expect(kinds.toSorted()).toEqual(['stale', 'stale', 'written']);
      expect(await listed()).toHaveLength(1);
    });

    it('keeps an archived memory out of lists, ingest and the places of the plan', async () => {
      const archived: Partial<Memory> = { isArchived: true, outcome: 'duplicate', endUserId: 'alice' };
      expect(await bringIn(archived)).toBe('written');
      expect(await listed()).toEqual([]);
      expect(await steps.claimDue()).toEqual([]);
      const quota = { ...unlimited, endUsers: 0, projects: 0 };
      const added = memory(archived);
      const imported = { key: 'another', versions: [] };
      const one = toInsert(added, words('boat'), imported);
      expect(await store.commit([{ accountId: ana, changes: [one], quota }])).toEqual([{ kind: 'written' }]);
      const [record] = await exported();
      expect([record?.memory.isArchived, record?.outcome]).toEqual([true, 'duplicate']);
      expect(await insert(memory({ endUserId: 'alice' }), words('boat'), { quota })).toMatchObject({
        kind: 'over_limit',
      });
    });
  });
}
