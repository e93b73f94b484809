import type { Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from '../server/request-context.ts';

/** Finds out who calls, by the credentials that the operation takes. */
export function authenticate({ accounts }: Pick<HttpServices, 'accounts'>, { credentials }: Operation): Middleware {
  const keysAllowed = credentials.includes('ApiKey');
  return async (request, response, next) => {
    response.locals.context.principal = await accounts.authenticate({
      apiKey: request.get('x-api-key'),
      authorization: request.get('authorization'),
      keysAllowed,
    });
    next();
  };
}
