import type { AccountDeletions } from '../../ports/account-deletions.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { DeletionCommands, deletionQueries } from './deletion-commands.ts';
import { accounts } from './kinds.ts';

/** The maximum of deletions that are read at once. Later ones follow when those have ended. */
const maxPending = 1_000;

interface DeletionOptions {
  /**
   * The time in milliseconds within which requests that began before a deletion may still write.
   * @default 0: commands run one after the other
   */
  graceMs?: number;
  /** Drops what is kept in memory of a deleted account. */
  forget?(accountId: string): Promise<void>;
}

/** Deletes accounts. Only `finish` removes the record of an account. */
export function createAccountDeletions(
  records: Pick<RecordStore<DeletionCommands, typeof deletionQueries>, 'run' | 'query' | 'scan'>,
  { graceMs = 0, forget }: DeletionOptions = {},
): AccountDeletions {
  return {
    async begin(accountId, { id, at }) {
      const stored = await records.query(accountId, 'countStored', { accountId });
      return records.run(accountId, 'beginDeletion', { accountId, id, at, stored });
    },

    async pending() {
      const found = await records.scan(accounts, 'deletion', { of: [], limit: maxPending });
      return found.flatMap(({ id: accountId, deletionId: id, deletionBegunAt: begunAt, deletionCounts: counts }) =>
        id !== null && begunAt !== null && counts !== null ? { id, accountId, begunAt, counts } : [],
      );
    },

    removeSome: ({ accountId, id }) => records.run(accountId, 'removeOfAccount', { accountId, id }),

    async finish({ accountId, id }) {
      const isFinished = await records.run(accountId, 'finishDeletion', { accountId, id, graceMs });
      if (isFinished) await forget?.(accountId);
      return isFinished;
    },
  };
}
