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

/**
 * Counts the request among the running ones before it costs memory or time. `readBody` releases the slot while the body
 * arrives.
 */
export function enterOpenRequests(
  { openRequests }: Pick<HttpServices, 'openRequests'>,
  { credentials }: Operation,
): Middleware {
  const isAnonymous = credentials.length === 0;
  return (request, response, next) => {
    const { context } = response.locals;
    context.slot = openRequests.enter(isAnonymous ? clientAddress(request.ip) : undefined);
    context.afterWork(context.slot.free);
    next();
  };
}

/** Rejects a client address that has made too many attempts, before its body is read. */
export function throttleAttempts({ accounts }: Pick<HttpServices, 'accounts'>, { id }: Operation): Middleware {
  const attempt = attempts[id];
  return async (request, _response, next) => {
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

/** Takes one of the account's slots for running requests until all work on the request is done. */
export function takeAccountSlot({ openRequests }: Pick<HttpServices, 'openRequests'>): Middleware {
  return (_request, response, next) => {
    const { id, plan } = principalOf(response).account;
    const isUnlimited = planLimits[plan].requestsPerSecond === null;
    response.locals.context.afterWork(openRequests.enterAccount(id, isUnlimited));
    next();
  };
}
