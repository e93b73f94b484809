import type { Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import { planLimits } from '../../domain/usage/quota.ts';
import { DomainError } from '../../ports/errors.ts';
import type { RateRule } from '../../ports/rate-limiter.ts';
import { clientAddress } from '../server/client-address.ts';
import type { Middleware } from '../server/request-context.ts';
import { principalOf } from './authenticate.ts';

/** A window admits twice the requests that the plan allows each second, so that a burst of that size passes. */
const windowSeconds = 2;

/** The operations without a credential, which are targets of guesses or floods, and the attempt that each counts as. */
const attempts: Partial<Record<string, 'signIn' | 'registration'>> = {
  login: 'signIn',
  createSession: 'signIn',
  registerAccount: 'registration',
};

/** Counts the request before it costs memory or time. Further attempts are rejected before the body is read. */
export function enterOpenRequests(
  { openRequests, accounts }: Pick<HttpServices, 'openRequests' | 'accounts'>,
  { id, credentials }: Operation,
): Middleware {
  return async (request, response, next) => {
    const { context } = response.locals;
    context.slot = openRequests.enter(credentials.length === 0 ? clientAddress(request.ip) : undefined);
    context.afterWork(context.slot.free);
    const attempt = attempts[id];
    if (attempt) await accounts.checkAddress(attempt, clientAddress(request.ip));
    next();
  };
}

/** Rejects requests beyond the plan of the account. The response headers show the remaining requests. */
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
    if (admitted) return next();
    const message = `The ${plan} plan allows ${requestsPerSecond} requests a second. Try again in ${seconds} s.`;
    throw new DomainError('rate_limited', message, { retryAfterSeconds: seconds });
  };
}

/** Takes one of the account's slots for running requests until all work on the request is done. */
export function takeAccountSlot({ openRequests }: Pick<HttpServices, 'openRequests'>): Middleware {
  return (_request, response, next) => {
    const { id, plan } = principalOf(response).account;
    const isUnlimited = planLimits[plan].requestsPerSecond === null;
    response.locals.context.afterWork(openRequests.enterAccount(id, isUnlimited));
    next();
  };
}
