import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * What helmet sets, for answers that are JSON or nothing a browser should show; pages bring a policy of their own.
 * Computed once: the values are the same for every request, and helmet itself would cost more than all of our routing.
 * @param https - whether users reach the server over HTTPS: then browsers are told to insist on it
 */
export function createSecurityHeaders({ https }: { https: boolean }): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: https && { includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    // For browsers that nobody has any more.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  set(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  return Object.fromEntries(
    response.getRawHeaderNames().map((name) => [name, String(response.getHeader(name))] as const),
  );
}
