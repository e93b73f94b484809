import type { DatabaseSync } from 'node:sqlite';
import { prepare, readValue } from '../connection/prepare.ts';

/** Replaces the vectors and the token vectors of a ready memory, if it has any. */
export function storeVectors(
  db: DatabaseSync,
  accountNumber: number,
  seq: number,
  embedderId: string,
  vectors: readonly { scale: number; values: NodeJS.ArrayBufferView }[],
  tokens: Int8Array | undefined,
): void {
  const embedder = embedderNumber(db, embedderId);
  prepare(db, 'UPDATE memory SET embedder = ?, move_at = 0, move_attempts = 0 WHERE seq = ?').run(embedder, seq);
  prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(seq);
  const insert = prepare(
    db,
    'INSERT INTO memory_vector (owner, seq, chunk, embedder, scale, vector) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const [chunk, { scale, values }] of vectors.entries()) {
    insert.run(accountNumber, seq, chunk, embedder, scale, values);
  }
  prepare(db, 'DELETE FROM memory_token WHERE seq = ?').run(seq);
  if (tokens === undefined || tokens.length === 0) return;
  prepare(db, 'INSERT INTO memory_token (seq, embedder, tokens) VALUES (?, ?, ?)').run(seq, embedder, tokens);
}

/** Deletes the vectors of a memory. Only keyword search then finds it. */
export function dropVectors(db: DatabaseSync, seq: number): void {
  prepare(db, 'UPDATE memory SET embedder = NULL, move_at = 0, move_attempts = 0 WHERE seq = ?').run(seq);
  prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(seq);
  prepare(db, 'DELETE FROM memory_token WHERE seq = ?').run(seq);
}

/** Adds the memory to the changes that the in-memory indexes read. */
export function noteChange(db: DatabaseSync, accountNumber: number, seq: number): void {
  prepare(db, 'INSERT INTO memory_change (owner, seq) VALUES (?, ?)').run(accountNumber, seq);
}

function embedderNumber(db: DatabaseSync, id: string): number {
  prepare(db, 'INSERT OR IGNORE INTO embedder (id) VALUES (?)').run(id);
  return readValue<number>(db, 'SELECT number FROM embedder WHERE id = ?', id) as number;
}
