import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { type ContractDocument, type Operation, operationsOf } from '../../api/contract.ts';
import { createHostCheck } from '../../api/host-check.ts';
import type { Handler, Handlers, OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import { parseJson } from '../../api/parse-json.ts';
import { HttpProblem, type ProblemCode, problems, toProblemBody } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import { toProblem } from '../../api/to-problem.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { requireScope } from '../../domain/accounts/require-scope.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import { createAdmitAccount } from '../middleware/admit-account.ts';
import { createAdmitOrigin } from '../middleware/admit-origin.ts';
import { ClientGone, readBody } from '../middleware/read-body.ts';
import { createRequestCheck } from '../middleware/request-check.ts';
import { createResponseCheck } from '../middleware/response-check.ts';
import { createSecurityHeaders } from '../middleware/security-headers.ts';
import { clientAddress } from './client-address.ts';
import { requireHost } from './client-error.ts';
import { docsAssets, docsAssetsPath } from './docs.ts';
import { drain } from './drain.ts';
import { createMatcher } from './match-operation.ts';
import { pairHandlers } from './pair-handlers.ts';
import { beginRequest, loggedPath, type RequestContext } from './request-context.ts';

const ofWorkers: ReadonlySet<string> = new Set<OperationId>(['getHealth', 'getReadiness', 'getMetrics']);

export interface HttpAppOptions {
  contract: ContractDocument;
  /** A handler for each operation of the contract. */
  handlers: Handlers;
  services: HttpServices;
  log: Logger;
  /** Tests fail on an answer that breaks the contract; a running server sends it and says so in its log. */
  onWrongResponse: 'fail' | 'log';
}

/**
 * The HTTP face of the service. All steps of a request stand in {@link serve}, in order; they are plain calls and not
 * a chain of middleware, because passing a request from one to the next would cost as much as a read.
 */
export function createHttpApp({
  contract,
  handlers: handlersOfOperations,
  services,
  log,
  onWrongResponse,
}: HttpAppOptions): Express {
  const operations = operationsOf(contract);
  const handlers = pairHandlers(operations, handlersOfOperations);
  const findOperation = createMatcher(services.isApi ? operations : operations.filter(({ id }) => ofWorkers.has(id)));
  const checkRequest = createRequestCheck();
  const checkResponse = createResponseCheck(contract);
  const checkHost = services.loopback ? createHostCheck(services) : undefined;
  const admitOrigin = createAdmitOrigin(services);
  const securityHeaders = createSecurityHeaders({ https: services.publicUrl?.startsWith('https:') ?? false });
  const { openRequests } = services;
  const admitAccount = createAdmitAccount(services);

  async function serve(request: Request, response: Response, context: RequestContext): Promise<void> {
    const { operation, path } = findOperation(request.method, request.path);
    context.operation = operation;
    context.path = loggedPath(operation, path);
    // From here on HEAD is the GET that it stands for.
    request.method = operation.method;
    if (operation.isMcp) Object.assign(context.headers, admitOrigin(request.headers.origin));
    if (!operation.isService) context.atEnd(openRequests.enter(operation.credentials.length > 0));
    const attempt = attempts[operation.id];
    if (attempt) await services.accounts.checkAddress(attempt, clientAddress(request.ip));
    let principal = await authenticate(services, request, operation);
    if (principal) {
      context.principal = principal;
      const leave = await admitAccount(principal.account, context.headers);
      if (leave) context.atEnd(leave);
    }
    if (operation.scope && principal) requireScope(operation.scope, principal);
    if (operation.takesBody) {
      const startedAt = performance.now();
      const bytes = await readBody(request);
      request.body = operation.isMcp ? bytes : parseJson(bytes);
      // The caller decides how long the body takes: a credential that has ended meanwhile no longer holds, and a plan
      // that has changed does.
      if (performance.now() - startedAt > trustedForMs) principal = await authenticate(services, request, operation);
    }
    await checkRequest(request, response, { operation, path });
    const handle = handlers.get(operation.id) as Handler<OperationId>;
    // Public operations don't look at the principal; the contract says which ones are.
    const reply = await handle(toOperationRequest(request, path, context, noteRefusal), principal as Principal);
    const { text, json, body, status } = reply;
    // A stored response was checked when it was made.
    const isStored = json !== undefined && body === undefined;
    const wrong = text || isStored ? undefined : checkResponse(operation, status, body);
    if (wrong && onWrongResponse === 'fail') throw new Error(`the answer breaks the contract: ${wrong}`);
    if (wrong) log.error({ operation: operation.id, wrong }, 'the answer breaks the contract');
    send(response, context, reply);
  }

  function noteRefusal({ requestId, operation }: RequestContext, code: ProblemCode, error?: unknown): void {
    if (error !== undefined) log.error({ request_id: requestId, operation: operation?.id, err: error }, code);
    services.metrics.refused(code);
  }

  function refuse(error: unknown, request: Request, response: Response, context: RequestContext): void {
    try {
      answerWith(error, request, response, context);
    } catch (failure) {
      endSimply(response, context);
      log.error({ request_id: context.requestId, err: failure }, 'a refusal failed');
    }
  }

  function answerWith(error: unknown, request: Request, response: Response, context: RequestContext): void {
    const { requestId, operation, headers } = context;
    if (error instanceof ClientGone || response.headersSent) {
      response.destroy();
      return;
    }
    const foreseen = toProblem(error, contract, operation);
    const problem = foreseen ?? internal(context);
    noteRefusal(context, problem.code, !foreseen || error instanceof StoreUnavailableError ? error : undefined);
    const content = JSON.stringify(toProblemBody(problem, requestId));
    response.writeHead(problems[problem.code].status, {
      ...headers,
      ...problem.headers,
      'Content-Type': 'application/problem+json',
      'Content-Length': Buffer.byteLength(content),
    });
    response.end(content);
    drain(request);
  }

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', services.trustedProxies.length > 0 && [...services.trustedProxies]);
  const assets = docsAssets();
  app.use((request, response) => {
    const context = beginRequest(request, response, services, log, securityHeaders);
    const end = (error: unknown) => refuse(error, request, response, context);
    // When even the log fails there is nobody left to tell, and the process is not to end for it.
    const go = () =>
      void context.span.run(() =>
        serve(request, response, context)
          .catch(end)
          .catch(() => endSimply(response, context))
          .finally(context.served),
      );
    try {
      requireHost(request);
      checkHost?.(request.headers.host);
    } catch (error) {
      return end(error);
    }
    if (!request.path.startsWith(docsAssetsPath)) return go();
    response.setHeaders(new Map(Object.entries(context.headers)));
    assets(request, response, (error) => (error ? end(error) : go()));
  });
  return app;
}

/** Operations that anybody may call to guess or to flood, and what is counted for them. */
const attempts: Partial<Record<string, 'signIn' | 'registration'>> = {
  login: 'signIn',
  registerAccount: 'registration',
};

function internal({ requestId }: RequestContext): HttpProblem {
  return new HttpProblem('internal', `Something broke on our side. Tell the operator the request id ${requestId}.`);
}

/** A 500 that needs neither the contract nor the log: either may be what broke. */
function endSimply(response: Response, context: RequestContext): void {
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy();
    return;
  }
  response.writeHead(500, { ...context.headers, 'Content-Type': 'application/problem+json' });
  response.end(JSON.stringify(toProblemBody(internal(context), context.requestId)));
}

/** A credential is asked for again after a body that took longer. */
const trustedForMs = 100;

async function authenticate(
  { accounts }: HttpServices,
  request: Request,
  { credentials }: Operation,
): Promise<Principal | undefined> {
  if (credentials.length === 0) return undefined;
  return accounts.authenticate({
    apiKey: request.get('x-api-key'),
    authorization: request.get('authorization'),
    keysAllowed: credentials.includes('ApiKey'),
  });
}

function toOperationRequest(
  request: Request,
  path: Record<string, string>,
  context: RequestContext,
  noteRefusal: (context: RequestContext, code: ProblemCode, error?: unknown) => void,
): OperationRequest<OperationId> {
  return {
    body: request.body,
    query: (request.url.includes('?') ? request.query : {}) as never,
    path: path as never,
    header: (name) => request.get(name),
    method: request.method,
    url: request.path,
    logAs(operation) {
      context.loggedAs = operation;
    },
    refused: (code, error) => noteRefusal(context, code, error),
    requestId: context.requestId,
    counted(as) {
      context.metered = as;
    },
    // A function and no getter: V8 keeps a getter of a literal, and all it refers to, until the next full collection.
    address: () => clientAddress(request.ip),
  };
}

function send(response: Response, context: RequestContext, { status, headers, body, json, text }: Reply): void {
  const content = text?.content ?? json ?? (body === undefined ? undefined : JSON.stringify(body));
  if (content === undefined) {
    response.writeHead(status, { ...context.headers, ...headers });
    response.end();
    return;
  }
  const bytes = Buffer.byteLength(content);
  response.writeHead(status, {
    ...context.headers,
    ...headers,
    'Content-Type': text?.type ?? 'application/json; charset=utf-8',
    'Content-Length': bytes,
  });
  // ASCII is the same in both encodings, and Node writes Latin-1 a good deal faster.
  response.end(content, bytes === content.length ? 'latin1' : 'utf8');
}
