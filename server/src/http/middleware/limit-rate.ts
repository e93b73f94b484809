import type { HttpServices } from '../../api/services.ts';
import { planLimits } from '../../domain/usage/plans.ts';
import { DomainError } from '../../ports/errors.ts';
import type { RateRule } from '../../ports/rate-limiter.ts';
import { principalOf } from '../server/principal-of.ts';
import type { Middleware } from '../server/request-context.ts';

/** A window holds twice what a second may: the average is the plan's, and a burst of that size passes. */
const windowSeconds = 2;

/** Rejects requests beyond the plan of the account, and puts what is left of it into the headers of the response. */
export function limitRate({ limiter }: Pick<HttpServices, 'limiter'>): Middleware {
  return async (_request, response, next) => {
    const { id, plan } = principalOf(response).account;
    const { requestsPerSecond } = planLimits[plan];
    if (requestsPerSecond === null) return next();
    const rule: RateRule = { name: 'plan', points: requestsPerSecond * windowSeconds, windowSeconds };
    const { admitted, remaining, resetMs } = await limiter.take(rule, id);
    const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
    response.setHeader('RateLimit', `"${rule.name}";r=${remaining};t=${seconds}`);
    response.setHeader('RateLimit-Policy', `"${rule.name}";q=${rule.points};w=${windowSeconds}`);
    if (!admitted) {
      throw new DomainError(
        'rate_limited',
        `The ${plan} plan allows ${requestsPerSecond} requests a second. Try again in ${seconds} s.`,
        { retryAfterSeconds: seconds },
      );
    }
    next();
  };
}
