import type { DatabaseSync } from 'node:sqlite';
import { prepare } from '../connection/prepare.ts';

/** Finds the number of an account in the memory tables; undefined when there is no such account. */
export function findAccountNumber(db: DatabaseSync, accountId: string): number | undefined {
  const row = prepare(db, 'SELECT number FROM account WHERE id = ?').get(accountId) as { number: number } | undefined;
  return row?.number;
}

/** The same for an account that a write belongs to. @throws {Error} when there is no such account */
export function requireAccountNumber(db: DatabaseSync, accountId: string): number {
  const accountNumber = findAccountNumber(db, accountId);
  if (accountNumber === undefined) throw new Error(`there is no account ${accountId}`);
  return accountNumber;
}

/** A word of one account in the shared word index. The number ends at the first non-digit, which keeps accounts apart. */
export function accountWord(accountNumber: number, word: string): string {
  return `${accountNumber}x${word}`;
}
