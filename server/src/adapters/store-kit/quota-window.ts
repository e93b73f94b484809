import type { CommitResult } from '../../ports/memory-store.ts';
import type { WriteQuota } from '../../ports/usage-store.ts';

type OverLimit = Extract<CommitResult, { kind: 'over_limit' }>;

/** Whether any limit applies to the account. */
export function isLimited({ memoryWrites, endUsers, projects }: WriteQuota): boolean {
  return memoryWrites !== null || endUsers !== null || projects !== null;
}

export function overLimit(limit: OverLimit['limit']): OverLimit {
  return { kind: 'over_limit', limit };
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

/** Whether a write keeps to the limit. An account whose plan became smaller may keep as many projects as it has. */
export function hasProjectCapacity(limit: number, own: OwnProjects, others: number): boolean {
  return !addsProjects(own) || others + own.after <= limit;
}
