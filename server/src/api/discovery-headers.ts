import type { HttpServices } from './services.ts';

type Where = Pick<HttpServices, 'publicUrl'>;

/** Where callers reach the server, ending with a slash: what the operator said, else what they called it by. */
export function serverUrl({ publicUrl }: Where, host: string | undefined): string {
  const url = URL.parse(publicUrl ?? `http://${host ?? 'localhost'}`) ?? new URL('http://localhost');
  url.search = '';
  url.hash = '';
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** An answer that repeats the caller's `Host` is for that caller only. */
export function discoveryHeaders({ publicUrl }: Where): Record<string, string> {
  return { 'Cache-Control': publicUrl === undefined ? 'no-store' : 'public, max-age=300' };
}

/** For what every web page may read. */
export function openDiscoveryHeaders(where: Where): Record<string, string> {
  return {
    ...discoveryHeaders(where),
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
