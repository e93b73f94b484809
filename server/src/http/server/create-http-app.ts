import type { RequestListener } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { type ContractDocument, type Operation, operationsOf } from '../../api/contract.ts';
import type { Handler, Handlers, OperationId } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { beginFairly } from '../middleware/begin-fairly.ts';
import { beginRequest, type RequestServices } from '../middleware/begin-request.ts';
import { checkHost, type HostServices } from '../middleware/check-host.ts';
import { dashboard, toDashboard } from '../middleware/dashboard.ts';
import { docsAssets } from '../middleware/docs-assets.ts';
import { matchOperation } from '../middleware/match-operation.ts';
import { methodNotAllowed, notFound } from '../middleware/no-operation.ts';
import { problemHandler } from '../middleware/problem-handler.ts';
import { watchOperation } from '../middleware/watch-operation.ts';
import { createStacks, type StackServices } from './create-stacks.ts';
import { pairHandlers } from './pair-handlers.ts';
import { reply } from './reply.ts';

/** The operations of a process that is only a worker. */
const workerOperations: ReadonlySet<string> = new Set<OperationId>(['getHealth', 'getReadiness', 'getMetrics']);

interface HttpAppOptions {
  contract: ContractDocument;
  /** A handler for each operation of the contract. */
  handlers: Handlers;
  services: StackServices &
    RequestServices &
    HostServices &
    Pick<HttpServices, 'isApi' | 'trustedProxies' | 'watchdog'>;
  log: Logger;
}

/** Serves the operations of the contract, each behind the middlewares of its kind. */
export function createHttpApp({
  contract,
  handlers: handlersOfOperations,
  services,
  log,
}: HttpAppOptions): RequestListener {
  const operations = operationsOf(contract);
  const handlers = pairHandlers(operations, handlersOfOperations);
  const offered = services.isApi ? operations : operations.filter(({ id }) => workerOperations.has(id));
  const stackOf = createStacks(services, contract);

  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(beginFairly(), beginRequest(services, log), checkHost(services));
  router.use('/docs/', docsAssets());
  if (services.isApi) router.use(toDashboard()).use('/app/', dashboard());
  for (const [path, atPath] of Map.groupBy(offered, ({ path }) => path)) {
    const route = router.route(toExpressPath(path, atPath));
    for (const operation of atPath) {
      const handler = handlers.get(operation.id) as Handler<OperationId>;
      const method = operation.method.toLowerCase() as 'get';
      const watch = watchOperation(services, operation);
      const handle = reply(handler, services);
      route[method](matchOperation(operation), ...watch, ...stackOf(operation), handle);
    }
    route.all(methodNotAllowed(atPath));
  }
  router.use(notFound, problemHandler(contract, log));

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

/**
 * HTTP allows a client to send a whole URL, as to a proxy. With a query in it, the validator would find no operation.
 */
function withoutOrigin(url: string): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return rest === url || rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns the route of a path. That of the MCP endpoint may end with a slash, because people paste its URL. */
function toExpressPath(path: string, atPath: readonly Operation[]): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1') + (atPath.some(({ isMcp }) => isMcp) ? '{/}' : '');
}
