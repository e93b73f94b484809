import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { middleware as contractMiddleware } from 'express-openapi-validator';
import type { Logger } from 'pino';
import type { Principal } from '../account/authenticate.ts';
import { DomainError } from '../domain-error.ts';
import { requireHost } from './client-error.ts';
import { type Operation, operationsOf, readContract, withoutDefaults, withReservedCharacters } from './contract.ts';
import { docsAssets, docsAssetsPath } from './docs.ts';
import { drain } from './drain.ts';
import { createHandlers, pairHandlers } from './handlers.ts';
import { holdsMoreThan } from './holds-more-than.ts';
import { createMatcher } from './match-operation.ts';
import type { Handler, OperationId, OperationRequest, Reply } from './operation-types.ts';
import { HttpProblem, problems, toProblemBody } from './problem.ts';
import { ClientGone, readBody } from './read-body.ts';
import { createResponseCheck } from './response-check.ts';
import type { HttpServices } from './services.ts';
import { toProblem } from './to-problem.ts';

/** What the server knows of a request, also of one that it refuses. */
interface Context {
  requestId: string;
  operation?: Operation;
}

export interface AppOptions {
  services: HttpServices;
  log: Logger;
  /** Tests fail on an answer that breaks the contract; a running server sends it and says so in its log. */
  onWrongResponse: 'fail' | 'log';
}

/**
 * The HTTP face of the service. All steps of a request stand in {@link serve}, in order; they are plain calls and not
 * a chain of middleware, because passing a request from one to the next would cost as much as a read.
 */
export function createApp({ services, log, onWrongResponse }: AppOptions): Express {
  const contract = readContract();
  const operations = operationsOf(contract);
  const handlers = pairHandlers(operations, createHandlers(services));
  const findOperation = createMatcher(operations);
  const checkRequest = createRequestCheck();
  const checkResponse = createResponseCheck(contract);

  async function serve(request: Request, response: Response, context: Context): Promise<void> {
    requireHost(request);
    const { operation, path } = findOperation(request.method, request.path);
    context.operation = operation;
    // From here on HEAD is the GET that it stands for.
    request.method = operation.method;
    const principal = await authenticate(services, request, operation);
    requireScope(operation, principal);
    if (operation.takesBody) {
      const startedAt = performance.now();
      request.body = await readBody(request);
      // The caller decides how long the body takes: a credential that has ended meanwhile no longer holds.
      if (performance.now() - startedAt > trustedForMs) await authenticate(services, request, operation);
    }
    await checkRequest(request, response, operation);
    const handle = handlers.get(operation.id) as Handler<OperationId>;
    // Public operations don't look at the principal; the contract says which ones are.
    const reply = await handle(toOperationRequest(request, path), principal as Principal);
    const wrong = reply.text ? undefined : checkResponse(operation, reply.status, reply.body);
    if (wrong && onWrongResponse === 'fail') throw new Error(`the answer breaks the contract: ${wrong}`);
    if (wrong) log.error({ operation: operation.id, wrong }, 'the answer breaks the contract');
    send(response, reply);
  }

  function refuse(error: unknown, request: Request, response: Response, context: Context): void {
    try {
      answerWith(error, request, response, context);
    } catch (failure) {
      endSimply(response, context);
      log.error({ request_id: context.requestId, err: failure }, 'a refusal failed');
    }
  }

  function answerWith(error: unknown, request: Request, response: Response, context: Context): void {
    const { requestId, operation } = context;
    if (error instanceof ClientGone || response.headersSent) {
      response.destroy();
      return;
    }
    const foreseen = toProblem(error, contract, operation);
    const problem = foreseen ?? internal(context);
    if (!foreseen || problem.code === 'unavailable') {
      log.error({ request_id: requestId, operation: operation?.id, err: error }, problem.code);
    }
    const content = JSON.stringify(toProblemBody(problem, requestId));
    response.writeHead(problems[problem.code].status, {
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
  const assets = docsAssets();
  app.use((request, response) => {
    const context = begin(request, response, services, log);
    const end = (error: unknown) => refuse(error, request, response, context);
    // When even the log fails there is nobody left to tell, and the process is not to end for it.
    const go = () =>
      void serve(request, response, context)
        .catch(end)
        .catch(() => endSimply(response, context));
    if (request.path.startsWith(docsAssetsPath)) assets(request, response, (error) => (error ? end(error) : go()));
    else go();
  });
  return app;
}

function internal({ requestId }: Context): HttpProblem {
  return new HttpProblem('internal', `Something broke on our side. Tell the operator the request id ${requestId}.`);
}

/** A 500 that needs neither the contract nor the log: either may be what broke. */
function endSimply(response: Response, context: Context): void {
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy();
    return;
  }
  response.writeHead(500, { 'Content-Type': 'application/problem+json' });
  response.end(JSON.stringify(toProblemBody(internal(context), context.requestId)));
}

/** A credential is asked for again after a body that took longer. */
const trustedForMs = 100;

/** What logs and metrics say of a request whose client left before the answer; nobody is ever sent it. */
const clientLeft = 499;

function begin(request: Request, response: Response, { identifiers, metrics }: HttpServices, log: Logger): Context {
  const context: Context = { requestId: identifiers.request() };
  const startedAt = performance.now();
  response.setHeader('X-Request-Id', context.requestId);
  const { method } = request;
  response.once('close', () => {
    const ms = performance.now() - startedAt;
    const operation = context.operation?.id ?? 'unknown';
    // Nobody was answered when the client left before.
    const status = response.headersSent ? response.statusCode : clientLeft;
    metrics.requestEnded(operation, status, ms / 1_000);
    log.debug({ request_id: context.requestId, method, operation, status, ms: Math.round(ms) }, 'request');
  });
  return context;
}

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

function requireScope({ scope }: Operation, principal: Principal | undefined): void {
  if (!scope || !principal || principal.scopes.includes(scope)) return;
  throw new DomainError(
    'insufficient_scope',
    `This API key may not ${scope}; it has the scopes ${principal.scopes.join(', ')}. Use a key with the scope ${scope}.`,
  );
}

/** The validator is asked only when the request holds something that the contract constrains: it costs more than a read. */
function createRequestCheck(): (request: Request, response: Response, operation: Operation) => Promise<void> {
  const findFirst = createValidator({ allErrors: false });
  const findAll = createValidator({ allErrors: true });
  return async (request, response, operation) => {
    const constrained =
      operation.takesBody || request.url.includes('?') || operation.headers.some((name) => name in request.headers);
    if (!constrained) return;
    // The type has been checked; the validator would compile its schemas anew for each way of writing it.
    if (operation.takesBody) request.headers['content-type'] = 'application/json';
    else delete request.headers['content-type'];
    try {
      await findFirst(request, response);
    } catch (error) {
      // The cost of finding all mistakes grows with the square of their number.
      if (!holdsMoreThan(request.body, describedMost)) await findAll(request, response);
      throw error;
    }
  };
}

/** Bodies of at most this many fields and items are searched for all their mistakes, others to the first one. */
const describedMost = 250;

function createValidator({
  allErrors,
}: {
  allErrors: boolean;
}): (request: Request, response: Response) => Promise<void> {
  const validator = express.Router();
  validator.use(
    ...(contractMiddleware({
      apiSpec: withReservedCharacters(withoutDefaults(readContract())) as never,
      validateRequests: { allErrors, allowUnknownQueryParameters: false, coerceTypes: false },
      validateResponses: false,
      validateSecurity: false,
      fileUploader: false,
    }) as unknown as RequestHandler[]),
  );
  return (request, response) =>
    new Promise((resolve, reject) => {
      validator(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    });
}

function toOperationRequest(request: Request, path: Record<string, string>): OperationRequest<OperationId> {
  return {
    body: request.body,
    query: request.query as never,
    path: path as never,
    header: (name) => request.get(name),
    method: request.method,
    url: request.path,
  };
}

function send(response: Response, { status, headers, body, text }: Reply): void {
  const content = text?.content ?? (body === undefined ? undefined : JSON.stringify(body));
  if (content === undefined) {
    response.writeHead(status, headers);
    response.end();
    return;
  }
  const bytes = Buffer.byteLength(content);
  response.writeHead(status, {
    ...headers,
    'Content-Type': text?.type ?? 'application/json; charset=utf-8',
    'Content-Length': bytes,
  });
  // ASCII is the same in both encodings, and Node writes Latin-1 a good deal faster.
  response.end(content, bytes === content.length ? 'latin1' : 'utf8');
}
