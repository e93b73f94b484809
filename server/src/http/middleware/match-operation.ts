import type { Operation } from '../../api/contract.ts';
import type { Middleware } from '../server/request-context.ts';

/** Notes which operation the router has found. From here on HEAD is the GET that it stands for. */
export function matchOperation(operation: Operation): Middleware {
  return (request, response, next) => {
    const { context } = response.locals;
    context.operation = operation;
    context.path = loggedPath(operation, request.params);
    request.method = operation.method;
    next();
  };
}

/** Only what has the form of an id is logged of a path: it may be anything that the caller mistook for one. */
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
