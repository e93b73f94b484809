import type { DatabaseSync } from 'node:sqlite';
import { endedStatus } from '../../../ports/memory-rows.ts';
import type { Change, CommitResult, IdempotencyRecord, StoredResponse } from '../../../ports/memory-store.ts';
import { type CommitOf, planCommit } from '../../store-kit/memory-transitions.ts';
import type { QuantizedVector } from '../../store-kit/quantize.ts';
import { requireAccountNumber } from '../accounts/account-numbers.ts';
import { noteErasure } from '../connection/erasures.ts';
import { prepare } from '../connection/prepare.ts';
import { countWrite, findOverLimit } from '../usage/quota.ts';
import { deleteRow, findRow, insertRow, patchRow, type RowInsert, type StoredRow } from './write-rows.ts';

/** A change as it is sent to the writer thread. */
export type SentChange = Change<QuantizedVector, RowInsert>;
export type SentCommit = CommitOf<QuantizedVector, RowInsert>;

const maxPurgedRows = 5_000;
/** The number of changes that are kept. A cache that missed older ones reads the vectors of its account again. */
const keptChanges = 100_000;

export const commitWrites = {
  commit: (db: DatabaseSync, commits: SentCommit[]): CommitResult[] => commits.map((one) => commit(db, one)),

  /** Deletes a limited number of rows, because other writes wait meanwhile. */
  purgeResponses(db: DatabaseSync, { now }: { now: number }): number {
    prepare(
      db,
      `DELETE FROM memory_change WHERE number IN (SELECT number FROM memory_change
         WHERE number < (SELECT seq FROM sqlite_sequence WHERE name = 'memory_change') - ? LIMIT ?)`,
    ).run(keptChanges, maxPurgedRows);
    const { changes } = prepare(
      db,
      'DELETE FROM answer WHERE (owner, key) IN (SELECT owner, key FROM answer WHERE expires_at <= ? LIMIT ?)',
    ).run(now, maxPurgedRows);
    if (changes > 0) noteErasure(db);
    return Number(changes);
  },

  /** Shows that a commit still reaches the disk. */
  probe(db: DatabaseSync): void {
    prepare(db, 'INSERT OR REPLACE INTO probe (number, beat) SELECT 1, coalesce(max(beat), 0) + 1 FROM probe').run();
  },
};

function commit(db: DatabaseSync, given: SentCommit): CommitResult {
  const { accountId, idempotencyRecord, quota } = given;
  const accountNumber = requireAccountNumber(db, accountId);
  const response = idempotencyRecord && findResponse(db, accountNumber, idempotencyRecord);
  if (response) return { kind: 'replayed', response };
  const plan = planCommit(given, (id) => findRow(db, accountNumber, id));
  if ('kind' in plan) return plan;
  const removed: StoredRow[] = [];
  for (const { id, userId } of plan.removals) {
    const row = findRow(db, accountNumber, id);
    if (!row || (userId ?? row.userId) !== row.userId) return { kind: 'missing' };
    removed.push(row);
  }
  const overLimit = quota && findOverLimit(db, quota, { owner: accountNumber, accountId, ...plan.additions });
  if (overLimit) return overLimit;
  for (const insert of plan.inserts) insertRow(db, accountNumber, insert);
  for (const { row, patch } of plan.patches) patchRow(db, accountNumber, row.seq, patch);
  for (const { seq, id } of removed) {
    deleteRow(db, accountNumber, seq);
    endResponses(db, accountNumber, id);
  }
  if (quota) countWrite(db, accountNumber, quota.month);
  if (idempotencyRecord) keepResponse(db, accountNumber, idempotencyRecord);
  return { kind: 'written' };
}

const responseOf = (key: string) =>
  `SELECT fingerprint, status, location, body, memory AS memoryId FROM answer
   WHERE owner = ?1 AND key = ${key} AND expires_at > ?4`;

/** Finds a stored response of the account `?1` by its key `?2` or its former key `?3` at the time `?4`. */
export const findResponseSql = `${responseOf('?2')} UNION ALL ${responseOf('?3')} LIMIT 1`;

function findResponse(db: DatabaseSync, accountNumber: number, { key, formerKey, createdAt }: IdempotencyRecord) {
  return prepare<StoredResponse>(db, findResponseSql).get(accountNumber, key, formerKey, createdAt);
}

function keepResponse(db: DatabaseSync, accountNumber: number, { key, response, expiresAt }: IdempotencyRecord): void {
  const { fingerprint, status, location, body, memoryId } = response;
  prepare(
    db,
    `INSERT OR REPLACE INTO answer (owner, key, fingerprint, status, location, body, memory, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(...[accountNumber, key, fingerprint, status, location, body, memoryId, expiresAt]);
}

/** Deletes the bodies that hold the text of a memory. */
function endResponses(db: DatabaseSync, accountNumber: number, memoryId: string): void {
  // Without the hint SQLite would read all responses of the account.
  const sql = `UPDATE answer INDEXED BY answer_by_memory SET status = ${endedStatus}, body = ''
    WHERE owner = ? AND memory = ?`;
  prepare(db, sql).run(accountNumber, memoryId);
}
