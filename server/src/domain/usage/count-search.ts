import type { Account } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { UsageStore } from '../../ports/usage-store.ts';
import { monthOf } from './month.ts';
import { limitsOf } from './plans.ts';
import { quotaExceeded } from './quota.ts';

/**
 * Runs a search and counts it when it has succeeded. When several searches run at once, only as many get a response as
 * the month has left.
 * @throws {DomainError} `quota_exceeded`, before the search if the quota is used up by then
 */
export async function countSearch<Outcome>(
  { usage, clock }: { usage: UsageStore; clock: Clock },
  account: Account,
  search: () => Promise<Outcome>,
): Promise<Outcome> {
  const now = clock.now();
  const month = monthOf(now);
  const limit = limitsOf(account).memorySearches;
  const exceeded = () => quotaExceeded('searches', limit, account.plan, month, now);
  if (limit !== null && (await usage.searches(account.id, month)) >= limit) throw exceeded();
  const outcome = await search();
  try {
    if (!(await usage.countSearch(account.id, month, limit))) throw exceeded();
  } catch (error) {
    // A full disk must not prevent reads where no quota is at stake.
    if (limit !== null || !(error instanceof StoreUnavailableError)) throw error;
  }
  return outcome;
}
