import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { foldEmail } from '../../../ports/fold-email.ts';
import type { AccountRecord, RecordKind, RecordStore, Records } from '../../../ports/records.ts';
import { findAccountNumber, requireAccountNumber } from '../accounts/account-numbers.ts';
import { accountWrites } from '../accounts/account-writes.ts';
import { type AccountRow, accountColumns, toAccount } from '../accounts/stored-account.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { rollBack } from '../connection/roll-back.ts';
import { marksFor, recordTables } from './record-kinds.ts';

export function createRecordStore(db: DatabaseSync): Omit<RecordStore, 'close'> {
  return {
    async accounts() {
      return readAccounts(db, 'ORDER BY created_at, number');
    },

    async accountsLike({ id, email, phone }) {
      const emailFolded = email === null ? null : foldEmail(email);
      return readAccounts(db, 'WHERE id = ? OR email_folded = ? OR phone = ?', id, emailFolded, phone);
    },

    async count(accountId) {
      const { number } = accountOf(db, accountId);
      const countIn = (table: string) =>
        readValue<number>(db, `SELECT count(*) FROM ${table} WHERE owner = ?`, number) as number;
      return { memories: countIn('memory'), requests: countIn('request_log') };
    },

    async page(kind, accountId, { after, limit }) {
      const { order, identity, paged = '' } = recordTables[kind];
      const { names, of } = order ?? identity;
      const values = after === null ? [] : of(after);
      const later = after === null ? '' : `AND (${names}) > (${marksFor(values)})`;
      return readRecords(db, kind, accountOf(db, accountId), `${paged} ${later} ORDER BY ${names} LIMIT ?`, [
        ...values,
        limit,
      ]);
    },

    async find(kind, accountId, like) {
      const account = accountOf(db, accountId);
      return like.flatMap((record) => findRecord(db, kind, account, record) ?? []);
    },

    addAccount: ({ account, passwordHash }) =>
      inTransaction(db, () => {
        if (findAccountNumber(db, account.id) !== undefined) return 'present';
        return accountWrites.createAccount(db, { account, passwordHash });
      }),

    put: (kind, accountId, records, merge) =>
      inTransaction(db, () => {
        const account = { id: accountId, number: requireAccountNumber(db, accountId) };
        let written = 0;
        for (const record of records) {
          const present = findRecord(db, kind, account, record);
          const merged = present ? merge(record, present) : record;
          if (!merged) continue;
          recordTables[kind].put(db, account.number, merged);
          written++;
        }
        return written;
      }),
  };
}

interface NumberedAccount {
  id: string;
  /** The number that stands for the account in other tables; -1 when the store has no such account. */
  number: number;
}

function accountOf(db: DatabaseSync, id: string): NumberedAccount {
  return { id, number: findAccountNumber(db, id) ?? -1 };
}

function readAccounts(db: DatabaseSync, rest: string, ...values: SQLInputValue[]): AccountRecord[] {
  const sql = `SELECT ${accountColumns}, password_hash FROM account ${rest}`;
  const rows = prepare<AccountRow & { password_hash: string }>(db, sql).all(...values);
  return rows.map((row) => ({ account: toAccount(row), passwordHash: row.password_hash }));
}

function findRecord<Kind extends RecordKind>(
  db: DatabaseSync,
  kind: Kind,
  account: NumberedAccount,
  like: Records[Kind],
): Records[Kind] | undefined {
  const { names, of } = recordTables[kind].identity;
  const values = of(like);
  return readRecords(db, kind, account, `AND (${names}) = (${marksFor(values)})`, values)[0];
}

function readRecords<Kind extends RecordKind>(
  db: DatabaseSync,
  kind: Kind,
  account: NumberedAccount,
  rest: string,
  values: readonly SQLInputValue[],
): Records[Kind][] {
  const { select, toRecord } = recordTables[kind];
  const rows = prepare<never>(db, `${select} ${rest}`).all(account.number, ...values);
  return rows.map((row) => toRecord(row, account.id, db));
}

async function inTransaction<Result>(db: DatabaseSync, work: () => Result): Promise<Result> {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}
