import type { DatabaseSync } from 'node:sqlite';
import { prepareArrays, readValue } from '../connection/prepare.ts';

/** Finds the number of an account in the memory tables; undefined if there is no such account. */
export function findAccountNumber(db: DatabaseSync, accountId: string): number | undefined {
  return readValue<number>(db, 'SELECT number FROM account WHERE id = ?', accountId);
}

export function allAccountIds(db: DatabaseSync): string[] {
  return prepareArrays<[id: string]>(db, 'SELECT id FROM account')
    .all()
    .map(([id]) => id);
}

/** Finds the number of an account that must exist. @throws {Error} when there is no such account */
export function requireAccountNumber(db: DatabaseSync, accountId: string): number {
  const accountNumber = findAccountNumber(db, accountId);
  if (accountNumber === undefined) throw new Error(`there is no account ${accountId}`);
  return accountNumber;
}
