import type { DatabaseSync } from 'node:sqlite';
import type { Claim, ClaimKey, ClaimOptions } from '../../../ports/memory-store.ts';
import { isIngest } from '../../store-kit/fair-claims.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import { dueMemories } from './due-memories.ts';
import { staleMemories } from './stale-memories.ts';

/** A claim in the form in which the writer thread sends it. */
export interface ClaimedRow extends Omit<Claim, 'messages' | 'infer'> {
  messages: string | null;
  infer: 0 | 1;
}

const leases = {
  ingest: 'UPDATE memory SET attempts = attempts + 1, leased = 1, next_attempt_at = ? WHERE seq = ?',
  reembed: 'UPDATE memory SET move_attempts = move_attempts + 1, move_at = ? WHERE seq = ?',
};

const held = "owner = ? AND id = ? AND revision = ? AND status = 'pending'";
const heldForReembedding = 'owner = ? AND id = ? AND revision = ? AND embedder IS NOT NULL';

const extensions = {
  ingest: `UPDATE memory SET next_attempt_at = ? WHERE ${held} AND leased = 1`,
  reembed: `UPDATE memory SET move_at = ? WHERE ${heldForReembedding}`,
};

const releases = {
  ingest: `UPDATE memory SET leased = 0, next_attempt_at = ? WHERE ${held}`,
  reembed: `UPDATE memory SET move_attempts = max(0, move_attempts - 1), move_at = ? WHERE ${heldForReembedding}`,
  rejected: `UPDATE memory SET move_at = ? WHERE ${heldForReembedding}`,
};

export const claimWrites = {
  claimMemories(db: DatabaseSync, options: ClaimOptions): ClaimedRow[] {
    const { purpose, now, leaseMs } = options;
    const due = isIngest(options) ? dueMemories(db, options) : staleMemories(db, options);
    const lease = prepare(db, leases[purpose]);
    const read = prepare<Omit<ClaimedRow, 'purpose'>>(
      db,
      `SELECT memory.id, account.id AS accountId, user_id AS userId, revision, text, messages, infer,
         ${isIngest(options) ? 'attempts' : 'move_attempts'} AS attempts, refusals AS rejections,
         interruptions AS crashCount, pending_since AS pendingSince, trace_parent AS traceParent
       FROM memory JOIN account ON account.number = memory.owner WHERE seq = ?`,
    );
    return due.map((seq) => {
      lease.run(now + leaseMs, seq);
      return { ...(read.get(seq) as Omit<ClaimedRow, 'purpose'>), purpose };
    });
  },

  extendLeases(db: DatabaseSync, { claims, until }: { claims: ClaimKey[]; until: number }): void {
    for (const claim of claims) updateClaimed(db, extensions[claim.purpose], claim, until);
  },

  releaseMemories(
    db: DatabaseSync,
    { claims, at, rejected }: { claims: ClaimKey[]; at: number; rejected: boolean },
  ): void {
    for (const claim of claims) {
      const kind = rejected && claim.purpose === 'reembed' ? 'rejected' : claim.purpose;
      updateClaimed(db, releases[kind], claim, at);
    }
  },

  /** Ends all leases. They belong to a crashed process, because this one has the lock of the directory. */
  endLeases(db: DatabaseSync, { now }: { now: number }): void {
    prepare(
      db,
      'UPDATE memory SET next_attempt_at = ?, leased = 0, interruptions = interruptions + 1 WHERE leased = 1',
    ).run(now);
    const embedders = prepare<{ number: number }>(db, 'SELECT number FROM embedder').all();
    const release = prepare(db, 'UPDATE memory SET move_at = 0 WHERE embedder = ? AND move_at > 0');
    for (const { number } of embedders) release.run(number);
  },
};

function updateClaimed(db: DatabaseSync, sql: string, { accountId, id, revision }: ClaimKey, at: number): void {
  const accountNumber = findAccountNumber(db, accountId);
  if (accountNumber !== undefined) prepare(db, sql).run(at, accountNumber, id, revision);
}
