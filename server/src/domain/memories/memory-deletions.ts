import type { DeletionName, MemoryDeletions } from '../../ports/memory-deletions.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { memoryDeletionCommands } from './deletion-commands.ts';
import { deletions, toDeletion } from './deletion-kinds.ts';
import type { memoryDeletionQueries, ScannedSlice } from './deletion-queries.ts';

type Records = RecordStore<typeof memoryDeletionCommands, typeof memoryDeletionQueries>;

/** The maximum of secrets of an account. Only deletions that began at the same time have different ones. */
const maxSecrets = 100;

interface ScanOptions {
  /**
   * Erases deleted texts from the files of the store. Resolves to false if that is not possible now.
   * @default the store has no such files
   */
  eraseDeleted?(): Promise<boolean>;
  /** Whether search indexes in memory contain one of the memories. @default there are no such indexes */
  isIndexed?(accountId: string, seqs: readonly number[]): Promise<boolean>;
}

/** Deletes memories by scope, and stores the receipts of deletions. */
export function createMemoryDeletions(records: Records, options: ScanOptions = {}): MemoryDeletions {
  return {
    matching: (query) => records.query(query.scope.accountId, 'matchMemories', query),
    prepare: (deletion, ids) => records.run(deletion.accountId, 'prepareMemoryDeletion', { deletion, ids }),
    begin: (name, begun) => records.run(name.accountId, 'beginMemoryDeletion', { ...nameOf(name), ...begun }),
    async discard(name) {
      while (!(await records.run(name.accountId, 'discardMemoryDeletion', nameOf(name))));
    },

    hide: (name, after) => records.run(name.accountId, 'hideMemories', { ...nameOf(name), after }),
    remove: (name, after) => records.run(name.accountId, 'removeHiddenMemories', { ...nameOf(name), after }),

    async unverified(limit) {
      return (await records.scan(deletions, 'unverified', { of: [], limit })).map(toDeletion);
    },
    scan: (all) => scan(records, options, all),
    async verify({ accountId, id, removed }, { at, parameters }) {
      const verified = { accountId, id, removed, at, parameters };
      while (!(await records.run(accountId, 'verifyMemoryDeletion', verified)));
    },

    async get(accountId, id) {
      const found = await records.get(deletions, { accountId, id });
      return found && found.state !== 'preparing' ? toDeletion(found) : undefined;
    },
    list: (accountId, query) => records.query(accountId, 'listMemoryDeletions', { accountId, ...query }),
    async secrets(accountId) {
      return (await records.distinct(deletions, 'secret', { of: [accountId], limit: maxSecrets })) as string[];
    },
    purge: (before) => records.run('', 'purgeMemoryDeletions', before),
  };
}

/** Drops the other fields, which would be copied to another thread. */
function nameOf({ accountId, id }: DeletionName): DeletionName {
  return { accountId, id };
}

async function scan(
  records: Records,
  { eraseDeleted = async () => true, isIndexed = async () => false }: ScanOptions,
  all: readonly DeletionName[],
): Promise<string[]> {
  // Until then, deleted texts may still be in the files.
  if (!(await eraseDeleted())) return [];
  const gone: string[] = [];
  for (const { accountId, id } of all) if (await isGone(accountId, id)) gone.push(id);
  return gone;

  async function isGone(accountId: string, id: string): Promise<boolean> {
    let after = '';
    for (;;) {
      const slice: ScannedSlice = await records.query(accountId, 'scanDeletion', { accountId, id, after });
      if (slice.isLeft || (await isIndexed(accountId, slice.seqs))) return false;
      if (slice.last === null) return true;
      after = slice.last;
    }
  }
}
