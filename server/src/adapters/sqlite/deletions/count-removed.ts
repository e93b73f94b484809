import type { DatabaseSync } from 'node:sqlite';
import type { NewDeletion, RemovedCounts } from '../../../ports/memory-deletions.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { insertDeletion } from './stored-deletion.ts';

/** A memory that a commit removes. */
export interface RemovedRow {
  id: string;
  seq: number;
}

interface WordsRow {
  words: string;
  identifiers: string;
  tagWords: string;
}

/** Counts the items of a receipt for memories. Called before they are removed. */
export function countRows(db: DatabaseSync, accountNumber: number, rows: readonly RemovedRow[]): RemovedCounts {
  const counts = { memories: rows.length, versions: 0, vectors: 0, wordEntries: 0, storedResponses: 0 };
  const count = (sql: string, ...values: (number | string)[]) => readValue<number>(db, sql, ...values) as number;
  for (const { seq, id } of rows) {
    counts.versions += count('SELECT count(*) FROM memory_version WHERE seq = ?', seq);
    counts.vectors += count('SELECT count(*) FROM memory_vector WHERE seq = ?', seq);
    counts.wordEntries += countWords(db, seq) + count('SELECT count(*) FROM memory_label WHERE seq = ?', seq);
    counts.storedResponses += count(
      `SELECT count(*) FROM answer INDEXED BY answer_by_memory WHERE owner = ? AND memory = ? AND body <> ''`,
      ...[accountNumber, id],
    );
  }
  return counts;
}

function countWords(db: DatabaseSync, seq: number): number {
  const sql = 'SELECT words, identifiers, tag_words AS tagWords FROM memory WHERE seq = ? AND aside = 0';
  const row = prepare<WordsRow>(db, sql).get(seq);
  if (!row) return 0;
  const words = new Set(Object.values(row).flatMap((text: string) => text.split(' ')));
  words.delete('');
  return words.size;
}

/** Adds removed memories to the receipt of their deletion. */
export function noteRemoved(
  db: DatabaseSync,
  accountNumber: number,
  deletion: NewDeletion,
  { rows, counts, at }: { rows: readonly RemovedRow[]; counts: RemovedCounts; at: number },
): void {
  const isOfScope = deletion.kind === 'scope';
  if (!isOfScope) insertDeletion(db, accountNumber, deletion, 'done');
  const number = numberOfDeletion(db, accountNumber, deletion.id);
  if (number === undefined) return;
  const { memories, versions, vectors, wordEntries, storedResponses } = counts;
  prepare(
    db,
    `UPDATE deletion SET memories = memories + ?1, versions = versions + ?2, vectors = vectors + ?3,
       word_entries = word_entries + ?4, stored_responses = stored_responses + ?5, verified_at = NULL,
       matched = iif(kind = 'scope', matched, matched + ?1), finished_at = iif(kind = 'scope', finished_at, ?6)
     WHERE number = ?7`,
  ).run(memories, versions, vectors, wordEntries, storedResponses, at, number);
  if (!isOfScope) addItems(db, accountNumber, number, rows);
}

export function addItems(db: DatabaseSync, owner: number, deletion: number, rows: readonly RemovedRow[]): void {
  const insert = prepare(db, 'INSERT OR IGNORE INTO deletion_item (owner, deletion, id, seq) VALUES (?, ?, ?, ?)');
  for (const { id, seq } of rows) insert.run(owner, deletion, id, seq);
}

export function numberOfDeletion(db: DatabaseSync, accountNumber: number, id: string): number | undefined {
  return readValue<number>(db, 'SELECT number FROM deletion WHERE owner = ? AND id = ?', accountNumber, id);
}
