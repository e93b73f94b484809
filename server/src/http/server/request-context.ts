import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { noTracer } from '../../ports/no-tracer.ts';
import type { LoggedRequest, Metered } from '../../ports/request-log.ts';
import type { Span, Tracer } from '../../ports/tracer.ts';

/** What the server knows of a request, also of one that it refuses. */
export interface RequestContext {
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
  /** What the request does belongs to it. */
  span: Span;
  /** To be done when the answer is out or the client gone. */
  atEnd(task: () => void): void;
  /** Everything the request does has been done. */
  served(): void;
}

/** What logs and metrics say of a request whose client left before the answer; nobody is ever sent it. */
const clientLeft = 499;

/** Follows a request from its arrival until its answer is out or the client gone, and then records it. */
export function beginRequest(
  request: Request,
  response: Response,
  services: HttpServices,
  log: Logger,
  securityHeaders: Readonly<Record<string, string>>,
): RequestContext {
  const { identifiers, metrics, clock, recorder } = services;
  const { method } = request;
  const createdAt = clock.now();
  const startedAt = performance.now();
  const requestId = identifiers.request();
  const tasks: (() => void)[] = [];
  let closed = false;
  let served = false;
  let ended: LoggedRequest | undefined;
  const context: RequestContext = {
    requestId,
    span: startSpan(request, services.tracer),
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
    context.span.run(() =>
      log.debug({ request_id: context.requestId, method, operation, status, ms: Math.round(ms) }, 'request'),
    );
    endSpan(context, status);
    ended = toLogged(method, context, { createdAt, status, ms });
    // What a client that left had asked for may still be done, and counted.
    if (served) record();
  });
  function record(): void {
    if (ended) recorder.record({ ...ended, metered: context.metered ?? null });
  }
  return context;
}

/** Asked every few seconds, of interest to nobody. */
const untraced: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

function startSpan({ method, path, headers }: Request, tracer: Tracer): Span {
  const { traceparent } = headers;
  const attributes = { 'http.request.method': method };
  return (untraced.has(path) ? noTracer : tracer).start(method, {
    kind: 'server',
    parent: typeof traceparent === 'string' ? traceparent : null,
    attributes,
  });
}

/** Says of the path what the contract says: what stands in it may be anybody's id or text. */
function endSpan({ span, operation, loggedAs }: RequestContext, status: number): void {
  if (operation) {
    span.rename(`${operation.method} ${operation.path}`);
    span.set({ 'http.route': operation.path, 'mnema.operation': loggedAs ?? operation.id });
  }
  span.set({ 'http.response.status_code': status });
  span.end(status >= 500 ? String(status) : undefined);
}

/** A request of an account, for its log. */
function toLogged(
  method: string,
  { requestId, operation, loggedAs, path, principal }: RequestContext,
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

/** Only what has the form of an id is logged of a path: it may be anything that the caller mistook for one. */
export function loggedPath({ path: template }: Operation, parameters: Record<string, string>): string {
  let path = template;
  for (const [name, value] of Object.entries(parameters)) {
    if (/^(?:mem|key)_[0-9A-HJKMNP-TV-Z]{26}$/.test(value)) path = path.replace(`{${name}}`, value);
  }
  return path;
}
