import type { DatabaseSync } from 'node:sqlite';
import type { CommitResult } from '../../../ports/memory-store.ts';
import type { Month, WriteQuota } from '../../../ports/usage-store.ts';
import type { Additions } from '../../store-kit/memory-transitions.ts';
import { addsProjects, hasProjectCapacity, limitedUser, overLimit } from '../../store-kit/quota-window.ts';
import { prepare, prepareArrays, readValue } from '../connection/prepare.ts';

type Addition = Additions<{ seq: number }> & { owner: number; accountId: string };

/** Finds a limit that a write would exceed, and counts nothing. */
export function findOverLimit(
  db: DatabaseSync,
  quota: WriteQuota,
  addition: Addition,
): Extract<CommitResult, { kind: 'over_limit' }> | undefined {
  if (!fitsUser(db, quota, addition)) return overLimit('end_users');
  if (!fitsProjects(db, quota, addition)) return overLimit('projects');
  const { month, memoryWrites } = quota;
  if (memoryWrites === null) return undefined;
  const sql = 'SELECT memory_writes FROM usage_month WHERE owner = ? AND month = ?';
  const counted = readValue<number>(db, sql, addition.owner, month) ?? 0;
  return counted >= memoryWrites ? overLimit('memory_writes') : undefined;
}

export function countWrite(db: DatabaseSync, accountNumber: number, month: Month): void {
  prepare(
    db,
    `INSERT INTO usage_month (owner, month, memory_writes) VALUES (?, ?, 1)
     ON CONFLICT (owner, month) DO UPDATE SET memory_writes = memory_writes + 1`,
  ).run(accountNumber, month);
}

/** Counts the end users other than the account itself. */
export function countEndUsers(db: DatabaseSync, accountNumber: number, accountId: string): number {
  const sql = 'SELECT count(*) FROM end_user WHERE owner = ? AND user_id <> ?';
  return readValue<number>(db, sql, accountNumber, accountId) as number;
}

/**
 * Counts the projects of memories other than `seq`, up to `max`. It jumps from one name to the next instead of reading
 * every row.
 */
export function countProjects(
  db: DatabaseSync,
  accountNumber: number,
  { seq = null, max = -1 }: { seq?: number | null; max?: number } = {},
): number {
  const sql = `WITH RECURSIVE name (project) AS (
      SELECT min(project) FROM memory_project WHERE owner = ?1
      UNION ALL
      SELECT (SELECT min(project) FROM memory_project WHERE owner = ?1 AND project > name.project)
      FROM name WHERE name.project IS NOT NULL
    )
    SELECT count(*) FROM (
      SELECT 1 FROM name WHERE project IS NOT NULL
        AND EXISTS (SELECT 1 FROM memory_project AS one
                    WHERE one.owner = ?1 AND one.project = name.project AND one.seq IS NOT ?2)
      LIMIT ?3
    )`;
  return readValue<number>(db, sql, accountNumber, seq, max) as number;
}

function fitsUser(db: DatabaseSync, quota: WriteQuota, { owner: accountNumber, accountId, userId }: Addition): boolean {
  const added = limitedUser(quota, { accountId, userId });
  if (!added) return true;
  const find = 'SELECT 1 FROM end_user WHERE owner = ? AND user_id = ?';
  if (readValue(db, find, accountNumber, added.userId)) return true;
  return countEndUsers(db, accountNumber, accountId) < added.limit;
}

function fitsProjects(
  db: DatabaseSync,
  { projects: limit }: WriteQuota,
  { owner: accountNumber, projects, changed }: Addition,
): boolean {
  if (limit === null) return true;
  const seq = changed?.seq ?? null;
  const find = 'SELECT 1 FROM memory_project WHERE owner = ? AND project = ? AND seq IS NOT ? LIMIT 1';
  const countOwn = (names: readonly string[]) =>
    names.filter((name) => !readValue(db, find, accountNumber, name, seq)).length;
  const before = prepareArrays<[project: string]>(db, 'SELECT project FROM memory_project WHERE seq = ?').all(seq);
  const own = { before: countOwn(before.map(([project]) => project)), after: countOwn(projects) };
  if (!addsProjects(own)) return true;
  return hasProjectCapacity(limit, own, countProjects(db, accountNumber, { seq, max: limit + 1 }));
}
