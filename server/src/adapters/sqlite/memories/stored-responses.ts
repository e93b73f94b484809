import type { DatabaseSync } from 'node:sqlite';
import { endedStatus } from '../../../ports/memory-rows.ts';
import type { IdempotencyRecord, StoredResponse } from '../../../ports/memory-store.ts';
import { prepare } from '../connection/prepare.ts';

const responseOf = (key: string) =>
  `SELECT fingerprint, iif(gone.seq IS NULL, answer.status, ${endedStatus}) AS status, location, etag,
     iif(gone.seq IS NULL, body, '') AS body, memory AS subjectId
   FROM answer LEFT JOIN memory AS gone ON gone.owner = answer.owner AND gone.id = answer.memory AND gone.expires_at <= ?4
   WHERE answer.owner = ?1 AND key = ${key} AND answer.expires_at > ?4`;

/**
 * Finds a stored response of the account `?1` by its key `?2` or its former key `?3` at the time `?4`. The response has
 * ended if its memory has expired by then.
 */
export const findResponseSql = `${responseOf('?2')} UNION ALL ${responseOf('?3')} LIMIT 1`;

export function findResponse(
  db: DatabaseSync,
  accountNumber: number,
  { key, formerKey, createdAt }: IdempotencyRecord,
) {
  return prepare<StoredResponse>(db, findResponseSql).get(accountNumber, key, formerKey, createdAt);
}

export function keepResponse(
  db: DatabaseSync,
  accountNumber: number,
  { key, response, expiresAt }: IdempotencyRecord,
): void {
  const { fingerprint, status, location, etag, body, subjectId } = response;
  prepare(
    db,
    `INSERT OR REPLACE INTO answer (owner, key, fingerprint, status, location, etag, body, memory, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(...[accountNumber, key, fingerprint, status, location, etag, body, subjectId, expiresAt]);
}

/** Deletes the bodies that show the content of a memory or webhook. */
export function endResponses(db: DatabaseSync, accountNumber: number, subjectId: string): void {
  // Without the hint SQLite would read all responses of the account.
  const sql = `UPDATE answer INDEXED BY answer_by_memory SET status = ${endedStatus}, body = ''
    WHERE owner = ? AND memory = ?`;
  prepare(db, sql).run(accountNumber, subjectId);
}
