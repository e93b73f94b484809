import type { DatabaseSync } from 'node:sqlite';
import type { AccountDeletion, DeletionCounts } from '../../../ports/account-deletions.ts';
import { noteErasure } from '../connection/erasures.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { findAccountNumber } from './account-numbers.ts';

/** The maximum of memories that one write removes, each of which has rows in several tables. */
const maxMemories = 100;
const maxRows = 2_000;

/**
 * The tables with rows of an account, their column with its number, and their primary key if they have no rowid. The
 * table of token vectors has no account, and its rows are removed with the memory.
 */
export const tablesOfAccounts: readonly (readonly [table: string, column: string, key?: string])[] = [
  ['memory_vector', 'owner', 'owner, seq, chunk'],
  ['memory_label', 'owner', 'owner, label, seq'],
  ['memory_project', 'owner', 'owner, project, seq'],
  ['memory', 'owner'],
  ['memory_change', 'owner'],
  ['end_user', 'owner', 'owner, user_id'],
  ['answer', 'owner', 'owner, key'],
  ['request_log', 'owner'],
  ['request_day', 'owner', 'owner, day, operation'],
  ['usage_month', 'owner', 'owner, month'],
  ['audit_event', 'account'],
  ['webhook_delivery', 'account'],
  ['webhook', 'account'],
  ['deletion_item', 'owner', 'owner, deletion, id'],
  ['deletion', 'owner'],
  ['api_key', 'account'],
  ['access_token', 'account', 'hash'],
];

export const deletionWrites = {
  beginDeletion(
    db: DatabaseSync,
    { accountId, id, at }: { accountId: string; id: string; at: number },
  ): DeletionCounts | undefined {
    const account = findAccountNumber(db, accountId);
    if (account === undefined) return undefined;
    const count = (table: string, column: string) =>
      readValue<number>(db, `SELECT count(*) FROM ${table} WHERE ${column} = ?`, account) as number;
    const counts = {
      ...{ memories: count('memory', 'owner'), apiKeys: count('api_key', 'account') },
      ...{ sessions: count('access_token', 'account'), requests: count('request_log', 'owner') },
    };
    prepare(db, 'DELETE FROM access_token WHERE account = ?').run(account);
    prepare(db, 'DELETE FROM api_key WHERE account = ?').run(account);
    prepare(db, 'DELETE FROM webhook WHERE account = ?').run(account);
    // No request finds the account by its former id. A name without @ is not an email address.
    prepare(
      db,
      `UPDATE account SET id = ?1, email = ?1, email_folded = ?1, phone = NULL, password_hash = '' WHERE number = ?2`,
    ).run(id, account);
    prepare(db, 'INSERT INTO account_deletion (account, id, account_id, begun_at, counts) VALUES (?, ?, ?, ?, ?)').run(
      ...[account, id, accountId, at, JSON.stringify(counts)],
    );
    noteErasure(db);
    return counts;
  },

  removeOfAccount(db: DatabaseSync, { id }: Pick<AccountDeletion, 'id'>): number {
    const account = findAccountNumber(db, id);
    if (account === undefined) return 0;
    noteErasure(db);
    const memories = removeMemories(db, account);
    if (memories > 0) return memories;
    for (const [table, column, key = 'rowid'] of tablesOfAccounts) {
      const removed = removeRows(db, { table, column, key }, account);
      if (removed > 0) return removed;
    }
    return 0;
  },

  /** @returns the former number of the account; undefined if something is left */
  finishDeletion(db: DatabaseSync, { id }: Pick<AccountDeletion, 'id'>): number | undefined {
    const account = findAccountNumber(db, id);
    if (account === undefined) return undefined;
    const isLeft = tablesOfAccounts.some(
      ([table, column]) => readValue(db, `SELECT 1 FROM ${table} WHERE ${column} = ? LIMIT 1`, account) !== undefined,
    );
    if (isLeft) return undefined;
    prepare(db, 'DELETE FROM account_deletion WHERE account = ?').run(account);
    prepare(db, 'DELETE FROM account WHERE number = ?').run(account);
    return account;
  },
};

/** Removes memories with all derived rows. Their other tables refer to them. */
function removeMemories(db: DatabaseSync, account: number): number {
  const sql = `DELETE FROM memory WHERE seq IN (SELECT seq FROM memory WHERE owner = ? LIMIT ${maxMemories})`;
  return Number(prepare(db, sql).run(account).changes);
}

function removeRows(
  db: DatabaseSync,
  { table, column, key }: { table: string; column: string; key: string },
  account: number,
): number {
  const sql = `DELETE FROM ${table} WHERE (${key}) IN
    (SELECT ${key} FROM ${table} WHERE ${column} = ? LIMIT ${maxRows})`;
  return Number(prepare(db, sql).run(account).changes);
}
