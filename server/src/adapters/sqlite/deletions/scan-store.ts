import type { DatabaseSync } from 'node:sqlite';
import type { DeletionName } from '../../../ports/memory-deletions.ts';
import { prepare, prepareArrays, readValue } from '../connection/prepare.ts';

/** A slice of the ids of a deletion. */
export interface ItemSlice extends DeletionName {
  after: string;
  limit: number;
}

/** The result of the scan of a slice. */
export interface ScannedSlice {
  accountNumber: number;
  seqs: number[];
  /** The last id of the slice; null after the last slice. */
  last: string | null;
  isLeft: boolean;
}

/** The tables with rows of a memory, by its `seq`, which no other memory ever gets. */
const tablesOfMemories = [
  'memory',
  'memory_vector',
  'memory_token',
  'memory_label',
  'memory_project',
  'memory_version',
] as const;

/** Looks for rows of memories in every table. */
export function scanSlice(db: DatabaseSync, { accountId, id, after, limit }: ItemSlice): ScannedSlice {
  const [account, number] = prepareArrays<[number, number]>(
    db,
    `SELECT owner, deletion.number FROM deletion JOIN account ON account.number = deletion.owner
     WHERE account.id = ? AND deletion.id = ?`,
  ).get(accountId, id) ?? [-1, -1];
  const items = prepare<{ id: string; seq: number }>(
    db,
    'SELECT id, seq FROM deletion_item WHERE owner = ? AND deletion = ? AND id > ? ORDER BY id LIMIT ?',
  ).all(account, number, after, limit);
  const seqs = JSON.stringify(items.map(({ seq }) => seq));
  const ids = JSON.stringify(items.map((item) => item.id));
  const inTables = tablesOfMemories.some((table) => {
    const sql = `SELECT 1 FROM ${table} WHERE seq IN (SELECT value FROM json_each(?)) LIMIT 1`;
    return readValue(db, sql, seqs) !== undefined;
  });
  return {
    accountNumber: account,
    seqs: items.map(({ seq }) => seq),
    last: items.length < limit ? null : (items.at(-1)?.id ?? null),
    isLeft: inTables || hasResponses(db, account, ids),
  };
}

/**
 * Whether a stored response contains the text of one of the memories. An import may have given their ids to new ones.
 */
function hasResponses(db: DatabaseSync, account: number, ids: string): boolean {
  const sql = `SELECT 1 FROM answer INDEXED BY answer_by_memory
    WHERE owner = ?1 AND memory IN (SELECT value FROM json_each(?2)) AND body <> ''
      AND NOT EXISTS (SELECT 1 FROM memory WHERE memory.owner = ?1 AND memory.id = answer.memory) LIMIT 1`;
  return readValue(db, sql, account, ids) !== undefined;
}
