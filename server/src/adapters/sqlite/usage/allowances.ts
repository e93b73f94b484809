import type { DatabaseSync } from 'node:sqlite';
import type { WriteResult } from '../../../ports/memory-store.ts';
import type { Allowance, Month } from '../../../ports/usage-store.ts';
import { prepare } from '../connection/prepare.ts';

/** What a write would add: a user when it makes a memory or brings one back, projects always. */
export interface Additions {
  owner: number;
  ownerId: string;
  userId: string | null;
  projects: readonly string[];
  /** The memory that is changed; null when one is made. */
  seq: number | null;
}

/** Why the allowance has no room for a write; undefined when it has. Nothing is counted yet. */
export function beyondAllowance(
  db: DatabaseSync,
  allowance: Allowance,
  additions: Additions,
): Extract<WriteResult, { kind: 'over_limit' }> | undefined {
  const limit = !hasRoomForUser(db, allowance, additions)
    ? 'end_users'
    : !hasRoomForProjects(db, allowance, additions)
      ? 'projects'
      : !hasWritesLeft(db, allowance, additions.owner)
        ? 'memory_writes'
        : undefined;
  return limit && { kind: 'over_limit', limit };
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

function hasRoomForUser(db: DatabaseSync, { endUsers }: Allowance, { owner, ownerId, userId }: Additions): boolean {
  if (endUsers === null || userId === null || userId === ownerId) return true;
  if (prepare(db, 'SELECT 1 FROM end_user WHERE owner = ? AND user_id = ?').get(owner, userId)) return true;
  return countEndUsers(db, owner, ownerId) < endUsers;
}

function hasRoomForProjects(
  db: DatabaseSync,
  { projects: limit }: Allowance,
  { owner, projects, seq }: Additions,
): boolean {
  if (limit === null) return true;
  const elsewhere = prepare(
    db,
    'SELECT 1 FROM memory_project WHERE owner = ? AND project = ? AND seq IS NOT ? LIMIT 1',
  );
  const hereOnly = (names: readonly string[]) => names.filter((project) => !elsewhere.get(owner, project, seq));
  const before = hereOnly(projectsOf(db, seq));
  const after = hereOnly(projects);
  if (after.every((project) => before.includes(project))) return true;
  const others = countProjects(db, owner, { seq, most: limit + before.length });
  // Who has more than the plan, after a change to a smaller one, may go on with as many.
  return others + after.length <= Math.max(limit, others + before.length);
}

function projectsOf(db: DatabaseSync, seq: number | null): string[] {
  if (seq === null) return [];
  const rows = prepare(db, 'SELECT project FROM memory_project WHERE seq = ?').all(seq) as { project: string }[];
  return rows.map(({ project }) => project);
}

function hasWritesLeft(db: DatabaseSync, { month, memoryWrites }: Allowance, owner: number): boolean {
  if (memoryWrites === null) return true;
  const row = prepare(db, 'SELECT memory_writes FROM usage_month WHERE owner = ? AND month = ?').get(owner, month) as
    | { memory_writes: number }
    | undefined;
  return (row?.memory_writes ?? 0) < memoryWrites;
}
