import { discardDeletion, type ErasingStore, isGone } from '../src/domain/memories/delete-scope.ts';
import {
  type DeletionName,
  deletions,
  type NewDeletion,
  type StoredDeletion,
} from '../src/domain/memories/deletion-kinds.ts';
import type { Idempotency } from '../src/domain/usage/idempotency.ts';

export type DeletionSteps = ReturnType<typeof deletionSteps>;

/** The steps of tests that delete memories by scope. Each is a command or a read. */
export function deletionSteps(store: ErasingStore) {
  const { records } = store;
  return {
    matching: (query: Parameters<typeof records.query<'matchMemories'>>[2]) =>
      records.query(query.scope.accountId, 'matchMemories', query),
    prepare: (deletion: NewDeletion, ids: readonly string[]) =>
      records.run(deletion.accountId, 'prepareMemoryDeletion', { deletion, ids }),
    begin: (
      { accountId, id }: DeletionName,
      { ids, idempotency }: { ids: readonly string[]; idempotency?: Idempotency },
    ) => {
      const begun = { id, matched: ids.length, status: 'done' as const };
      return records.run(accountId, 'beginMemoryDeletion', { accountId, begun, ids, idempotency });
    },
    discard: (name: DeletionName) => discardDeletion(records, name),
    hide: ({ accountId, id }: DeletionName, after: string) =>
      records.run(accountId, 'hideMemories', { accountId, id, after }),
    remove: ({ accountId, id }: DeletionName, after: string) =>
      records.run(accountId, 'removeHiddenMemories', { accountId, id, after }),
    unverified: (limit: number) => records.scan(deletions, 'unverified', { of: [], limit }),
    async scan(all: readonly StoredDeletion[]): Promise<string[]> {
      if ((await store.local?.eraseDeleted()) === false) return [];
      const gone: string[] = [];
      for (const one of all) if (await isGone(store, one)) gone.push(one.id);
      return gone;
    },
    async verify(
      { accountId, id, removed }: StoredDeletion,
      verified: { at: number; parameters: NewDeletion['parameters'] },
    ): Promise<void> {
      while (!(await records.run(accountId, 'verifyMemoryDeletion', { accountId, id, removed, ...verified })));
    },
    async get(accountId: string, id: string): Promise<StoredDeletion | undefined> {
      const found = await records.get(deletions, { accountId, id });
      return found?.state === 'preparing' ? undefined : found;
    },
    list: (accountId: string, query: Omit<Parameters<typeof records.query<'listMemoryDeletions'>>[2], 'accountId'>) =>
      records.query(accountId, 'listMemoryDeletions', { accountId, ...query }),
    secrets: (accountId: string) => records.distinct(deletions, 'secret', { of: [accountId], limit: 9 }),
    purge: (before: number) => records.run('', 'purgeMemoryDeletions', before),
  };
}
