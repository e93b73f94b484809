import type { Operation } from '../../api/contract.ts';
import type { Middleware } from '../server/request-context.ts';

/** Stores the operation of the router in the context. From here on, a HEAD request counts as GET. */
export function matchOperation(operation: Operation): Middleware {
  return (request, response, next) => {
    const { context } = response.locals;
    context.operation = operation;
    context.path = loggedPath(operation, request.params);
    context.sendsBody = request.method !== 'HEAD';
    request.method = operation.method;
    next();
  };
}

/** Returns the path with its ids. Other values stay out of the log, because a caller may have sent anything. */
function loggedPath({ path: template }: Operation, parameters: Readonly<Record<string, string | string[]>>): string {
  let path = template;
  for (const name in parameters) {
    const value = parameters[name];
    if (typeof value === 'string' && /^(?:mem|key)_[0-9A-HJKMNP-TV-Z]{26}$/.test(value)) {
      path = path.replace(`{${name}}`, value);
    }
  }
  return path;
}
