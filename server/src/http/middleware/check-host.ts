import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import { isLoopbackName } from '../../lib/public-host.ts';
import type { Middleware } from '../server/request-context.ts';

type Names = Pick<HttpServices, 'publicUrl' | 'allowedHosts'>;

/** Probes and scrapers send the address of a container instead of its name. */
export const probed: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Rejects a missing Host, several of them, which proxies read differently, and the names of other servers. */
export function checkHost(services: Names & Pick<HttpServices, 'isLoopback'>): Middleware {
  const { isLoopback } = services;
  const checkName = isLoopback || isNamed(services) ? createHostCheck(services) : undefined;
  return (request, _response, next) => {
    const { headers, httpVersion, path } = request;
    if (headers.host === undefined && httpVersion === '1.1') {
      throw new HttpProblem('invalid_request', 'The request has no Host header. HTTP/1.1 requires one.');
    }
    // `headers` contains only the first one.
    if ((request.headersDistinct['host'] ?? []).length > 1) {
      throw new HttpProblem('invalid_request', 'The request has more than one Host header. Send only one.');
    }
    if (checkName && (isLoopback || !probed.has(path))) checkName(headers.host);
    next();
  };
}

function isNamed({ publicUrl, allowedHosts }: Names): boolean {
  return publicUrl !== undefined || allowedHosts.length > 0;
}

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port. */
const form = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@[\]\\?#,]+))(?::\d{1,5})?$/i;

/** The name of a web page may resolve to 127.0.0.1 (DNS rebinding). `Host` then contains that name. */
export function createHostCheck(names: Names): (host: string | undefined) => void {
  const isAllowed = allowedNames(names);
  /** Hosts that were allowed, since clients send the same few again and again. */
  const known = new Set<string>();
  return (host) => {
    if (host !== undefined && known.has(host)) return;
    const [, bracketed, plain] = form.exec(host ?? '') ?? [];
    const name = comparable(bracketed ?? plain ?? '');
    if (!isAllowed(name)) throw new HttpProblem('host_not_allowed', rejectionOf(name, isNamed(names)));
    if (host !== undefined && known.size < 100) known.add(host);
  };
}

function allowedNames({ publicUrl, allowedHosts }: Names): (name: string) => boolean {
  const allowed = new Set(allowedHosts.map(comparable));
  if (publicUrl !== undefined) allowed.add(comparable(new URL(publicUrl).hostname));
  return (name) => isLoopbackName(name) || allowed.has(name);
}

/** Returns a name in lower case, without the brackets of an IPv6 address and the dot of the root. */
function comparable(name: string): string {
  return name.toLowerCase().replaceAll(/[[\]]|\.$/g, '');
}

function rejectionOf(name: string, hasNames: boolean): string {
  const allowed = hasNames ? 'its own names' : 'loopback names';
  return name === ''
    ? `The Host header is missing or unreadable, and this server accepts only ${allowed}. Send one, like Host: 127.0.0.1.`
    : `This server accepts only ${allowed}. To accept ${name}, add it to MNEMA_ALLOWED_HOSTS, or set MNEMA_PUBLIC_URL to the URL that users open.`;
}

/** The headers that a page may read: those of rejections, and the mark of a response that is sent again. */
const exposed = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed';

/** Rejects requests of web pages that may not call, and lets other pages read the response. */
export function checkOrigin(names: Names): Middleware {
  const isAllowed = allowedNames(names);
  return ({ headers: { origin } }, response, next) => {
    if (origin === undefined) return next();
    const url = URL.parse(origin);
    // Browsers write an origin in only one way. An origin in another form may mean another host.
    const isWebPage = url !== null && /^https?:$/.test(url.protocol) && url.origin === origin;
    if (!isWebPage || !isAllowed(comparable(url.hostname))) {
      const detail =
        'Web pages from this origin cannot call the MCP endpoint. To allow it, add its host to MNEMA_ALLOWED_HOSTS, or set MNEMA_PUBLIC_URL to the URL that users open.';
      throw new HttpProblem('origin_not_allowed', detail);
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', exposed);
    response.setHeader('Vary', 'Origin');
    next();
  };
}
