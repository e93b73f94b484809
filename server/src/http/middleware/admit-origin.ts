import { allowedNames, comparable, type HostCheckOptions, withoutBrackets } from '../../api/host-check.ts';
import { HttpProblem } from '../../api/problem.ts';

/** What a page needs beside the body to understand a refusal. */
const exposed = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';

/**
 * For requests that a browser makes in the name of a web page: `Origin` says which one. What is no browser sends none.
 * @returns a check that answers the headers which let the page read the answer
 * @throws {HttpProblem} 403 for a page that may not call
 */
export function createAdmitOrigin(options: HostCheckOptions): (origin: string | undefined) => Record<string, string> {
  const isAllowed = allowedNames(options);
  return (origin) => {
    if (origin === undefined) return {};
    const url = URL.parse(origin);
    // Browsers write it in one way only; whatever is written otherwise comes from no browser, and may mean another host.
    const isWebPage = url !== null && /^https?:$/.test(url.protocol) && url.origin === origin;
    if (isWebPage && isAllowed(comparable(withoutBrackets(url.hostname)))) {
      return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' };
    }
    throw new HttpProblem(
      'origin_not_allowed',
      'Web pages of this origin may not call the MCP endpoint. Set MNEMA_ALLOWED_HOSTS to add its host, or MNEMA_PUBLIC_URL if that is where users reach the server.',
    );
  };
}
