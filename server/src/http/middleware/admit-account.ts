import type { Leave, OpenRequests } from '../../api/open-requests.ts';
import { planLimits } from '../../domain/usage/plans.ts';
import type { Account } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';

/** A window holds twice what a second may: the average is the plan's, and a burst of that size passes. */
const windowSeconds = 2;

/**
 * Lets a request of an account in, or not, and puts into `headers` what its plan has left: they are part of every
 * answer from here on.
 * @returns what is to be called when the request has ended
 * @throws {DomainError} `rate_limited`
 */
export type AdmitAccount = (
  account: Pick<Account, 'id' | 'plan'>,
  headers: Record<string, string>,
) => Promise<Leave | undefined>;

export function createAdmitAccount({
  limiter,
  openRequests,
  rateLimits,
}: {
  limiter: RateLimiter;
  openRequests: OpenRequests;
  rateLimits: 'plan' | 'off';
}): AdmitAccount {
  return async ({ id, plan }, headers) => {
    const { requestsPerSecond } = planLimits[plan];
    if (rateLimits === 'off') return undefined;
    if (requestsPerSecond === null) return openRequests.enterAccount(id, true);
    const rule: RateRule = { name: 'plan', points: requestsPerSecond * windowSeconds, windowSeconds };
    const { admitted, remaining, resetMs } = await limiter.take(rule, id);
    const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
    headers['RateLimit'] = `"${rule.name}";r=${remaining};t=${seconds}`;
    headers['RateLimit-Policy'] = `"${rule.name}";q=${rule.points};w=${windowSeconds}`;
    if (!admitted) {
      throw new DomainError(
        'rate_limited',
        `The ${plan} plan allows ${requestsPerSecond} requests a second. Try again in ${seconds} s.`,
        { retryAfterSeconds: seconds },
      );
    }
    return openRequests.enterAccount(id, false);
  };
}
