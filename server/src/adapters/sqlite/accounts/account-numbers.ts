import type { DatabaseSync } from 'node:sqlite';
import { prepare } from '../connection/prepare.ts';

/** The number that stands for an account in the memory tables; undefined when there is no such account. */
export function findAccountNumber(db: DatabaseSync, accountId: string): number | undefined {
  const row = prepare(db, 'SELECT number FROM account WHERE id = ?').get(accountId) as { number: number } | undefined;
  return row?.number;
}

/** The same for an account that a write belongs to. */
export function requireAccountNumber(db: DatabaseSync, accountId: string): number {
  const accountNumber = findAccountNumber(db, accountId);
  if (accountNumber === undefined) throw new Error('the owner of this write has no account');
  return accountNumber;
}

/** One account's words in the shared word index: the number ends at the first non-digit, so no two accounts ever meet. */
export function accountWord(accountNumber: number, word: string): string {
  return `${accountNumber}x${word}`;
}
