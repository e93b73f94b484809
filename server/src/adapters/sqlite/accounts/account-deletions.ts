import type { AccountDeletion, AccountDeletions } from '../../../ports/account-deletions.ts';
import { prepare } from '../connection/prepare.ts';
import type { Connections } from '../threads/connections.ts';

type DeletionRow = Omit<AccountDeletion, 'counts'> & { counts: string };

/** Deletes accounts in SQLite. @param options.forget drops the data of an account that searches keep in memory */
export function createSqliteAccountDeletions({
  writer,
  snapshot,
  forget,
}: Pick<Connections, 'writer' | 'snapshot'> & {
  forget(accountNumber: number): Promise<void>;
}): AccountDeletions {
  return {
    begin: (accountId, { id, at }) => writer.run('beginDeletion', { accountId, id, at }),

    async pending() {
      const sql = `SELECT id, account_id AS accountId, begun_at AS begunAt, counts FROM account_deletion
        ORDER BY begun_at, account`;
      const rows = snapshot.read((db) => prepare<DeletionRow>(db, sql).all());
      return rows.map(({ counts, ...row }) => ({ ...row, counts: JSON.parse(counts) }));
    },

    removeSome: ({ id }) => writer.run('removeOfAccount', { id }),

    async finish({ id }) {
      const accountNumber = await writer.run('finishDeletion', { id });
      if (accountNumber === undefined) return false;
      await forget(accountNumber);
      return true;
    },
  };
}
