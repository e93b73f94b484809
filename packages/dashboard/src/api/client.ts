import { Mnema } from '@mnema/sdk';

/**
 * Sends a request with the session cookie, which only the browser can read. A deletion is sent even when its page is
 * being left.
 */
function fetchWithCookie(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.delete('authorization');
  return fetch(url, { ...init, headers, credentials: 'same-origin', keepalive: init.method === 'DELETE' });
}

/** The client requires a token, although the cookie authenticates its requests. */
export const clientOptions = {
  baseUrl: location.origin,
  accessToken: 'cookie',
  fetch: fetchWithCookie,
  maxRetries: 1,
  logLevel: 'error',
} as const;

/** The client of all pages. */
export const mnema = new Mnema(clientOptions);
