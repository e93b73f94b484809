import type { DatabaseSync } from 'node:sqlite';
import type { Steps } from '../threads/thread-jobs.ts';
import type { AccountIndex } from './account-index.ts';
import { changedSince, changeRange } from './changes.ts';
import type { View } from './memory-ordinals.ts';
import { ordinalsIn } from './ordinals-in.ts';
import { WordPostings } from './word-postings.ts';

/** The words of a query in the memories of an account whose words exceed the budget. */
export interface StreamedWords {
  postings: WordPostings;
  /**
   * Brings the postings to the state of the transaction, for which the index is up to date. Returns false if they must
   * be read again.
   */
  catchUp(): boolean;
}

/** Reads the words from the table step by step. Every step needs a read transaction. */
export function* streamWords(db: DatabaseSync, index: AccountIndex, words: readonly string[]): Steps<StreamedWords> {
  const { ordinals } = index;
  const begunAt = changeRange(db).last;
  const postings = new WordPostings({ vocabulary: words });
  for (let after = 0; after < Number.POSITIVE_INFINITY && index.ordinals === ordinals; ) {
    after = index.addWordsAfter(db, after, postings);
    do yield;
    while (!index.advance(db, null));
  }
  return { postings, catchUp: () => index.ordinals === ordinals && readChanged(db, index, begunAt, postings) };
}

/** Reads in one step the words of the memories in a small view. The postings contain no others. */
export function wordsOfFew(db: DatabaseSync, index: AccountIndex, { mask }: View, words: readonly string[]) {
  const postings = new WordPostings({ vocabulary: words });
  for (const ordinal of ordinalsIn(mask)) readAgain(db, index, index.ordinals.seqAt(ordinal), postings);
  return postings;
}

/** Reads the memories that changed in the meantime again. */
function readChanged(db: DatabaseSync, index: AccountIndex, begunAt: number, postings: WordPostings): boolean {
  const changed = changedSince(db, index.account, begunAt);
  for (const seq of changed ?? []) readAgain(db, index, seq, postings);
  return changed !== undefined;
}

function readAgain(db: DatabaseSync, index: AccountIndex, seq: number, postings: WordPostings): void {
  const ordinal = index.ordinals.findEver(seq);
  if (ordinal === undefined) return;
  const row = index.wordsOf(db, seq);
  if (row) postings.set(ordinal, row[1], row[2], row[3]);
  else postings.remove(ordinal);
}
