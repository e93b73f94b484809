import type { HttpServices } from '../../api/services.ts';
import { planLimits } from '../../domain/usage/plans.ts';
import { principalOf } from '../server/principal-of.ts';
import type { Middleware } from '../server/request-context.ts';

/** Takes one of the slots that the account has for running requests, until the end of the response. */
export function takeAccountSlot({ openRequests }: Pick<HttpServices, 'openRequests'>): Middleware {
  return (_request, response, next) => {
    const { id, plan } = principalOf(response).account;
    const isUnlimited = planLimits[plan].requestsPerSecond === null;
    response.locals.context.atEnd(openRequests.enterAccount(id, isUnlimited));
    next();
  };
}
