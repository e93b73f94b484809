import type { DatabaseSync } from 'node:sqlite';
import { prepare } from '../connection/prepare.ts';

/** The number that stands for an account in the memory tables; undefined when there is no such account. */
export function findOwner(db: DatabaseSync, accountId: string): number | undefined {
  const row = prepare(db, 'SELECT number FROM account WHERE id = ?').get(accountId) as { number: number } | undefined;
  return row?.number;
}

/** The same for an account that a write belongs to. */
export function ownerNumber(db: DatabaseSync, accountId: string): number {
  const owner = findOwner(db, accountId);
  if (owner === undefined) throw new Error('the owner of this write has no account');
  return owner;
}

/** One owner's words in the shared word index: the number ends at the first non-digit, so no two owners ever meet. */
export function ownedWord(owner: number, word: string): string {
  return `${owner}x${word}`;
}
