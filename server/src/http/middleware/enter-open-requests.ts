import type { Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from '../server/request-context.ts';

/** Counts the request among all that are open, before anything of it costs memory or time. */
export function enterOpenRequests(
  { openRequests }: Pick<HttpServices, 'openRequests'>,
  { credentials }: Operation,
): Middleware {
  const isKnown = credentials.length > 0;
  return (_request, response, next) => {
    response.locals.context.atEnd(openRequests.enter(isKnown));
    next();
  };
}
