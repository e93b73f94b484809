import type { HttpServices } from './services.ts';

type Where = Pick<HttpServices, 'publicUrl'>;

/** Returns the URL of the server with a slash at its end: the configured one, or else that of the `Host` header. */
export function serverUrl({ publicUrl }: Where, host: string | undefined): string {
  const url = URL.parse(publicUrl ?? `http://${host ?? 'localhost'}`) ?? new URL('http://localhost');
  url.search = '';
  url.hash = '';
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** A response that repeats the `Host` header is for its caller only. */
export function discoveryHeaders({ publicUrl }: Where): Record<string, string> {
  return publicUrl === undefined ? {} : { 'Cache-Control': 'public, max-age=300' };
}

/** Returns the headers of documents that every web page may read. */
export function openDiscoveryHeaders(where: Where): Record<string, string> {
  return {
    ...discoveryHeaders(where),
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
