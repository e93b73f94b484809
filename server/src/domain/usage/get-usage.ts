import type { Account, Plan } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Month, UsageStore } from '../../ports/usage-store.ts';
import { limitsOf } from './plans.ts';
import { monthAfter, monthOf } from './quota.ts';

/** A limit of null is none. */
export interface Used {
  used: number;
  limit: number | null;
}

export interface Usage {
  plan: Plan;
  /** `end` is the first moment of the next month. */
  period: { start: Month; end: Month };
  memoryWrites: Used;
  memorySearches: Used;
  endUsers: Used;
  projects: Used;
}

/** Reads the usage of an account in the present month, as its next write or search will find it. */
export async function getUsage(
  { usage, clock }: { usage: UsageStore; clock: Clock },
  account: Account,
): Promise<Usage> {
  const start = monthOf(clock.now());
  const used = await usage.usage(account.id, start);
  const limits = limitsOf(account);
  const of = (name: keyof typeof used): Used => ({ used: used[name], limit: limits[name] });
  return {
    plan: account.plan,
    period: { start, end: monthAfter(start) },
    memoryWrites: of('memoryWrites'),
    memorySearches: of('memorySearches'),
    endUsers: of('endUsers'),
    projects: of('projects'),
  };
}
