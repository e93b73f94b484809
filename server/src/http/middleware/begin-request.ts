import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { problems } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { RecordedRequest } from '../../domain/usage/request-log.ts';
import { createCounts } from '../../lib/create-counts.ts';
import { createFairQueue } from '../../lib/fair-queue.ts';
import { noTracer, type Span, type Tracer } from '../../ports/tracer.ts';
import { clientAddress } from '../server/client-address.ts';
import { createSecurityReport } from '../server/report-security.ts';
import type { ContextResponse, Middleware, RequestContext } from '../server/request-context.ts';
import { probed } from './check-host.ts';

/** The maximum of requests that begin in one iteration of the event loop. They take about a millisecond together. */
const maxPerIteration = 8;
/** The maximum of requests of an address that wait to begin, as many as may be open in the process. */
const maxWaiting = 2_000;

/** The status in logs and metrics of a request whose client disconnected before the response. It is never sent. */
const clientLeft = 499;

/**
 * Begins a few requests in each iteration of the event loop, and serves the others in turn by address. One iteration
 * accepts all requests that have arrived on all connections. Without this limit, a flood would delay all other callers
 * for as long as it lasts.
 */
export function beginFairly(): Middleware {
  const queue = createFairQueue<() => void>();
  const waitingOf = createCounts();
  let waiting = 0;
  let begun = 0;
  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(beginNext);
    isScheduled = true;
  }

  function beginNext(): void {
    isScheduled = false;
    for (begun = 0; begun < maxPerIteration && waiting > 0; begun++) {
      waiting -= 1;
      queue.take()?.();
    }
    if (waiting > 0) schedule();
  }

  return (request, response, next) => {
    schedule();
    if (begun < maxPerIteration && waiting === 0) {
      begun += 1;
      return next();
    }
    const address = clientAddress(request.ip);
    if (waitingOf.of(address) >= maxWaiting) return void request.socket.destroy();
    waiting += 1;
    waitingOf.add(address, 1);
    queue.add(address, () => {
      waitingOf.add(address, -1);
      // No client waits for the response any longer.
      if (!response.closed) next();
    });
  };
}

/** Gives a request its context and the headers of every response. The request is recorded at its end. */
export function beginRequest(services: HttpServices, log: Logger): Middleware {
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
  { metrics, clock, recorder }: HttpServices,
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

/** Begins a trace of Mnema, so that no stranger determines what is sampled. `authenticate` links that of the caller. */
function startSpan({ method, path }: Request, tracer: Tracer): Span {
  const attributes = { 'http.request.method': method };
  // Monitoring calls these paths every few seconds, and their traces are useless.
  return (probed.has(path) ? noTracer : tracer).start(method, { kind: 'server', parent: null, attributes });
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

/**
 * Returns the headers that helmet sets, for responses that a browser should not show; pages have a policy of their own.
 * No cache may keep a response, except for documents, which set their own `Cache-Control`: some caches ignore API keys.
 * They are computed once, since running helmet for each request would cost more than the routing.
 * @param https whether users reach the server over HTTPS, on which browsers then insist
 */
export function createSecurityHeaders({ https }: { https: boolean }): Record<string, string> {
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: https && { includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    // Only obsolete browsers read these.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  const response = {
    setHeader: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    removeHeader: () => {},
  };
  set({} as IncomingMessage, response as never, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
