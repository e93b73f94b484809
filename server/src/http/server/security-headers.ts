import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * What helmet sets, for answers that are JSON or nothing a browser should show; pages bring a policy of their own.
 * Computed once: the values are the same for every request, and helmet itself would cost more than all of our routing.
 * @param https - whether users reach the server over HTTPS: then browsers are told to insist on it
 */
export function createSecurityHeaders({ https }: { https: boolean }): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
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
  set({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
