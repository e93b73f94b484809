import type { DatabaseSync } from 'node:sqlite';
import { isOfUser } from '../../../ports/memory.ts';
import type { Change, CommitResult } from '../../../ports/memory-store.ts';
import { type CommitOf, planCommit } from '../../store-kit/memory-transitions.ts';
import type { QuantizedVector } from '../../store-kit/quantize.ts';
import { toUsers } from '../../store-kit/stored-user.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { noteErasure } from '../connection/erasures.ts';
import { prepare } from '../connection/prepare.ts';
import { countRows, noteRemoved } from '../deletions/count-removed.ts';
import { countWrites, findOverLimit } from '../usage/quota.ts';
import { queueEvents } from '../webhooks/queue-events.ts';
import type { ReadAt } from './expiry.ts';
import { endResponses, findResponse, keepResponse } from './stored-responses.ts';
import { deleteRow, findRow, insertRow, isTaken, patchRow, type RowInsert, type StoredRow } from './write-rows.ts';

/** A change as it is sent to the writer thread. */
export type SentChange = Change<QuantizedVector, RowInsert>;
export type SentCommit = CommitOf<QuantizedVector, RowInsert> & ReadAt;

const maxPurgedRows = 5_000;
/** The number of stored changes. A cache that missed older ones reads the vectors of its account again. */
const keptChanges = 100_000;

export const commitWrites = {
  commit: (db: DatabaseSync, commits: SentCommit[]): CommitResult[] => commits.map((one) => commit(db, one)),

  /** Deletes a limited number of rows, because other writes wait in the meantime. */
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

  /** Checks that a commit still reaches the disk. */
  probe(db: DatabaseSync): void {
    prepare(db, 'INSERT OR REPLACE INTO probe (number, beat) SELECT 1, coalesce(max(beat), 0) + 1 FROM probe').run();
  },
};

function commit(db: DatabaseSync, given: SentCommit): CommitResult {
  const { accountId, idempotencyRecord, quota, deletion, readAt } = given;
  const accountNumber = findAccountNumber(db, accountId);
  // The account was deleted after the request or the worker had read it.
  if (accountNumber === undefined) return { kind: given.changes.some((one) => 'claim' in one) ? 'lapsed' : 'missing' };
  const response = idempotencyRecord && findResponse(db, accountNumber, idempotencyRecord);
  if (response) return { kind: 'replayed', response };
  const plan = planCommit(given, (id) => findRow(db, accountNumber, id, { readAt }));
  if ('kind' in plan) return plan;
  const removed: StoredRow[] = [];
  for (const { id, userId, expired } of plan.removals) {
    const row = findRow(db, accountNumber, id, { readAt, expired });
    if (!row) return { kind: 'missing' };
    const users = { accountId, ...toUsers(accountId, row) };
    if (userId !== undefined && !isOfUser(users, userId)) return { kind: 'missing' };
    removed.push(row);
  }
  if (plan.inserts.some((insert) => isTaken(db, accountNumber, insert))) return { kind: 'stale' };
  const overLimit = quota && findOverLimit(db, quota, { owner: accountNumber, accountId }, plan.additions);
  if (overLimit) return overLimit;
  for (const insert of plan.inserts) insertRow(db, accountNumber, insert);
  for (const { row, patch } of plan.patches) patchRow(db, accountNumber, row.seq, patch);
  if (deletion) {
    const counts = countRows(db, accountNumber, removed);
    noteRemoved(db, accountNumber, deletion, { rows: removed, counts, at: readAt });
  }
  for (const { seq, id } of removed) {
    deleteRow(db, accountNumber, seq);
    endResponses(db, accountNumber, id);
  }
  const quotaPassed = quota ? countWrites(db, accountNumber, quota, plan.additions.length) : [];
  queueEvents(db, { account: accountNumber, at: readAt }, [...plan.events, ...quotaPassed]);
  if (idempotencyRecord) keepResponse(db, accountNumber, idempotencyRecord);
  return { kind: 'written' };
}
