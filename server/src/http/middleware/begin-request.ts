import type { Request } from 'express';
import type { Logger } from 'pino';
import { problems } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { RecordedRequest } from '../../domain/usage/request-log.ts';
import { noTracer, type Span, type Tracer } from '../../ports/tracer.ts';
import { createSecurityReport } from '../server/report-security.ts';
import type { ContextResponse, Middleware, RequestContext } from '../server/request-context.ts';
import { createSecurityHeaders } from '../server/security-headers.ts';

export type RequestServices = Pick<
  HttpServices,
  'identifiers' | 'metrics' | 'clock' | 'recorder' | 'securityEvents' | 'tracer' | 'publicUrl'
>;

/** The status in logs and metrics of a request whose client disconnected before the response. It is never sent. */
const clientLeft = 499;

/** Gives a request its context and the headers of every response. The request is recorded at its end. */
export function beginRequest(services: RequestServices, log: Logger): Middleware {
  const https = services.publicUrl?.startsWith('https:') ?? false;
  const securityHeaders = new Map(Object.entries(createSecurityHeaders({ https })));
  const reportSecurity = createSecurityReport(services.securityEvents);
  return (request, response, next) => {
    const { metrics, identifiers, tracer } = services;
    const requestId = identifiers.request();
    response.setHeaders(securityHeaders).setHeader('X-Request-Id', requestId);
    const context: RequestContext = {
      requestId,
      span: startSpan(request, tracer),
      ...follow(request, response, services, log),
      succeeded: () => reportSecurity(request, context),
      rejected(code, error) {
        const operation = context.operation?.id;
        if (error !== undefined) log.error({ request_id: requestId, operation, err: error }, code);
        metrics.rejected(code);
        void reportSecurity(request, context, code);
      },
    };
    response.locals.context = context;
    context.span.run(next);
  };
}

/** Records the request once the response or the connection has ended and all work on the request is done. */
function follow(
  request: Request,
  response: ContextResponse,
  { metrics, clock, recorder }: Pick<HttpServices, 'metrics' | 'clock' | 'recorder'>,
  log: Logger,
): Pick<RequestContext, 'atEnd' | 'afterWork' | 'served'> {
  // HEAD is served as GET later, but it is logged as HEAD.
  const { method } = request;
  const createdAt = clock.now();
  const startedAt = performance.now();
  let served = false;
  let ended: LoggedAtEnd | undefined;
  const tasks: (() => void)[] = [];
  response.once('close', () => {
    const { context } = response.locals;
    const ms = performance.now() - startedAt;
    const operation = context.operation?.id ?? 'unknown';
    const status = response.headersSent ? response.statusCode : clientLeft;
    metrics.requestEnded(operation, status, ms / 1_000);
    context.span.run(() =>
      log.debug({ request_id: context.requestId, method, operation, status, ms: Math.round(ms) }, 'request'),
    );
    endSpan(context, status);
    ended = toLogged(method, context, { createdAt, status, ms });
    record();
  });
  /** A request whose client disconnected may still be running, and may be counted later. */
  function record(): void {
    if (!ended || !served) return;
    const { metered = null, meteredTimes = 1, rejection, isUnlogged } = response.locals.context;
    if (isUnlogged && (ended.statusCode < 400 || ended.statusCode === clientLeft)) return;
    const isRateLimited = rejection === 'rate_limited';
    // Otherwise clients that disconnect before the rejection would get a row each.
    const status = isRateLimited ? { statusCode: problems[rejection].status } : {};
    recorder.record({ ...ended, ...status, metered, meteredTimes, isRateLimited });
  }
  return {
    atEnd(task) {
      if (response.closed) task();
      else response.once('close', task);
    },
    afterWork(task) {
      if (served) task();
      else tasks.push(task);
    },
    served() {
      if (served) return;
      served = true;
      for (const task of tasks) task();
      // A response may wait for its client for a long time, and keeps the request in memory until it is sent.
      request.body = undefined;
      record();
    },
  };
}

/** Monitoring calls these paths every few seconds, and their traces are useless. */
const untraced: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Begins a trace of Mnema, so that no stranger determines what is sampled. `authenticate` links that of the caller. */
function startSpan({ method, path }: Request, tracer: Tracer): Span {
  const attributes = { 'http.request.method': method };
  return (untraced.has(path) ? noTracer : tracer).start(method, { kind: 'server', parent: null, attributes });
}

/** Names the span after the path of the contract, because the path of the request may contain an id or a text. */
function endSpan({ span, operation, loggedAs }: RequestContext, status: number): void {
  if (operation) {
    span.rename(`${operation.method} ${operation.path}`);
    span.set({ 'http.route': operation.path, 'mnema.operation': loggedAs ?? operation.id });
  }
  span.set({ 'http.response.status_code': status });
  span.end(status >= 500 ? String(status) : undefined);
}

/** The properties of a request that are final when its response or connection has ended. */
type LoggedAtEnd = Omit<RecordedRequest, 'metered' | 'meteredTimes' | 'isRateLimited'>;

/** Returns the row of a request in the log of its account. */
function toLogged(
  method: string,
  { requestId, operation, loggedAs, path, principal }: RequestContext,
  { createdAt, status, ms }: { createdAt: number; status: number; ms: number },
): LoggedAtEnd | undefined {
  if (!operation || !principal || path === undefined) return undefined;
  return {
    id: requestId,
    accountId: principal.account.id,
    createdAt,
    method,
    path,
    operation: loggedAs ?? operation.id,
    source: operation.isMcp ? 'mcp' : principal.via === 'key' ? 'rest' : 'dashboard',
    statusCode: status,
    latencyMs: Math.round(ms * 10) / 10,
    keyId: principal.keyId,
    keyPrefix: principal.keyPrefix,
  };
}
