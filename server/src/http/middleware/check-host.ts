import { createHostCheck } from '../../api/host-check.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from '../server/request-context.ts';

export type HostServices = Pick<HttpServices, 'loopback' | 'publicUrl' | 'allowedHosts'>;

/** Probes and scrapers send the address of a container instead of its name. */
const probed: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Rejects a request without a Host header, for which Node would send an empty response. It also rejects one with
 * several, because a proxy may have read another one than this server. A server on loopback, and one with configured
 * names, also rejects requests for other host names.
 */
export function checkHost(services: HostServices): Middleware {
  const { loopback, publicUrl, allowedHosts } = services;
  const isNamed = publicUrl !== undefined || allowedHosts.length > 0;
  const checkName = loopback || isNamed ? createHostCheck(services) : undefined;
  return ({ headers, rawHeaders, httpVersion, path }, _response, next) => {
    if (headers.host === undefined && httpVersion === '1.1') {
      throw new HttpProblem('invalid_request', 'The request has no Host header. HTTP/1.1 requires one.');
    }
    if (hasSeveralHosts(rawHeaders)) {
      throw new HttpProblem('invalid_request', 'The request has more than one Host header. Send only one.');
    }
    if (checkName && (loopback || !probed.has(path))) checkName(headers.host);
    next();
  };
}

/** `headers` contains only the first Host header. In the raw list, names and values alternate. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
