import type { Request } from 'express';
import type { Operation } from '../../api/contract.ts';
import { prefersMinimal } from '../../api/preferences.ts';
import type { HttpServices } from '../../api/services.ts';
import { type Principal, requireResponseScope, requireScope } from '../../domain/accounts/authenticate.ts';
import { type Middleware, principalOf } from '../server/request-context.ts';
import { readSessionCookie } from '../server/session-cookie.ts';

/** A credential is trusted for this long before it is checked again. */
const trustedForMs = 100;

/** Finds the caller by the credentials that the operation takes. */
export function findPrincipal(
  { accounts, publicUrl }: Pick<HttpServices, 'accounts' | 'publicUrl'>,
  { credentials }: Operation,
  request: Request,
): Promise<Principal> {
  return accounts.authenticate({
    apiKey: request.get('x-api-key'),
    authorization: request.get('authorization'),
    cookie: readSessionCookie(request, publicUrl),
    keysAllowed: credentials.includes('ApiKey'),
  });
}

/** Finds the caller by the credentials that the operation takes, and links the request to the trace of the caller. */
export function authenticate(services: Pick<HttpServices, 'accounts' | 'publicUrl'>, operation: Operation): Middleware {
  return async (request, response, next) => {
    const { context } = response.locals;
    const isFirst = context.principal === undefined;
    context.principal = await findPrincipal(services, operation, request);
    const { traceparent } = request.headers;
    if (isFirst && typeof traceparent === 'string') context.span.link(traceparent);
    next();
  };
}

/**
 * Authenticates a request again if its body took long to arrive. The client determines that time. In the meantime, the
 * credential may have ended or the plan may have changed.
 */
export function authenticateAgain(
  services: Pick<HttpServices, 'accounts' | 'publicUrl'>,
  operation: Operation,
): Middleware {
  const check = authenticate(services, operation);
  return (request, response, next) => {
    if ((response.locals.context.bodyMs ?? 0) <= trustedForMs) return next();
    return check(request, response, next);
  };
}

/** Rejects an API key that lacks the scope of the operation or of the requested response. */
export function checkScope({ scope, responseScope }: Operation): Middleware {
  return (request, response, next) => {
    if (scope) requireScope(scope, principalOf(response));
    if (responseScope && !prefersMinimal(request.get('prefer'))) {
      requireResponseScope(responseScope, principalOf(response));
    }
    next();
  };
}
