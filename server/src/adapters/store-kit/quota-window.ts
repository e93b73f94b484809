import type { CommitResult, QuotaLimit } from '../../ports/memory-store.ts';
import type { WriteQuota } from '../../ports/usage-store.ts';

type OverLimit = Extract<CommitResult, { kind: 'over_limit' }>;

/** The limit that rejects each write of a commit; null if none does. */
export type Limits = (QuotaLimit | null)[];

/** Whether any limit applies to the account. */
export function isLimited({ memoryWrites, endUsers, projects }: WriteQuota): boolean {
  return memoryWrites !== null || endUsers !== null || projects !== null;
}

/** Returns the result of a commit with writes that a limit rejects; undefined if none does. */
export function overLimit(limits: Limits): OverLimit | undefined {
  return limits.some((limit) => limit !== null) ? { kind: 'over_limit', limits } : undefined;
}

/** Rejects the last of the writes that no other limit rejects, so that at most `remaining` are left. */
export function limitWrites(limits: Limits, remaining: number): Limits {
  let left = remaining;
  return limits.map((limit) => limit ?? (--left < 0 ? 'memory_writes' : null));
}

/** The names that the writes of a commit add, within the limits. The store has none of them yet. */
export interface AddedNames {
  users: Set<string>;
  projects: Set<string>;
}

export function noAddedNames(): AddedNames {
  return { users: new Set(), projects: new Set() };
}

/** Returns the user that a write adds and the limit of users; null without a new user or without a limit. */
export function limitedUser(
  { endUsers: limit }: WriteQuota,
  { accountId, userId }: { accountId: string; userId: string | null },
): { userId: string; limit: number } | null {
  return limit === null || userId === null || userId === accountId ? null : { userId, limit };
}

/** The numbers of projects that only the changed memory has, before and after a write. */
export interface OwnProjects {
  before: number;
  after: number;
}

/** Whether a write may exceed the limit of projects, so that those of all other memories must be counted. */
export function addsProjects({ before, after }: OwnProjects): boolean {
  return after > before;
}

/** Whether a write keeps to the limit. After a change to a smaller plan, an account may keep its projects. */
export function hasProjectCapacity(limit: number, own: OwnProjects, others: number): boolean {
  return !addsProjects(own) || others + own.after <= limit;
}
