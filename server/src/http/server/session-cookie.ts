import type { Request } from 'express';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from './request-context.ts';

/** The name over plain HTTP, which browsers use on the machine of the server. */
const plainName = 'mnema_session';
/** Browsers accept a cookie of this name only over HTTPS, from exactly this host and for all paths. */
const secureName = `__Host-${plainName}`;

/** The maximum of cookies of the name that are tried, because each may cost a read. */
const maxTried = 10;

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the browser reaches the server over HTTPS, by the configured URL or by the header of a trusted proxy. */
export function isSecureRequest({ secure }: Pick<Request, 'secure'>, publicUrl: string | undefined): boolean {
  return secure || (publicUrl?.startsWith('https:') ?? false);
}

/** Writes the value of `Set-Cookie`. @param maxAgeSeconds 0 removes the cookie */
export function sessionCookie(token: string, maxAgeSeconds: number, isSecure: boolean): string {
  const common = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return isSecure ? `${secureName}=${token}; ${common}; Secure` : `${plainName}=${token}; ${common}`;
}

/**
 * Reads the access tokens in the session cookies. A browser sends several if another program of the host, or a parent
 * domain, has set one of the same name. A page of another origin can make a browser send the cookie. A request that may
 * change something therefore needs an `Origin` of this server.
 * @throws {HttpProblem} 403 `origin_not_allowed`
 */
export function readSessionCookies(request: Request, publicUrl: string | undefined): readonly string[] {
  const { cookie } = request.headers;
  if (cookie === undefined) return [];
  const start = `${isSecureRequest(request, publicUrl) ? secureName : plainName}=`;
  const pairs = cookie.split(';').map((pair) => pair.trim());
  const named = pairs.filter((pair) => pair.startsWith(start)).slice(0, maxTried);
  const tokens = named.map((pair) => pair.slice(start.length).trim());
  if (tokens.length > 0 && !safeMethods.has(request.method)) requireOwnOrigin(request, publicUrl);
  return tokens;
}

/** Rejects a sign-in from a page of another origin, because it could sign people in to another account. */
export function checkSessionOrigin({ publicUrl }: Pick<HttpServices, 'publicUrl'>): Middleware {
  return (request, _response, next) => {
    readSessionCookies(request, publicUrl);
    if (request.headers.origin !== undefined) requireOwnOrigin(request, publicUrl);
    next();
  };
}

/** For browsers, another port of the same host is the same site, but it is a different program. */
function requireOwnOrigin(request: Request, publicUrl: string | undefined): void {
  const { origin = '', host = '' } = request.headers;
  const url = URL.parse(origin);
  // Browsers write an origin in only one way.
  if (url?.origin === origin) {
    if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return;
    const isScheme = url.protocol === 'https:' || (url.protocol === 'http:' && !isSecureRequest(request, publicUrl));
    if (isScheme && url.host === URL.parse(`${url.protocol}//${host}`)?.host) return;
  }
  const detail =
    'Requests with the session cookie must have the Origin of this server. Other programs must send "Authorization: Bearer <access token>". If users open the server at another URL, set MNEMA_PUBLIC_URL.';
  throw new HttpProblem('origin_not_allowed', detail);
}
