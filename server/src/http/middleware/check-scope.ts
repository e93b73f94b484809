import type { Operation } from '../../api/contract.ts';
import { requireScope } from '../../domain/accounts/require-scope.ts';
import { principalOf } from '../server/principal-of.ts';
import type { Middleware } from '../server/request-context.ts';

/** Rejects an API key that lacks the scope of the operation. */
export function checkScope({ scope }: Operation): Middleware {
  return (_request, response, next) => {
    if (scope) requireScope(scope, principalOf(response));
    next();
  };
}
