import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { middleware as contractMiddleware } from 'express-openapi-validator';
import type { Logger } from 'pino';
import type { Principal } from '../account/authenticate.ts';
import { requireScope } from '../account/require-scope.ts';
import type { LoggedRequest, Metered } from '../ports/request-log.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import { createAdmitAccount } from './admit-account.ts';
import { clientAddress } from './client-address.ts';
import { requireHost } from './client-error.ts';
import {
  type Operation,
  operationsOf,
  readContract,
  withoutDefaults,
  withoutMcpBodies,
  withReservedCharacters,
} from './contract.ts';
import { docsAssets, docsAssetsPath } from './docs.ts';
import { drain } from './drain.ts';
import { createHandlers, pairHandlers } from './handlers.ts';
import { holdsMoreThan } from './holds-more-than.ts';
import { createHostCheck, createOriginCheck } from './host-check.ts';
import { createMatcher, type Match } from './match-operation.ts';
import type { Handler, OperationId, OperationRequest, Reply } from './operation-types.ts';
import { parseJson } from './parse-json.ts';
import { HttpProblem, type ProblemCode, problems, toProblemBody } from './problem.ts';
import { ClientGone, readBody } from './read-body.ts';
import { createResponseCheck } from './response-check.ts';
import { createSecurityHeaders } from './security-headers.ts';
import type { HttpServices } from './services.ts';
import { spareUrlParse } from './spare-url-parse.ts';
import { toProblem } from './to-problem.ts';

/** What the server knows of a request, also of one that it refuses. */
interface Context {
  requestId: string;
  /** Part of every answer. */
  headers: Record<string, string>;
  operation?: Operation;
  principal?: Principal;
  metered?: Metered;
  /** The operation as it is logged, when its own name says too little. */
  loggedAs?: string;
  /** The path as it is logged. */
  path?: string;
  /** To be done when the answer is out or the client gone. */
  atEnd(task: () => void): void;
  /** Everything the request does has been done. */
  served(): void;
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
  const handlers = pairHandlers(operations, createHandlers(services, contract));
  const findOperation = createMatcher(operations);
  const checkRequest = createRequestCheck();
  const checkResponse = createResponseCheck(contract);
  const checkHost = services.loopback ? createHostCheck(services) : undefined;
  const checkOrigin = createOriginCheck(services);
  const securityHeaders = createSecurityHeaders({ https: services.publicUrl?.startsWith('https:') ?? false });
  const { openRequests } = services;
  const admitAccount = createAdmitAccount(services);

  async function serve(request: Request, response: Response, context: Context): Promise<void> {
    const { operation, path } = findOperation(request.method, withoutEndingSlash(request.path));
    context.operation = operation;
    context.path = loggedPath(operation, path);
    // From here on HEAD is the GET that it stands for.
    request.method = operation.method;
    if (operation.isMcp) checkOrigin(request.headers.origin);
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
    const wrong = reply.text ? undefined : checkResponse(operation, reply.status, reply.body);
    if (wrong && onWrongResponse === 'fail') throw new Error(`the answer breaks the contract: ${wrong}`);
    if (wrong) log.error({ operation: operation.id, wrong }, 'the answer breaks the contract');
    send(response, context, reply);
  }

  function noteRefusal({ requestId, operation }: Context, code: ProblemCode, error?: unknown): void {
    if (error !== undefined) log.error({ request_id: requestId, operation: operation?.id, err: error }, code);
    services.metrics.refused(code);
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
    const context = begin(request, response, services, log, securityHeaders);
    const end = (error: unknown) => refuse(error, request, response, context);
    // When even the log fails there is nobody left to tell, and the process is not to end for it.
    const go = () =>
      void serve(request, response, context)
        .catch(end)
        .catch(() => endSimply(response, context))
        .finally(context.served);
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

function internal({ requestId }: Context): HttpProblem {
  return new HttpProblem('internal', `Something broke on our side. Tell the operator the request id ${requestId}.`);
}

/** A 500 that needs neither the contract nor the log: either may be what broke. */
function endSimply(response: Response, context: Context): void {
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy();
    return;
  }
  response.writeHead(500, { ...context.headers, 'Content-Type': 'application/problem+json' });
  response.end(JSON.stringify(toProblemBody(internal(context), context.requestId)));
}

/** A credential is asked for again after a body that took longer. */
const trustedForMs = 100;

/** What logs and metrics say of a request whose client left before the answer; nobody is ever sent it. */
const clientLeft = 499;

function begin(
  request: Request,
  response: Response,
  services: HttpServices,
  log: Logger,
  securityHeaders: Readonly<Record<string, string>>,
): Context {
  const { identifiers, metrics, clock, recorder } = services;
  const { method } = request;
  const createdAt = clock.now();
  const startedAt = performance.now();
  const requestId = identifiers.request();
  const tasks: (() => void)[] = [];
  let closed = false;
  let served = false;
  let ended: LoggedRequest | undefined;
  const context: Context = {
    requestId,
    headers: { ...securityHeaders, 'X-Request-Id': requestId },
    atEnd(task) {
      if (closed) task();
      else tasks.push(task);
    },
    served() {
      served = true;
      if (closed) record();
    },
  };
  response.once('close', () => {
    closed = true;
    for (const task of tasks) task();
    const ms = performance.now() - startedAt;
    const operation = context.operation?.id ?? 'unknown';
    // Nobody was answered when the client left before.
    const status = response.headersSent ? response.statusCode : clientLeft;
    metrics.requestEnded(operation, status, ms / 1_000);
    log.debug({ request_id: context.requestId, method, operation, status, ms: Math.round(ms) }, 'request');
    ended = toLogged(method, context, { createdAt, status, ms });
    // What a client that left had asked for may still be done, and counted.
    if (served) record();
  });
  function record(): void {
    if (ended) recorder.record({ ...ended, metered: context.metered ?? null });
  }
  return context;
}

/** A request of an account, for its log. */
function toLogged(
  method: string,
  { requestId, operation, loggedAs, path, principal }: Context,
  { createdAt, status, ms }: { createdAt: number; status: number; ms: number },
): LoggedRequest | undefined {
  if (!operation || !principal || path === undefined) return undefined;
  return {
    id: requestId,
    ownerId: principal.account.id,
    createdAt,
    method,
    path,
    operation: loggedAs ?? operation.id,
    source: operation.isMcp ? 'mcp' : principal.via === 'key' ? 'rest' : 'dashboard',
    statusCode: status,
    latencyMs: Math.round(ms * 10) / 10,
    keyId: principal.keyId,
    keyPrefix: principal.keyPrefix,
    metered: null,
  };
}

/** Clients are told to paste the URL of the MCP endpoint, and people end URLs with a slash. */
function withoutEndingSlash(path: string): string {
  return path === '/mcp/' ? '/mcp' : path;
}

/** Only what has the form of an id is logged of a path: it may be anything that the caller mistook for one. */
function loggedPath({ path: template }: Operation, parameters: Record<string, string>): string {
  let path = template;
  for (const [name, value] of Object.entries(parameters)) {
    if (/^(?:mem|key)_[0-9A-HJKMNP-TV-Z]{26}$/.test(value)) path = path.replace(`{${name}}`, value);
  }
  return path;
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

/** The validator is asked only when the request holds something that the contract constrains: it costs more than a read. */
function createRequestCheck(): RequestCheck {
  const findFirst = createValidator({ allErrors: false });
  const findAll = createValidator({ allErrors: true });
  return async (request, response, match) => {
    const { operation } = match;
    const constrained =
      (operation.takesBody && !operation.isMcp) ||
      request.url.includes('?') ||
      operation.headers.some((name) => name in request.headers);
    if (!constrained) return;
    // The type has been checked; the validator would compile its schemas anew for each way of writing it.
    if (operation.takesBody) request.headers['content-type'] = 'application/json';
    else delete request.headers['content-type'];
    try {
      await findFirst(request, response, match);
    } catch (error) {
      // The cost of finding all mistakes grows with the square of their number.
      if (!holdsMoreThan(request.body, describedMost)) await findAll(request, response, match);
      throw error;
    }
  };
}

/** Bodies of at most this many fields and items are searched for all their mistakes, others to the first one. */
const describedMost = 250;

/** @throws what the validator says is wrong with the request */
type RequestCheck = (request: Request, response: Response, match: Match) => Promise<void>;

function createValidator({ allErrors }: { allErrors: boolean }): RequestCheck {
  spareUrlParse();
  const steps = contractMiddleware({
    apiSpec: withReservedCharacters(withoutMcpBodies(withoutDefaults(readContract()))) as never,
    validateRequests: { allErrors, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
  }) as unknown as RequestHandler[];
  const all = express.Router().use(...steps);
  const check = steps.find(({ name }) => name === 'requestMiddleware');
  if (!check) throw new Error('express-openapi-validator has no step of the name requestMiddleware any more');
  // The validator compiles the pattern of every path of the contract for every request to find the operation, which
  // costs more than the check itself. So it looks once for each operation, and we tell it from then on.
  const found = new Map<string, object>();
  return async (request: Request & { openapi?: object }, response, { operation, path }) => {
    const known = found.get(operation.id);
    if (known) {
      request.openapi = { ...known, pathParams: path };
      request.params = path;
      return run(check, request, response);
    }
    try {
      await run(all, request, response);
    } finally {
      if (request.openapi) found.set(operation.id, request.openapi);
    }
  };
}

function run(step: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    step(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function toOperationRequest(
  request: Request,
  path: Record<string, string>,
  context: Context,
  noteRefusal: (context: Context, code: ProblemCode, error?: unknown) => void,
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

function send(response: Response, context: Context, { status, headers, body, text }: Reply): void {
  const content = text?.content ?? (body === undefined ? undefined : JSON.stringify(body));
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
