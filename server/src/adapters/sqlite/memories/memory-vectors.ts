import type { DatabaseSync } from 'node:sqlite';
import { quantize } from '../../store-kit/quantize.ts';
import { prepare } from '../connection/prepare.ts';

export interface StoredVector {
  scale: number;
  values: Uint8Array;
}

/** Puts vectors in the place of those that a ready memory may have. */
export function storeVectors(
  db: DatabaseSync,
  owner: number,
  seq: number,
  embedderId: string,
  vectors: readonly StoredVector[],
): void {
  const embedder = embedderNumber(db, embedderId);
  prepare(db, 'UPDATE memory SET embedder = ?, move_at = 0, move_attempts = 0 WHERE seq = ?').run(embedder, seq);
  prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(seq);
  const insert = prepare(
    db,
    'INSERT INTO memory_vector (owner, seq, chunk, embedder, scale, vector) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const [chunk, { scale, values }] of vectors.entries()) insert.run(owner, seq, chunk, embedder, scale, values);
}

/** The memory is found by its words only. */
export function dropVectors(db: DatabaseSync, seq: number): void {
  prepare(db, 'UPDATE memory SET embedder = NULL, move_at = 0, move_attempts = 0 WHERE seq = ?').run(seq);
  prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(seq);
}

export function noteChange(db: DatabaseSync, owner: number, seq: number): void {
  prepare(db, 'INSERT INTO memory_change (owner, seq) VALUES (?, ?)').run(owner, seq);
}

function embedderNumber(db: DatabaseSync, id: string): number {
  prepare(db, 'INSERT OR IGNORE INTO embedder (id) VALUES (?)').run(id);
  return (prepare(db, 'SELECT number FROM embedder WHERE id = ?').get(id) as { number: number }).number;
}

/** As the bytes that SQLite takes. */
export function toStoredVector(vector: Float32Array): StoredVector {
  const { scale, values } = quantize(vector);
  return { scale, values: new Uint8Array(values.buffer) };
}
