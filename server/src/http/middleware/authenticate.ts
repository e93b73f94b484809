import type { Request } from 'express';
import type { Operation } from '../../api/contract.ts';
import { prefersMinimal } from '../../api/headers.ts';
import { requireProject, restrictContent, restrictMemoryId, restrictScope } from '../../api/restrict-request.ts';
import type { HttpServices } from '../../api/services.ts';
import { type Principal, requireResponseScope, requireScope } from '../../domain/accounts/authenticate.ts';
import { DomainError } from '../../ports/errors.ts';
import type { ContextResponse, Middleware } from '../server/request-context.ts';
import { readSessionCookies } from '../server/session-cookie.ts';

/** A credential is trusted for this long before it is checked again. */
const trustedForMs = 100;

type Services = Pick<HttpServices, 'accounts' | 'publicUrl' | 'store'>;

export function findPrincipal({ accounts, publicUrl }: Services, { credentials }: Operation, request: Request) {
  return accounts.authenticate({
    apiKey: request.get('x-api-key'),
    authorization: request.get('authorization'),
    cookies: readSessionCookies(request, publicUrl),
    keysAllowed: credentials.includes('ApiKey'),
  });
}

/** Finds the caller. It runs again after a slow body: the credential may have ended, or the plan may have changed. */
export function authenticate(services: Services, operation: Operation): Middleware {
  return async (request, response, next) => {
    const { context } = response.locals;
    const isFirst = context.principal === undefined;
    if (!isFirst && (context.bodyMs ?? 0) <= trustedForMs) return next();
    context.principal = await findPrincipal(services, operation, request);
    const { traceparent } = request.headers;
    if (isFirst && typeof traceparent === 'string') context.span.link(traceparent);
    next();
  };
}

/** Checks scope and restriction of an API key, and narrows the query of a restricted one. */
export function authorize({ scope, responseScope, keyRestriction = 'none', queryNames }: Operation): Middleware {
  return (request, response, next) => {
    const principal = principalOf(response);
    const { restriction } = principal;
    if (scope) requireScope(scope, principal);
    if (responseScope && !prefersMinimal(request.get('prefer'))) requireResponseScope(responseScope, principal);
    if (restriction === null) return next();
    if (keyRestriction === 'none') {
      const message = 'This API key is restricted to part of the account, but this operation affects all of it.';
      throw new DomainError('outside_key_restriction', `${message} Use an unrestricted key.`);
    }
    const isTaken = (name: string) => keyRestriction === 'scope' && queryNames.includes(name);
    response.locals.context.restrictedQuery = restrictScope(request.query, restriction, isTaken);
    next();
  };
}

export function restrictBody({ store }: Services, { keyRestriction, queryNames, takesBody }: Operation): Middleware {
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

export function principalOf({ locals: { context } }: ContextResponse): Principal {
  if (!context.principal) throw new Error(`${context.operation?.id} has not authenticated its caller`);
  return context.principal;
}
