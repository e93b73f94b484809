import type { Account, Plan } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import type { CommitResult } from '../../ports/memory-store.ts';
import type { Month, WriteQuota } from '../../ports/usage-store.ts';
import { monthAfter, monthOf } from './month.ts';
import { limitsOf } from './plans.ts';

/** The limits of an account's writes, and the plan that an error names. */
export interface AccountQuota extends WriteQuota {
  plan: Plan;
}

export function quotaOf(account: Account, now: number): AccountQuota {
  const { memoryWrites, endUsers, projects } = limitsOf(account);
  return { plan: account.plan, month: monthOf(now), memoryWrites, endUsers, projects };
}

/** Makes the error of a write that the store rejected for its quota. */
export function overLimit(
  { plan, month, ...limits }: AccountQuota,
  { limit }: Extract<CommitResult, { kind: 'over_limit' }>,
  now: number,
): DomainError {
  if (limit === 'memory_writes') return quotaExceeded('writes', limits.memoryWrites, plan, month, now);
  const [maximum, thing] = limit === 'projects' ? [limits.projects, 'project'] : [limits.endUsers, 'end user'];
  const many = maximum === 1 ? thing : `${thing}s`;
  const field = limit === 'projects' ? 'metadata.project' : 'user_id';
  return new DomainError(
    'plan_limit_reached',
    `The ${plan} plan has room for ${maximum} ${many}, and this write would add another. Use a ${field} that is there already, delete the memories of one, or change the plan.`,
    { details: { limit } },
  );
}

/** @param limit the limit of the month; never null, because an unlimited quota is never used up */
export function quotaExceeded(
  what: 'writes' | 'searches',
  limit: number | null,
  plan: Plan,
  month: Month,
  now: number,
): DomainError {
  const end = monthAfter(month);
  const resetsAt = new Date(end).toISOString();
  return new DomainError(
    'quota_exceeded',
    `The ${limit} ${what} of this month are used up. They start anew on ${resetsAt}${plan === 'enterprise' ? '' : '; a larger plan has more'}.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((end - now) / 1_000)), details: { resets_at: resetsAt } },
  );
}
