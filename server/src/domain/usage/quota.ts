import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Account, CustomLimits, Plan } from '../accounts/kinds.ts';
import type { Month, WriteQuota } from './kinds.ts';
import type { Usage } from './search-counts.ts';

export type QuotaLimit = 'memory_writes' | 'end_users' | 'projects';

/** The limits of an account's writes, and the plan for the error message. */
export interface AccountQuota extends WriteQuota {
  plan: Plan;
}

export function quotaOf(account: Account, now: number): AccountQuota {
  const { memoryWrites, endUsers, projects } = limitsOf(account);
  return { plan: account.plan, month: monthOf(now), memoryWrites, endUsers, projects };
}

export function overLimit({ plan, month, ...limits }: AccountQuota, limit: QuotaLimit, now: number): DomainError {
  if (limit === 'memory_writes') return quotaExceeded('writes', limits.memoryWrites, month, now);
  const [maximum, thing] = limit === 'projects' ? [limits.projects, 'project'] : [limits.endUsers, 'end user'];
  const many = maximum === 1 ? thing : `${thing}s`;
  const field = limit === 'projects' ? 'metadata.project' : 'user_id';
  return new DomainError(
    'plan_limit_reached',
    `The ${plan} plan allows ${maximum} ${many}, and this write would add another. Use an existing ${field}, delete the memories of one, or change the plan.`,
    { details: { limit } },
  );
}

/** @param limit the limit of the month; never null, because an unlimited quota is never used up */
function quotaExceeded(what: 'writes' | 'searches', limit: number | null, month: Month, now: number): DomainError {
  const end = monthAfter(month);
  const resetsAt = new Date(end).toISOString();
  const day = new Date(end).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return new DomainError(
    'quota_exceeded',
    `You have used all ${limit} ${what} of this month's quota. It resets on ${day} (UTC).`,
    { retryAfterSeconds: Math.max(1, Math.ceil((end - now) / 1_000)), details: { resets_at: resetsAt } },
  );
}

function monthOf(at: number): Month {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export function monthAfter(month: Month): Month {
  const date = new Date(month);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/**
 * Runs a search and counts it when it succeeds. If several searches run at the same time, only as many get a response
 * as the month's quota allows.
 * @throws {DomainError} `quota_exceeded`, before the search if the quota is used up by then
 */
export async function countSearch<Outcome>(
  { usage, clock }: { usage: Usage; clock: Clock },
  account: Account,
  search: () => Promise<Outcome>,
): Promise<Outcome> {
  const now = clock.now();
  const month = monthOf(now);
  const limit = limitsOf(account).memorySearches;
  const exceeded = () => quotaExceeded('searches', limit, month, now);
  if (limit !== null && (await usage.searches(account.id, month)) >= limit) throw exceeded();
  const outcome = await search();
  if (!(await usage.countSearch(account.id, month, limit))) throw exceeded();
  return outcome;
}

/** Reads the usage of the current month, as its next write or search will count it. `end` begins the next month. */
export async function getUsage({ usage, clock }: { usage: Usage; clock: Clock }, account: Account) {
  const start = monthOf(clock.now());
  const used = await usage.usage(account.id, start);
  return { used, limits: limitsOf(account), period: { start, end: monthAfter(start) } };
}

/** The limits of a plan; null for none. Those of searches and of writes, which include updates, apply to a month. */
export interface PlanLimits extends CustomLimits {
  projects: number | null;
  requestsPerSecond: number | null;
}

export const planLimits: Record<Plan, PlanLimits> = {
  free: { memoryWrites: 100, memorySearches: 1_000, endUsers: 1, projects: 1, requestsPerSecond: 10 },
  starter: { memoryWrites: 500, memorySearches: 5_000, endUsers: 3, projects: 1, requestsPerSecond: 25 },
  growth: { memoryWrites: 2_000, memorySearches: 20_000, endUsers: null, projects: null, requestsPerSecond: 100 },
  enterprise: { memoryWrites: null, memorySearches: null, endUsers: null, projects: null, requestsPerSecond: null },
};

export const noCustomLimits: CustomLimits = { memoryWrites: null, memorySearches: null, endUsers: null };

export function limitsOf({ plan, limits }: Pick<Account, 'plan' | 'limits'>): PlanLimits {
  return plan === 'enterprise' ? { ...planLimits.enterprise, ...limits } : planLimits[plan];
}
