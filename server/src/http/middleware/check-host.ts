import { createHostCheck } from '../../api/host-check.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from '../server/request-context.ts';

export type HostServices = Pick<HttpServices, 'loopback' | 'publicUrl' | 'allowedHosts'>;

/** Probes and scrapers send the address of a container instead of its name. */
const probed: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Rejects a request without a Host header, for which Node would send an empty response. A server on loopback, and one
 * whose names are configured, also rejects requests for the host names of others.
 */
export function checkHost(services: HostServices): Middleware {
  const { loopback, publicUrl, allowedHosts } = services;
  const isNamed = publicUrl !== undefined || allowedHosts.length > 0;
  const checkName = loopback || isNamed ? createHostCheck(services) : undefined;
  return (request, _response, next) => {
    const { host } = request.headers;
    if (host === undefined && request.httpVersion === '1.1') {
      throw new HttpProblem('invalid_request', 'The request has no Host header: HTTP/1.1 wants one.');
    }
    if (checkName && (loopback || !probed.has(request.path))) checkName(host);
    next();
  };
}
