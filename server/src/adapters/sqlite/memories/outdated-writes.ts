import type { DatabaseSync } from 'node:sqlite';
import type { OutdatedMemory, OutdatedQuery } from '../../../ports/embedding-state.ts';
import { findOwner } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { noteChange, type StoredVector, storeVectors } from './memory-vectors.ts';

export interface OutdatedRow extends Omit<OutdatedMemory, 'messages'> {
  messages: string | null;
}

export interface NewVectorsRow {
  id: string;
  ownerId: string;
  revision: number;
  embedderId: string;
  vectors: StoredVector[];
}

interface Due {
  seq: number;
  owner: number;
  characters: number;
}

/** Where the next claim begins, so that the owners with small numbers are not served before all others. */
const lastServed = new WeakMap<DatabaseSync, number>();

export const outdatedWrites = {
  claimOutdated(db: DatabaseSync, query: OutdatedQuery): OutdatedRow[] {
    const others = prepare(db, 'SELECT number FROM embedder WHERE id <> ?').all(query.embedderId);
    let due: Due[] = [];
    for (const { number } of others as { number: number }[]) due = due.length > 0 ? due : findDue(db, number, query);
    for (const { number } of others as { number: number }[])
      due = due.length > 0 ? due : findSuspect(db, number, query);
    const read = prepare(
      db,
      `SELECT memory.id, account.id AS ownerId, revision, text, messages, move_attempts AS attempts
       FROM memory JOIN account ON account.number = memory.owner WHERE seq = ?`,
    );
    const lease = prepare(db, 'UPDATE memory SET move_at = ?, move_attempts = move_attempts + 1 WHERE seq = ?');
    return due.map(({ seq }) => {
      const row = read.get(seq) as unknown as OutdatedRow;
      lease.run(query.now + query.leaseMs, seq);
      return row;
    });
  },

  replaceVectors(db: DatabaseSync, rows: NewVectorsRow[]): string[] {
    return rows.filter((row) => replace(db, row)).map(({ id }) => id);
  },

  postponeOutdated(
    db: DatabaseSync,
    {
      memories,
      at,
      refused,
    }: { memories: Pick<OutdatedMemory, 'id' | 'ownerId' | 'revision'>[]; at: number; refused: boolean },
  ): void {
    const postpone = prepare(
      db,
      `UPDATE memory SET move_at = ?, move_attempts = max(0, move_attempts - ?)
       WHERE owner = ? AND id = ? AND revision = ? AND embedder IS NOT NULL`,
    );
    for (const { id, ownerId, revision } of memories) {
      const owner = findOwner(db, ownerId);
      if (owner !== undefined) postpone.run(at, refused ? 0 : 1, owner, id, revision);
    }
  },

  /** A process that holds the directory lock is the only worker: nothing has to be waited for. */
  releaseOutdated(db: DatabaseSync): void {
    const numbers = prepare(db, 'SELECT number FROM embedder').all() as { number: number }[];
    const release = prepare(db, 'UPDATE memory SET move_at = 0 WHERE embedder = ? AND move_at > 0');
    for (const { number } of numbers) release.run(number);
  },
};

/** The memories of the owner after the last one served, and of those after it as long as there is room. */
function findDue(db: DatabaseSync, embedder: number, { now, suspectAfter, limit, characters }: OutdatedQuery): Due[] {
  const find = prepare(
    db,
    `SELECT seq, owner, length(text) AS characters FROM memory
     WHERE embedder = ? AND owner > ? AND move_at <= ? AND move_attempts < ? ORDER BY owner, move_at LIMIT ?`,
  );
  const after = (owner: number) => find.all(embedder, owner, now, suspectAfter, limit) as unknown as Due[];
  const last = lastServed.get(db) ?? 0;
  let found = after(last);
  if (found.length === 0 && last > 0) found = after(0);
  let left = characters;
  const due = found.filter((one) => {
    const fits = left > 0;
    left -= one.characters;
    return fits;
  });
  lastServed.set(db, due.at(-1)?.owner ?? 0);
  return due;
}

function findSuspect(db: DatabaseSync, embedder: number, { now, suspectAfter }: OutdatedQuery): Due[] {
  return prepare(
    db,
    `SELECT seq, owner, 0 AS characters FROM memory
     WHERE embedder = ? AND move_at <= ? AND move_attempts >= ? ORDER BY move_at LIMIT 1`,
  ).all(embedder, now, suspectAfter) as unknown as Due[];
}

function replace(db: DatabaseSync, { id, ownerId, revision, embedderId, vectors }: NewVectorsRow): boolean {
  const owner = findOwner(db, ownerId);
  if (owner === undefined) return false;
  const found = prepare(
    db,
    `SELECT seq FROM memory JOIN embedder ON embedder.number = memory.embedder
     WHERE owner = ? AND memory.id = ? AND revision = ? AND embedder.id <> ?`,
  ).get(owner, id, revision, embedderId) as { seq: number } | undefined;
  if (!found) return false;
  storeVectors(db, owner, found.seq, embedderId, vectors);
  noteChange(db, owner, found.seq);
  return true;
}
