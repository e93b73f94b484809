import type { Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from '../server/request-context.ts';
import { authenticate } from './authenticate.ts';

/** A credential holds for this long without another look. */
const trustedForMs = 100;

/**
 * Authenticates a request again whose body took long. The caller decides how long that is: a credential that has ended
 * meanwhile no longer holds, and a plan that has changed does.
 */
export function authenticateAgain(services: Pick<HttpServices, 'accounts'>, operation: Operation): Middleware {
  const check = authenticate(services, operation);
  return (request, response, next) => {
    if ((response.locals.context.bodyMs ?? 0) <= trustedForMs) return next();
    return check(request, response, next);
  };
}
