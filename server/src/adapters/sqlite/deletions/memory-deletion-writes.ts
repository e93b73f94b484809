import type { DatabaseSync } from 'node:sqlite';
import type { Deletion, DeletionName, NewDeletion } from '../../../ports/memory-deletions.ts';
import type { IdempotencyRecord, StoredResponse } from '../../../ports/memory-rows.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { noteErasure } from '../connection/erasures.ts';
import { prepare } from '../connection/prepare.ts';
import { hiddenAt, isLive, type ReadAt } from '../memories/expiry.ts';
import { noteChange } from '../memories/memory-vectors.ts';
import { findResponse, keepResponse } from '../memories/stored-responses.ts';
import { addItems, numberOfDeletion } from './count-removed.ts';
import { insertDeletion } from './stored-deletion.ts';

/** The maximum of rows that one write deletes, because other writes wait in the meantime. */
const maxRows = 2_000;

export type BeginResult = { kind: 'written' | 'missing' } | { kind: 'replayed'; response: StoredResponse };

export const memoryDeletionWrites = {
  prepareMemoryDeletion(
    db: DatabaseSync,
    { deletion, ids, readAt }: { accountId: string; deletion: NewDeletion; ids: readonly string[] } & ReadAt,
  ): void {
    const owner = findAccountNumber(db, deletion.accountId);
    if (owner === undefined) return;
    insertDeletion(db, owner, deletion, 'preparing');
    const number = numberOfDeletion(db, owner, deletion.id) as number;
    const find = prepare<{ id: string; seq: number }>(
      db,
      `SELECT id, seq FROM memory WHERE owner = ? AND id = ? AND ${isLive}`,
    );
    addItems(
      db,
      owner,
      number,
      ids.flatMap((id) => find.get(owner, id, readAt) ?? []),
    );
  },

  beginMemoryDeletion(
    db: DatabaseSync,
    { accountId, id, matched, idempotencyRecord }: DeletionName & BeginInput,
  ): BeginResult {
    const owner = findAccountNumber(db, accountId);
    if (owner === undefined) return { kind: 'missing' };
    const response = idempotencyRecord && findResponse(db, owner, idempotencyRecord);
    if (response) return { kind: 'replayed', response };
    const sql = `UPDATE deletion SET state = 'running', matched = ? WHERE owner = ? AND id = ? AND state = 'preparing'`;
    if (prepare(db, sql).run(matched, owner, id).changes === 0) return { kind: 'missing' };
    if (idempotencyRecord) keepResponse(db, owner, idempotencyRecord);
    return { kind: 'written' };
  },

  hideMemories(
    db: DatabaseSync,
    { accountId, ids, readAt }: { accountId: string; ids: readonly string[] } & ReadAt,
  ): number {
    const owner = findAccountNumber(db, accountId);
    if (owner === undefined) return 0;
    const hide = prepare<{ seq: number }>(
      db,
      `UPDATE memory SET expires_at = ${hiddenAt} WHERE owner = ? AND id = ? AND expires_at IS NOT ${hiddenAt}
         AND ${isLive} RETURNING seq`,
    );
    let hidden = 0;
    for (const id of ids) {
      const row = hide.get(owner, id, readAt);
      if (!row) continue;
      noteChange(db, owner, row.seq);
      hidden++;
    }
    return hidden;
  },

  finishMemoryDeletion(db: DatabaseSync, { accountId, id, at }: DeletionName & { at: number }): void {
    const sql = `UPDATE deletion SET state = 'done', finished_at = ? WHERE owner = (SELECT number FROM account WHERE id = ?)
      AND id = ? AND state = 'running'`;
    prepare(db, sql).run(at, accountId, id);
  },

  /** Records the result of a scan, unless more was removed since. */
  verifyMemoryDeletion(
    db: DatabaseSync,
    { accountId, id, at, parameters, memories }: DeletionName & VerifyInput,
  ): boolean {
    const owner = findAccountNumber(db, accountId);
    if (owner === undefined) return false;
    const sql = `UPDATE deletion SET verified_at = ?, parameters = ?
      WHERE owner = ? AND id = ? AND state = 'done' AND memories = ?`;
    if (prepare(db, sql).run(at, parameters, owner, id, memories).changes === 0) return false;
    // The parameters contain users.
    noteErasure(db);
    return true;
  },

  /**
   * Removes ids of memories, unless the deletion has another state, or has removed more memories since.
   * @returns how many there were
   */
  removeDeletionItems(
    db: DatabaseSync,
    { accountId, id, state, memories }: DeletionName & Pick<Deletion, 'state'> & Pick<Deletion['removed'], 'memories'>,
  ): number {
    const sql = `DELETE FROM deletion_item WHERE (owner, deletion, id) IN (
      SELECT owner, deletion, id FROM deletion_item
      WHERE (owner, deletion) = (SELECT owner, number FROM deletion
        WHERE owner = (SELECT number FROM account WHERE id = ?) AND id = ? AND state = ? AND memories = ?) LIMIT ${maxRows})`;
    return Number(prepare(db, sql).run(accountId, id, state, memories).changes);
  },

  /** Removes a deletion that has not begun and has no items. */
  removeMemoryDeletion(db: DatabaseSync, { accountId, id }: DeletionName): void {
    const sql = `DELETE FROM deletion WHERE owner = (SELECT number FROM account WHERE id = ?) AND id = ?
      AND state = 'preparing'`;
    prepare(db, sql).run(accountId, id);
    noteErasure(db);
  },

  purgeMemoryDeletions(db: DatabaseSync, { before }: { before: number }): number {
    const sql = `DELETE FROM deletion WHERE number IN (SELECT number FROM deletion
      WHERE started_at < ? AND verified_at IS NOT NULL LIMIT ${maxRows})`;
    return Number(prepare(db, sql).run(before).changes);
  },
};

interface BeginInput {
  matched: number;
  idempotencyRecord?: IdempotencyRecord | undefined;
}

interface VerifyInput {
  at: number;
  parameters: string;
  memories: Deletion['removed']['memories'];
}
