import type { DatabaseSync } from 'node:sqlite';
import type { CommitResult } from '../../../ports/memory-store.ts';
import type { WriteQuota } from '../../../ports/usage-store.ts';
import type { WebhookEvent } from '../../../ports/webhooks.ts';
import type { Additions } from '../../store-kit/memory-transitions.ts';
import {
  type AddedNames,
  addsProjects,
  hasProjectCapacity,
  type Limits,
  limitedUser,
  limitWrites,
  noAddedNames,
  overLimit,
} from '../../store-kit/quota-window.ts';
import { quotaEvents } from '../../store-kit/webhook-queue.ts';
import { prepare, prepareArrays, readValue } from '../connection/prepare.ts';

type Addition = Additions<{ seq: number }>;

interface AccountOfWrites {
  owner: number;
  accountId: string;
}

/** Finds the writes of a commit that would exceed a limit, and counts nothing. */
export function findOverLimit(
  db: DatabaseSync,
  quota: WriteQuota,
  account: AccountOfWrites,
  additions: readonly Addition[],
): Extract<CommitResult, { kind: 'over_limit' }> | undefined {
  const added = noAddedNames();
  const limits = additions.map((addition): Limits[number] => {
    const isNewUser = addsUser(db, quota, account, addition, added);
    if (isNewUser === 'over_limit') return 'end_users';
    if (!fitsProjects(db, quota, account.owner, addition, added)) return 'projects';
    if (isNewUser) added.users.add(addition.userId as string);
    return null;
  });
  const { month, memoryWrites } = quota;
  if (memoryWrites === null) return overLimit(limits);
  const sql = 'SELECT memory_writes FROM usage_month WHERE owner = ? AND month = ?';
  const counted = readValue<number>(db, sql, account.owner, month) ?? 0;
  return overLimit(limitWrites(limits, memoryWrites - counted));
}

/** Counts writes. @returns the events of the limits that the count passes */
export function countWrites(
  db: DatabaseSync,
  accountNumber: number,
  { month, memoryWrites: limit }: Pick<WriteQuota, 'month' | 'memoryWrites'>,
  writes: number,
): WebhookEvent[] {
  if (writes === 0) return [];
  prepare(
    db,
    `INSERT INTO usage_month (owner, month, memory_writes) VALUES (?, ?, ?)
     ON CONFLICT (owner, month) DO UPDATE SET memory_writes = memory_writes + excluded.memory_writes`,
  ).run(accountNumber, month, writes);
  if (limit === null) return [];
  const sql = 'SELECT memory_writes FROM usage_month WHERE owner = ? AND month = ?';
  const after = readValue<number>(db, sql, accountNumber, month) as number;
  return quotaEvents({ metric: 'memory_write', before: after - writes, after, limit, month });
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

/** Whether a write adds a user to those that the limit counts; `over_limit` if the limit is reached. */
function addsUser(
  db: DatabaseSync,
  quota: WriteQuota,
  { owner: accountNumber, accountId }: AccountOfWrites,
  { userId }: Addition,
  { users }: AddedNames,
): boolean | 'over_limit' {
  const limited = limitedUser(quota, { accountId, userId });
  if (!limited || users.has(limited.userId)) return false;
  const find = 'SELECT 1 FROM end_user WHERE owner = ? AND user_id = ?';
  if (readValue(db, find, accountNumber, limited.userId)) return false;
  return countEndUsers(db, accountNumber, accountId) + users.size < limited.limit || 'over_limit';
}

/** Whether the limit allows the projects of a write. If so, they are added. */
function fitsProjects(
  db: DatabaseSync,
  { projects: limit }: WriteQuota,
  accountNumber: number,
  { projects, changed }: Addition,
  added: AddedNames,
): boolean {
  if (limit === null) return true;
  const seq = changed?.seq ?? null;
  const find = 'SELECT 1 FROM memory_project WHERE owner = ? AND project = ? AND seq IS NOT ? LIMIT 1';
  const onlyOwn = (names: readonly string[]) =>
    names.filter((name) => !added.projects.has(name) && !readValue(db, find, accountNumber, name, seq));
  const before = prepareArrays<[project: string]>(db, 'SELECT project FROM memory_project WHERE seq = ?').all(seq);
  const after = onlyOwn(projects);
  const own = { before: onlyOwn(before.map(([project]) => project)).length, after: after.length };
  if (addsProjects(own)) {
    const others = countProjects(db, accountNumber, { seq, max: limit + 1 }) + added.projects.size;
    if (!hasProjectCapacity(limit, own, others)) return false;
  }
  for (const project of after) added.projects.add(project);
  return true;
}
