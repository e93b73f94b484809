import type { DatabaseSync } from 'node:sqlite';
import type { DeletionRecord } from '../../../ports/records.ts';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import { addItems, numberOfDeletion, type RemovedRow } from './count-removed.ts';
import { type DeletionRow, insertDeletion } from './stored-deletion.ts';

export function readItems(db: DatabaseSync, { accountId, id }: Pick<DeletionRow, 'accountId' | 'id'>): string[] {
  const sql = `SELECT item.id FROM deletion_item AS item
    WHERE (item.owner, item.deletion) = (SELECT owner, number FROM deletion
      WHERE owner = (SELECT number FROM account WHERE id = ?) AND id = ?) ORDER BY item.id`;
  return prepareArrays<[string]>(db, sql)
    .all(accountId, id)
    .map(([item]) => item);
}

/**
 * Writes a deletion, which replaces one with the same id. Memories that the store does not have are left out of its
 * items.
 */
export function putDeletion(db: DatabaseSync, accountNumber: number, { deletion, items }: DeletionRecord): void {
  const present = numberOfDeletion(db, accountNumber, deletion.id);
  if (present !== undefined) {
    prepare(db, 'DELETE FROM deletion_item WHERE owner = ? AND deletion = ?').run(accountNumber, present);
    prepare(db, 'DELETE FROM deletion WHERE number = ?').run(present);
  }
  insertDeletion(db, accountNumber, deletion, deletion.state);
  const number = numberOfDeletion(db, accountNumber, deletion.id) as number;
  const { memories, versions, vectors, wordEntries, storedResponses } = deletion.removed;
  prepare(
    db,
    `UPDATE deletion SET matched = ?, memories = ?, versions = ?, vectors = ?, word_entries = ?, stored_responses = ?,
       finished_at = ?, verified_at = ? WHERE number = ?`,
  ).run(
    ...[deletion.matched, memories, versions, vectors, wordEntries, storedResponses],
    ...[deletion.finishedAt, deletion.verifiedAt, number],
  );
  const find = prepare<RemovedRow>(db, 'SELECT id, seq FROM memory WHERE owner = ? AND id = ?');
  addItems(
    db,
    accountNumber,
    number,
    items.flatMap((id) => find.get(accountNumber, id) ?? []),
  );
}
