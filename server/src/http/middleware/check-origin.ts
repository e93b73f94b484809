import { allowedNames, comparable, type HostCheckOptions, withoutBrackets } from '../../api/host-check.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { Middleware } from '../server/request-context.ts';

/** The headers that a page may read: those of rejections, and the mark of a response that is sent again. */
const exposed = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed';

/**
 * Rejects requests of web pages that may not call, and lets other pages read the response. Browsers send the origin of
 * the page in `Origin`; other clients send none.
 */
export function checkOrigin(options: HostCheckOptions): Middleware {
  const isAllowed = allowedNames(options);
  return ({ headers: { origin } }, response, next) => {
    if (origin !== undefined) {
      if (!isAllowedPage(origin, isAllowed)) throw originNotAllowed();
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', exposed);
      response.setHeader('Vary', 'Origin');
    }
    next();
  };
}

/** Browsers write an origin in only one way. An origin in another form may mean another host. */
function isAllowedPage(origin: string, isAllowed: (name: string) => boolean): boolean {
  const url = URL.parse(origin);
  const isWebPage = url !== null && /^https?:$/.test(url.protocol) && url.origin === origin;
  return isWebPage && isAllowed(comparable(withoutBrackets(url.hostname)));
}

function originNotAllowed(): HttpProblem {
  return new HttpProblem(
    'origin_not_allowed',
    'Web pages from this origin cannot call the MCP endpoint. To allow it, add its host to MNEMA_ALLOWED_HOSTS, or set MNEMA_PUBLIC_URL to the URL that users open.',
  );
}
