import type { Operation } from '../../api/contract.ts';
import { requireProject, restrictContent, restrictMemoryId, restrictScope } from '../../api/restrict-request.ts';
import type { HttpServices } from '../../api/services.ts';
import { DomainError } from '../../ports/errors.ts';
import { type Middleware, principalOf } from '../server/request-context.ts';

/**
 * Rejects a restricted key at an operation that cannot be narrowed. Otherwise it narrows the query to what the key may
 * access.
 */
export function restrictQuery({ keyRestriction = 'none', queryNames }: Operation): Middleware {
  return (request, response, next) => {
    const { restriction } = principalOf(response);
    if (restriction === null) return next();
    if (keyRestriction === 'none') throw notForRestrictedKeys();
    if (keyRestriction === 'scope') {
      const isTaken = (name: string) => queryNames.includes(name);
      response.locals.context.restrictedQuery = restrictScope(request.query, restriction, isTaken);
    }
    next();
  };
}

/** Narrows the body and the path of a valid request to the restriction of the key. */
export function restrictBody(
  { store }: Pick<HttpServices, 'store'>,
  { keyRestriction, queryNames, takesBody }: Operation,
): Middleware {
  return async (request, response, next) => {
    const { restriction, account } = principalOf(response);
    if (restriction === null) return next();
    if (keyRestriction === 'scope' && takesBody) {
      const isTaken = (name: string) => !queryNames.includes(name);
      request.body = { ...request.body, ...restrictScope(request.body, restriction, isTaken) };
    }
    if (keyRestriction === 'content') request.body = restrictContent(request.body, restriction);
    if (keyRestriction === 'memory') {
      requireProject(request.body?.metadata, restriction);
      const { memory_id: id } = request.params as { memory_id: string };
      request.params['memory_id'] = await restrictMemoryId(store, { accountId: account.id, id }, restriction);
    }
    next();
  };
}

function notForRestrictedKeys(): DomainError {
  return new DomainError(
    'outside_key_restriction',
    'This API key is restricted to part of the account, but this operation affects all of it. Use an unrestricted key.',
  );
}
