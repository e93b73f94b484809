import type { DatabaseSync } from 'node:sqlite';
import type { MatchedMemory, MatchQuery } from '../../../ports/memory-deletions.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import { isLive, type ReadAt } from '../memories/expiry.ts';
import { toScopeConditions } from '../memories/scope-conditions.ts';

interface MatchRow {
  at: number;
  id: string;
  metadata: string | null;
}

export function matchMemories(
  db: DatabaseSync,
  { scope, archived, limit, after, readAt }: MatchQuery & ReadAt,
): MatchedMemory[] {
  const accountNumber = findAccountNumber(db, scope.accountId);
  if (accountNumber === undefined) return [];
  // The caller compares the metadata of archived memories.
  const narrowed = archived ? { ...scope, filterKeys: undefined } : scope;
  const { conditions, values } = toScopeConditions(accountNumber, narrowed);
  const rows = prepare<MatchRow>(
    db,
    `SELECT created_at AS at, id, ${archived ? 'metadata' : 'NULL AS metadata'} FROM memory
     WHERE ${conditions} AND aside = ${archived ? 1 : 0} AND ${isLive} AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
  ).all(...values, readAt, after?.at ?? -Number.MAX_SAFE_INTEGER, after?.id ?? '', limit);
  return rows.map(({ metadata, ...row }) => ({ ...row, metadata: metadata === null ? null : JSON.parse(metadata) }));
}
