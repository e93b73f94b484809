import { createHostCheck } from '../../api/host-check.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from '../server/request-context.ts';

export type HostServices = Pick<HttpServices, 'loopback' | 'publicUrl' | 'allowedHosts'>;

/**
 * Rejects a request without a Host header, for which Node would send an empty response. A server on loopback also
 * rejects requests for the host names of others.
 */
export function checkHost(services: HostServices): Middleware {
  const checkName = services.loopback ? createHostCheck(services) : undefined;
  return ({ headers, httpVersion }, _response, next) => {
    if (headers.host === undefined && httpVersion === '1.1') {
      throw new HttpProblem('invalid_request', 'The request has no Host header: HTTP/1.1 wants one.');
    }
    checkName?.(headers.host);
    next();
  };
}
