import type { Request } from 'express';
import type { Logger } from 'pino';
import { problems } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { RecordedRequest } from '../../domain/usage/request-log.ts';
import { createCounts } from '../../lib/create-counts.ts';
import { createRounds } from '../../lib/yielding.ts';
import { noTracer } from '../../ports/tracer.ts';
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

/** Begins a few requests in each iteration of the event loop, in turn by address, so that a flood delays no others. */
export function beginFairly(): Middleware {
  const rounds = createRounds(maxPerIteration);
  const waitingOf = createCounts();
  return (request, response, next) => {
    if (rounds.beginsNow()) return next();
    const address = clientAddress(request.ip);
    if (waitingOf.of(address) >= maxWaiting) return void request.socket.destroy();
    waitingOf.add(address, 1);
    rounds.add(address, () => {
      waitingOf.add(address, -1);
      // No client waits for the response any longer.
      if (!response.closed) next();
    });
  };
}

/** Gives a request its context and the headers of every response. The request is recorded at its end. */
export function beginRequest(services: HttpServices, log: Logger): Middleware {
  const headers = new Map(Object.entries(securityHeaders));
  if (services.publicUrl?.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000');
  const reportSecurity = createSecurityReport(services.securityEvents);
  return (request, response, next) => {
    const { metrics, identifiers, tracer } = services;
    const { method, path } = request;
    const attributes = { 'http.request.method': method };
    const requestId = identifiers.request();
    response.setHeaders(headers).setHeader('X-Request-Id', requestId);
    const context: RequestContext = {
      requestId,
      // A trace of Mnema, so that no stranger determines what is sampled. `authenticate` links that of the caller.
      // Monitoring calls the probed paths every few seconds, and their traces are useless.
      span: (probed.has(path) ? noTracer : tracer).start(method, { kind: 'server', parent: null, attributes }),
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
  /** The properties that are final when the response or the connection has ended. */
  let ended: Omit<RecordedRequest, 'metered' | 'meteredTimes' | 'isRateLimited'> | undefined;
  const tasks: (() => void)[] = [];
  response.once('close', () => {
    const { context } = response.locals;
    const { requestId, operation, loggedAs, path = '', principal } = context;
    const ms = performance.now() - startedAt;
    const name = operation?.id ?? 'unknown';
    const status = response.headersSent ? response.statusCode : clientLeft;
    metrics.requestEnded(name, status, ms / 1_000);
    const line = { request_id: requestId, method, operation: name, status, ms: Math.round(ms) };
    context.span.run(() => log.debug(line, 'request'));
    endSpan(context, status);
    if (operation && principal) {
      const { account, keyId, keyPrefix, via } = principal;
      const source = operation.isMcp ? 'mcp' : via === 'key' ? 'rest' : 'dashboard';
      ended = {
        ...{ id: requestId, accountId: account.id, createdAt, method, path, keyId, keyPrefix, source },
        ...{ operation: loggedAs ?? name, statusCode: status, latencyMs: Math.round(ms * 10) / 10 },
      };
    }
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

/** Names the span after the path of the contract, because the path of the request may contain an id or a text. */
function endSpan({ span, operation, loggedAs }: RequestContext, status: number): void {
  if (operation) {
    span.rename(`${operation.method} ${operation.path}`);
    span.set({ 'http.route': operation.path, 'mnema.operation': loggedAs ?? operation.id });
  }
  span.set({ 'http.response.status_code': status });
  span.end(status >= 500 ? String(status) : undefined);
}

/** The policy of responses that a browser should not show. Pages add their own sources. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Documents set their own `Cache-Control`. No cache may keep another response, because some ignore API keys. */
const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': closedPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};
