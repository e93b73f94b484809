import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

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
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers[name] = String(value);
    return response;
  };
  set(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
