import type { Account } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { UsageStore } from '../../ports/usage-store.ts';
import { monthOf } from './month.ts';
import { limitsOf } from './plans.ts';
import { quotaExceeded } from './quota.ts';

/**
 * Runs a search and counts it when it has succeeded. Of searches that run at once no more are answered than the month
 * has left.
 * @throws {DomainError} `quota_exceeded`, before the search whenever that is known
 */
export async function countSearch<Outcome>(
  { usage, clock }: { usage: UsageStore; clock: Clock },
  account: Account,
  search: () => Promise<Outcome>,
): Promise<Outcome> {
  const now = clock.now();
  const month = monthOf(now);
  const limit = limitsOf(account).memorySearches;
  if (limit !== null && (await usage.searches(account.id, month)) >= limit) {
    throw quotaExceeded('searches', limit, account.plan, month, now);
  }
  const outcome = await search();
  try {
    if (!(await usage.countSearch(account.id, month, limit)))
      throw quotaExceeded('searches', limit, account.plan, month, now);
  } catch (error) {
    // A disk that is full must not take away what can still be read, where no quota is at stake.
    if (limit !== null || !(error instanceof StoreUnavailableError)) throw error;
  }
  return outcome;
}
