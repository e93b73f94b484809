import type { DatabaseSync } from 'node:sqlite';
import type { ExpiredMemory } from '../../../ports/memory-store.ts';
import { prepare, readValue } from '../connection/prepare.ts';

/** The time of a read by the clock of the store, which runs on another thread. */
export interface ReadAt {
  readAt: number;
}

/** The condition that a memory has not expired by the time of its parameter. */
export const isLive = '(expires_at IS NULL OR expires_at > ?)';

/** The expiry of memories that are being deleted, which is before any other time. */
export const hiddenAt = 0;

export function listExpired(db: DatabaseSync, { readAt, limit }: ReadAt & { limit: number }): ExpiredMemory[] {
  const sql = `SELECT memory.id, account.id AS accountId FROM memory JOIN account ON account.number = memory.owner
    WHERE expires_at <= ? AND expires_at > ${hiddenAt} ORDER BY expires_at LIMIT ?`;
  return prepare<ExpiredMemory>(db, sql).all(readAt, limit);
}

export function nextExpiry(db: DatabaseSync, { readAt, accountId }: ReadAt & { accountId: string }): number | null {
  const sql = `SELECT min(expires_at) FROM memory
    WHERE owner = (SELECT number FROM account WHERE id = ?) AND expires_at > ?`;
  return readValue<number | null>(db, sql, accountId, readAt) ?? null;
}
