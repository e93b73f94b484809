import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { foldEmail } from '../../../ports/fold-email.ts';
import type { AccountRecord, RecordKind, RecordReader, Records, RecordWriter } from '../../../ports/records.ts';
import { type AccountRow, accountColumns, toAccount } from '../accounts/account-rows.ts';
import { accountWrites } from '../accounts/account-writes.ts';
import { findOwner, ownerNumber } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { rollBack } from '../connection/roll-back.ts';
import { marksFor, recordTables } from './record-tables.ts';

export function createRecordReader(db: DatabaseSync): Omit<RecordReader, 'close'> {
  return {
    async accounts() {
      return readAccounts(db, 'ORDER BY created_at, number');
    },

    async accountsLike({ id, email, phone }) {
      const emailFolded = email === null ? null : foldEmail(email);
      return readAccounts(db, 'WHERE id = ? OR email_folded = ? OR phone = ?', id, emailFolded, phone);
    },

    async count(accountId) {
      const countIn = (table: string) =>
        Number(
          prepare(db, `SELECT count(*) AS rows FROM ${table} WHERE owner = ?`).get(ownerOf(db, accountId))?.['rows'],
        );
      return { memories: countIn('memory'), requests: countIn('request_log') };
    },

    async page(kind, accountId, { after, limit }) {
      const { order, identity } = recordTables[kind];
      const { names, of } = order ?? identity;
      const values = after === null ? [] : of(after);
      const later = after === null ? '' : `AND (${names}) > (${marksFor(values)})`;
      return readRecords(db, kind, accountId, `${later} ORDER BY ${names} LIMIT ?`, [...values, limit]);
    },

    async find(kind, accountId, like) {
      return like.flatMap((record) => findRecord(db, kind, accountId, record) ?? []);
    },
  };
}

export function createRecordWriter(db: DatabaseSync): RecordWriter {
  return {
    addAccount: ({ account, passwordHash }) =>
      inTransaction(db, () => {
        if (findOwner(db, account.id) !== undefined) return 'present';
        return accountWrites.createAccount(db, { account, passwordHash });
      }),

    insert: (kind, accountId, records) =>
      inTransaction(db, () => {
        const owner = ownerNumber(db, accountId);
        if (records.some((record) => findRecord(db, kind, accountId, record))) return false;
        for (const record of records) recordTables[kind].put(db, owner, record);
        return true;
      }),

    replace: (kind, accountId, like, merge) =>
      inTransaction(db, () => {
        const present = findRecord(db, kind, accountId, like);
        const merged = present && merge(present);
        if (merged) recordTables[kind].put(db, ownerNumber(db, accountId), merged);
        return merged !== undefined;
      }),
  };
}

/** No account has a negative number. */
function ownerOf(db: DatabaseSync, accountId: string): number {
  return findOwner(db, accountId) ?? -1;
}

function readAccounts(db: DatabaseSync, rest: string, ...values: SQLInputValue[]): AccountRecord[] {
  const rows = prepare(db, `SELECT ${accountColumns}, password_hash FROM account ${rest}`).all(...values);
  return (rows as unknown as (AccountRow & { password_hash: string })[]).map((row) => ({
    account: toAccount(row),
    passwordHash: row.password_hash,
  }));
}

function findRecord<Kind extends RecordKind>(
  db: DatabaseSync,
  kind: Kind,
  accountId: string,
  like: Records[Kind],
): Records[Kind] | undefined {
  const { names, of } = recordTables[kind].identity;
  const values = of(like);
  return readRecords(db, kind, accountId, `AND (${names}) = (${marksFor(values)})`, values)[0];
}

function readRecords<Kind extends RecordKind>(
  db: DatabaseSync,
  kind: Kind,
  accountId: string,
  rest: string,
  values: readonly SQLInputValue[],
): Records[Kind][] {
  const { select, toRecord } = recordTables[kind];
  const rows = prepare(db, `${select} ${rest}`).all(ownerOf(db, accountId), ...values);
  return rows.map((row) => toRecord(row as never, accountId, db));
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
