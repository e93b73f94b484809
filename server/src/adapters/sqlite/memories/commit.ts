import type { DatabaseSync } from 'node:sqlite';
import type { Change, CommitResult, IdempotencyRecord, StoredResponse } from '../../../ports/memory-store.ts';
import { type CommitOf, needsWords, planCommit } from '../../store-kit/memory-transitions.ts';
import type { QuantizedVector } from '../../store-kit/quantize.ts';
import { requireAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import { countWrite, findOverLimit } from '../usage/quota.ts';
import { deleteRow, findRow, insertRow, patchRow, type RowInsert } from './write-rows.ts';

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
  const withWords = needsWords(given);
  const plan = planCommit(given, (id) => findRow(db, accountNumber, id, withWords));
  if ('kind' in plan) return plan;
  const removed = plan.removals.map((id) => findRow(db, accountNumber, id, false));
  if (removed.includes(undefined)) return { kind: 'missing' };
  const overLimit = quota && findOverLimit(db, quota, { owner: accountNumber, accountId, ...plan.additions });
  if (overLimit) return overLimit;
  for (const insert of plan.inserts) insertRow(db, accountNumber, insert);
  for (const { row, patch } of plan.patches) patchRow(db, accountNumber, row.seq, patch);
  for (const row of removed) if (row) deleteRow(db, accountNumber, row.seq);
  if (quota) countWrite(db, accountNumber, quota.month);
  if (idempotencyRecord) keepResponse(db, accountNumber, idempotencyRecord);
  return { kind: 'written' };
}

function findResponse(db: DatabaseSync, accountNumber: number, { key, createdAt }: IdempotencyRecord) {
  return prepare<StoredResponse>(
    db,
    'SELECT fingerprint, status, location, body FROM answer WHERE owner = ? AND key = ? AND expires_at > ?',
  ).get(accountNumber, key, createdAt);
}

function keepResponse(db: DatabaseSync, accountNumber: number, { key, response, expiresAt }: IdempotencyRecord): void {
  const { fingerprint, status, location, body } = response;
  prepare(db, 'INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    ...[accountNumber, key, fingerprint, status, location, body, expiresAt],
  );
}
