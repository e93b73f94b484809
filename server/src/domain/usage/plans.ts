import type { Account, CustomLimits, Plan } from '../accounts/kinds.ts';

/**
 * The limits of a plan; null for no limit. Those of searches and of writes, which include updates, apply to a month.
 */
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

/** Returns the limits of an account: those of its plan, or the agreed ones on the enterprise plan. */
export function limitsOf({ plan, limits }: Pick<Account, 'plan' | 'limits'>): PlanLimits {
  return plan === 'enterprise' ? { ...planLimits.enterprise, ...limits } : planLimits[plan];
}
