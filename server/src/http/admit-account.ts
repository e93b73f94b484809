import type { ServerResponse } from 'node:http';
import { planLimits } from '../account/plans.ts';
import { DomainError } from '../domain-error.ts';
import type { Account } from '../ports/account-store.ts';
import type { RateLimiter, RateRule } from '../ports/rate-limiter.ts';
import type { OpenRequests } from './open-requests.ts';

/** A window holds twice what a second may: the average is the plan's, and a burst of that size passes. */
const windowSeconds = 2;

/**
 * Lets a request of an account in, or not, and puts into `headers` what its plan has left: they are part of every
 * answer from here on.
 * @throws {DomainError} `rate_limited`
 */
export type AdmitAccount = (
  account: Pick<Account, 'id' | 'plan'>,
  response: ServerResponse,
  headers: Record<string, string>,
) => Promise<void>;

export function createAdmitAccount({
  limiter,
  openRequests,
  rateLimits,
}: {
  limiter: RateLimiter;
  openRequests: OpenRequests;
  rateLimits: 'plan' | 'off';
}): AdmitAccount {
  return async ({ id, plan }, response, headers) => {
    const { requestsPerSecond } = planLimits[plan];
    if (rateLimits === 'off') return;
    if (requestsPerSecond === null) {
      openRequests.enterAccount(id, response, true);
      return;
    }
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
    openRequests.enterAccount(id, response, false);
  };
}
