import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { middleware as contractMiddleware } from 'express-openapi-validator';
import type { Logger } from 'pino';
import type { Principal } from '../account/authenticate.ts';
import { DomainError } from '../domain-error.ts';
import {
  type ContractDocument,
  type Operation,
  operationsOf,
  readContract,
  withReservedCharacters,
} from './contract.ts';
import { docsAssets } from './docs.ts';
import { drain } from './drain.ts';
import { createHandlers, pairHandlers } from './handlers.ts';
import { createMatcher } from './match-operation.ts';
import type { Handler, OperationId, Reply } from './operation-types.ts';
import { HttpProblem, problems, toProblemBody } from './problem.ts';
import { ClientGone, readBody } from './read-body.ts';
import type { HttpServices } from './services.ts';
import { toProblem } from './to-problem.ts';

/** What the server has learnt of a request on its way through. */
interface Context {
  requestId: string;
  startedAt: bigint;
  operation?: Operation;
  path: Record<string, string>;
  principal?: Principal;
}

export interface AppOptions {
  services: HttpServices;
  log: Logger;
  /** Tests fail on an answer that breaks the contract; a running server sends it and says so in its log. */
  onWrongResponse: 'fail' | 'log';
}

/** The HTTP face of the service. Each line below is one step of a request, in order. */
export function createApp({ services, log, onWrongResponse }: AppOptions): Express {
  const contract = readContract();
  const operations = operationsOf(contract);
  const handlers = pairHandlers(operations, createHandlers(services));
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');

  app.use(begin(services, log));
  app.use('/docs', docsAssets());
  app.use(findOperation(operations));
  app.use(authenticate(services));
  app.use(requireScope);
  app.use(takeBody);
  app.use(...checkAgainstContract(onWrongResponse, log));
  app.use(dispatch(handlers));
  app.use(answerError(contract, log));
  return app;
}

function contextOf(response: Response): Context {
  return response.locals as Context;
}

function begin({ identifiers, metrics }: HttpServices, log: Logger): RequestHandler {
  return (request, response, next) => {
    const context = contextOf(response);
    context.requestId = identifiers.request();
    context.startedAt = process.hrtime.bigint();
    response.setHeader('X-Request-Id', context.requestId);
    response.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - context.startedAt) / 1e9;
      metrics.requestEnded(context.operation?.id ?? 'unknown', response.statusCode, seconds);
      log.debug(
        {
          request_id: context.requestId,
          method: request.method,
          operation: context.operation?.id,
          status: response.statusCode,
          ms: Math.round(seconds * 1_000),
        },
        'request',
      );
    });
    next();
  };
}

function findOperation(operations: Operation[]): RequestHandler {
  const match = createMatcher(operations);
  return (request, response, next) => {
    Object.assign(response.locals, match(request.method, request.path));
    next();
  };
}

function authenticate({ accounts }: HttpServices): RequestHandler {
  return async (request, response, next) => {
    const context = contextOf(response);
    const credentials = context.operation?.credentials ?? [];
    if (credentials.length > 0) {
      context.principal = await accounts.authenticate({
        apiKey: request.get('x-api-key'),
        authorization: request.get('authorization'),
        keysAllowed: credentials.includes('ApiKey'),
      });
    }
    next();
  };
}

const requireScope: RequestHandler = (_request, response, next) => {
  const { operation, principal } = contextOf(response);
  if (operation?.scope && principal && !principal.scopes.includes(operation.scope)) {
    throw new DomainError(
      'insufficient_scope',
      `This API key may not ${operation.scope}; it has the scopes ${principal.scopes.join(', ')}. Use a key with the scope ${operation.scope}.`,
    );
  }
  next();
};

const takeBody: RequestHandler = async (request, response, next) => {
  if (contextOf(response).operation?.takesBody) request.body = await readBody(request);
  next();
};

function checkAgainstContract(onWrongResponse: AppOptions['onWrongResponse'], log: Logger): RequestHandler[] {
  return contractMiddleware({
    apiSpec: withReservedCharacters(readContract()) as never,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses:
      onWrongResponse === 'fail'
        ? true
        : {
            onError: (error, _body, request) =>
              log.error({ path: request.path, error: error.message }, 'answer breaks the contract'),
          },
    validateSecurity: false,
    fileUploader: false,
  }) as unknown as RequestHandler[];
}

function dispatch(handlers: Map<string, Handler<OperationId>>): RequestHandler {
  return async (request, response) => {
    const { operation, path, principal } = contextOf(response);
    const handle = handlers.get(operation?.id ?? '') as Handler<OperationId>;
    const reply = await handle(
      {
        body: request.body,
        query: request.query as never,
        path: path as never,
        header: (name) => request.get(name),
        method: request.method,
        url: request.path,
      },
      // Public operations don't look at it; the contract says which ones are.
      principal as Principal,
    );
    send(response, reply);
  };
}

function send(response: Response, { status, headers, body, text }: Reply): void {
  response.status(status).set(headers ?? {});
  if (text) response.type(text.type).send(text.content);
  else if (body === undefined) response.end();
  else response.json(body);
}

function answerError(contract: ContractDocument, log: Logger): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, _next) => {
    const { requestId, operation } = contextOf(response);
    if (error instanceof ClientGone || response.headersSent) {
      response.destroy();
      return;
    }
    const foreseen = toProblem(error, contract, operation);
    const problem =
      foreseen ??
      new HttpProblem('internal', `Something broke on our side. Tell the operator the request id ${requestId}.`);
    if (!foreseen || problem.code === 'unavailable')
      log.error({ request_id: requestId, operation: operation?.id, err: error }, problem.code);
    const { status } = problems[problem.code];
    response.status(status).set(problem.headers).set('Content-Type', 'application/problem+json');
    response.end(JSON.stringify(toProblemBody(problem, requestId)));
    drain(request);
  };
}
