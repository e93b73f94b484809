import type { DatabaseSync } from 'node:sqlite';
import type { CommitResult } from '../../../ports/memory-store.ts';
import type { Month, WriteQuota } from '../../../ports/usage-store.ts';
import type { Additions } from '../../store-kit/memory-transitions.ts';
import { addsProjects, hasProjectCapacity, limitedUser, overLimit } from '../../store-kit/quota-window.ts';
import { prepare } from '../connection/prepare.ts';

type Addition = Additions<{ seq: number }> & { owner: number; accountId: string };

/** Which limit a write would exceed; undefined: none. Nothing is counted yet. */
export function findOverLimit(
  db: DatabaseSync,
  quota: WriteQuota,
  addition: Addition,
): Extract<CommitResult, { kind: 'over_limit' }> | undefined {
  const { owner } = addition;
  if (!fitsUser(db, quota, addition)) return overLimit('end_users');
  if (!fitsProjects(db, quota, addition)) return overLimit('projects');
  const { month, memoryWrites } = quota;
  if (memoryWrites !== null && countedWrites(db, owner, month) >= memoryWrites) return overLimit('memory_writes');
  return undefined;
}

export function countWrite(db: DatabaseSync, owner: number, month: Month): void {
  prepare(
    db,
    `INSERT INTO usage_month (owner, month, memory_writes) VALUES (?, ?, 1)
     ON CONFLICT (owner, month) DO UPDATE SET memory_writes = memory_writes + 1`,
  ).run(owner, month);
}

/** End users other than the account itself. */
export function countEndUsers(db: DatabaseSync, owner: number, ownerId: string): number {
  const { users } = prepare(db, 'SELECT count(*) AS users FROM end_user WHERE owner = ? AND user_id <> ?').get(
    owner,
    ownerId,
  ) as { users: number };
  return users;
}

/** Projects of memories other than `seq`, up to `most`: hops from one name to the next instead of reading every row. */
export function countProjects(db: DatabaseSync, owner: number, { seq = null, most = -1 } = {} as ProjectCount): number {
  const { projects } = prepare(
    db,
    `WITH RECURSIVE name (project) AS (
       SELECT min(project) FROM memory_project WHERE owner = ?1
       UNION ALL
       SELECT (SELECT min(project) FROM memory_project WHERE owner = ?1 AND project > name.project)
       FROM name WHERE name.project IS NOT NULL
     )
     SELECT count(*) AS projects FROM (
       SELECT 1 FROM name WHERE project IS NOT NULL
         AND EXISTS (SELECT 1 FROM memory_project AS one
                     WHERE one.owner = ?1 AND one.project = name.project AND one.seq IS NOT ?2)
       LIMIT ?3
     )`,
  ).get(owner, seq, most) as { projects: number };
  return projects;
}

interface ProjectCount {
  seq?: number | null;
  most?: number;
}

function fitsUser(db: DatabaseSync, quota: WriteQuota, { owner, accountId, userId }: Addition): boolean {
  const added = limitedUser(quota, { accountId, userId });
  if (!added) return true;
  if (prepare(db, 'SELECT 1 FROM end_user WHERE owner = ? AND user_id = ?').get(owner, added.userId)) return true;
  return countEndUsers(db, owner, accountId) < added.limit;
}

function fitsProjects(
  db: DatabaseSync,
  { projects: limit }: WriteQuota,
  { owner, projects, changed }: Addition,
): boolean {
  if (limit === null) return true;
  const seq = changed?.seq ?? null;
  const elsewhere = prepare(
    db,
    'SELECT 1 FROM memory_project WHERE owner = ? AND project = ? AND seq IS NOT ? LIMIT 1',
  );
  const hereOnly = (names: readonly string[]) => names.filter((name) => !elsewhere.get(owner, name, seq)).length;
  const own = { before: hereOnly(projectsOf(db, seq)), after: hereOnly(projects) };
  return !addsProjects(own) || hasProjectCapacity(limit, own, countProjects(db, owner, { seq, most: limit + 1 }));
}

function projectsOf(db: DatabaseSync, seq: number | null): string[] {
  if (seq === null) return [];
  const rows = prepare(db, 'SELECT project FROM memory_project WHERE seq = ?').all(seq) as { project: string }[];
  return rows.map(({ project }) => project);
}

function countedWrites(db: DatabaseSync, owner: number, month: Month): number {
  const row = prepare(db, 'SELECT memory_writes FROM usage_month WHERE owner = ? AND month = ?').get(owner, month) as
    | { memory_writes: number }
    | undefined;
  return row?.memory_writes ?? 0;
}
