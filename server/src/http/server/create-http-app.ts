import type { RequestListener } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { type ContractDocument, type Operation, operationsOf } from '../../api/contract.ts';
import type { Handler, Handlers, OperationId } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import { authenticate, authorize, restrictBody } from '../middleware/authenticate.ts';
import { beginFairly, beginRequest } from '../middleware/begin-request.ts';
import { checkHost, checkOrigin } from '../middleware/check-host.ts';
import { enterOpenRequests, limitRate, takeAccountSlot } from '../middleware/limit-requests.ts';
import { problemHandler, unknownPath } from '../middleware/problem-handler.ts';
import { readBody, rejectBody } from '../middleware/read-body.ts';
import { dashboard, docsAssets, toDashboard } from '../middleware/static-files.ts';
import { validateRequest } from '../middleware/validate-request.ts';
import { reply } from './reply.ts';
import type { Middleware } from './request-context.ts';
import { checkSessionOrigin } from './session-cookie.ts';

const workerOperations: ReadonlySet<string> = new Set<OperationId>(['getHealth', 'getReadiness', 'getMetrics']);

export function createHttpApp(
  contract: ContractDocument,
  handlers: Handlers,
  services: HttpServices,
  log: Logger,
): RequestListener {
  const operations = operationsOf(contract);
  const handlerOf = pairHandlers(operations, handlers);
  const offered = services.roles.api ? operations : operations.filter(({ id }) => workerOperations.has(id));

  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(beginFairly(), beginRequest(services, log), checkHost(services));
  router.use('/docs/', docsAssets());
  if (services.roles.api) router.get(['/', '/app'], toDashboard).use('/app/', dashboard());
  for (const [path, atPath] of Map.groupBy(offered, ({ path }) => path)) {
    // People paste the URL of the MCP endpoint with a slash at its end.
    const end = atPath.some(({ isMcp }) => isMcp) ? '{/}' : '';
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1') + end);
    for (const operation of atPath) {
      const handle = reply(handlerOf.get(operation.id) as Handler<OperationId>, services);
      const method = operation.method.toLowerCase() as 'get';
      route[method](matchOperation(services, operation), ...stackOf(services, contract, operation), handle);
    }
    route.all(methodNotAllowed(atPath));
  }
  router.use(() => Promise.reject(unknownPath()), problemHandler(log));

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', services.trustedProxies.length > 0 && [...services.trustedProxies]);
  app.use(router);
  return (request, response) => {
    request.url = withoutOrigin(request.url ?? '/');
    app(request as Request, response as Response, () => {
      // Express cannot parse a URL such as `http://[`, and would respond with its own page.
      request.url = '/';
      app(request as Request, response as Response);
    });
  };
}

/** A client may send a whole URL, as to a proxy. With a query in it, the validator would find no operation. */
function withoutOrigin(url: string): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return rest === url || rest.startsWith('/') ? rest : `/${rest}`;
}

/** @throws when the contract and the handlers differ, so that the server does not start */
export function pairHandlers(operations: Operation[], handlers: Partial<Handlers>): Map<string, Handler<OperationId>> {
  const paired = new Map(Object.entries(handlers) as [string, Handler<OperationId>][]);
  const promised = operations.map(({ id }) => id);
  const missing = promised.filter((id) => !paired.has(id)).join(', ');
  const extra = [...paired.keys()].filter((id) => !promised.includes(id)).join(', ');
  if (missing) throw new Error(`The contract has operations without a handler: ${missing}.`);
  if (extra) throw new Error(`There are handlers without an operation in the contract: ${extra}.`);
  return paired;
}

function stackOf(services: HttpServices, contract: ContractDocument, operation: Operation): Middleware[] {
  const { id, credentials, isMcp, isService, takesBody } = operation;
  const isLimited = services.rateLimits === 'plan';
  const origin = isMcp ? [checkOrigin(services)] : [];
  const validate = validateRequest(contract, operation);
  // Every caller may read these operations, even if the server has too many open requests.
  if (isService || (isMcp && credentials.length === 0)) return [...origin, validate];
  const body = takesBody ? [readBody(services, operation)] : operation.queryNames.length > 0 ? [rejectBody] : [];
  if (credentials.length === 0) {
    const sessionOrigin = id === 'createSession' ? [checkSessionOrigin(services)] : [];
    return [...sessionOrigin, enterOpenRequests(services, operation), ...body, validate];
  }
  return [
    ...origin,
    enterOpenRequests(services, operation),
    authenticate(services, operation),
    ...(isLimited ? [limitRate(services)] : []),
    authorize(operation),
    ...body,
    authenticate(services, operation),
    ...(isLimited ? [takeAccountSlot(services)] : []),
    validate,
    restrictBody(services, operation),
  ];
}

function matchOperation({ watchdog }: Pick<HttpServices, 'watchdog'>, operation: Operation): Middleware {
  return (request, response, next) => {
    const { context } = response.locals;
    context.operation = operation;
    context.path = loggedPath(operation, request.params);
    context.sendsBody = request.method !== 'HEAD';
    request.method = operation.method;
    if (watchdog) {
      context.watch = (name) => context.atEnd(watchdog.begin(name));
      context.watch(operation.id);
    }
    next();
  };
}

/** Returns the path with its ids. Other values stay out of the log, because a caller may have sent anything. */
function loggedPath({ path }: Operation, parameters: Readonly<Record<string, string | string[]>>): string {
  const isId = (value: unknown) => /^(?:mem|key)_[0-9A-HJKMNP-TV-Z]{26}$/.test(String(value));
  const ids = Object.entries(parameters).filter(([, value]) => isId(value));
  return ids.reduce((shown, [name, id]) => shown.replace(`{${name}}`, String(id)), path);
}

function methodNotAllowed(offered: readonly Operation[]): Middleware {
  const allowed = offered.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return () => {
    throw new HttpProblem('method_not_allowed', `This path supports only ${allowed}.`, { headers: { Allow: allowed } });
  };
}
