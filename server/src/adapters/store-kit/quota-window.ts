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

/** The user that a write adds, with the limit of users; null: it adds none, or there is no limit. */
export function limitedUser(
  { endUsers: limit }: WriteQuota,
  { accountId, userId }: { accountId: string; userId: string | null },
): { userId: string; limit: number } | null {
  return limit === null || userId === null || userId === accountId ? null : { userId, limit };
}

/** How many projects no memory has but the one that a write changes: those that it has `before` and `after` the write. */
export interface OwnProjects {
  before: number;
  after: number;
}

/** Whether a write may exceed the limit of projects: then the projects of all other memories are to be counted. */
export function addsProjects({ before, after }: OwnProjects): boolean {
  return after > before;
}

/** An account that has more than its plan, after a change to a smaller one, may go on with as many. */
export function hasProjectCapacity(limit: number, own: OwnProjects, others: number): boolean {
  return !addsProjects(own) || others + own.after <= limit;
}
