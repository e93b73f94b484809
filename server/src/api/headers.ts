import { maxWaitSeconds } from '../domain/ingest/ready-waiters.ts';
import type { ExpectedVersions } from '../domain/memories/commit-write.ts';
import type { Memory } from '../ports/memory.ts';
import type { HttpServices } from './services.ts';

// The preferences of RFC 7240 in the header `Prefer`. A malformed one is ignored, as the RFC requires.

export function preferredWaitMs(prefer: string | undefined): number {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?:$|[,;\s])/i.exec(prefer ?? '')?.[1];
  return 1_000 * Math.min(maxWaitSeconds, Number(seconds ?? 0));
}

/** Whether the caller sent `return=minimal`, which leaves out the body of the response. */
export function prefersMinimal(prefer: string | undefined): boolean {
  return /(?:^|[,;\s])return\s*=\s*"?minimal"?(?:$|[,;\s])/i.test(prefer ?? '');
}

/** The comparison is weak, because proxies that compress mark tags as weak. */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return tagsIn(ifNoneMatch).some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`);
}

/** Returns the `ETag` of a memory. Its revision changes with the text, and once more when ingest ends. */
export function memoryTag({ version, revision, status }: Pick<Memory, 'version' | 'revision' | 'status'>): string {
  const ends = status === 'pending' ? 0 : 1;
  return `"v${version}-${revision === 0 ? 0 : 2 * revision - 1 + ends}"`;
}

/** Returns the versions in an `If-Match`. Values that are not tags of a memory match no version. */
export function expectedVersions(ifMatch: string | undefined): ExpectedVersions {
  if (ifMatch === undefined) return undefined;
  const tags = tagsIn(ifMatch);
  if (tags.includes('*')) return undefined;
  return tags.flatMap((tag) => {
    const [, version] = /^(?:W\/)?"v(\d{1,15})-\d{1,15}"$/.exec(tag) ?? [];
    return version === undefined ? [] : Number(version);
  });
}

function tagsIn(header: string | undefined): string[] {
  return header?.split(',').map((tag) => tag.trim()) ?? [];
}

type Where = Pick<HttpServices, 'publicUrl'>;

/** Returns the URL of the server with a slash at its end: the configured one, or else that of the `Host` header. */
export function serverUrl({ publicUrl }: Where, host: string | undefined): string {
  const url = URL.parse(publicUrl ?? `http://${host ?? 'localhost'}`) ?? new URL('http://localhost');
  return `${url.origin}${url.pathname}`.replace(/\/?$/, '/');
}

/** A response that repeats the `Host` header is for its caller only. */
export function discoveryHeaders({ publicUrl }: Where): Record<string, string> {
  return publicUrl === undefined ? {} : { 'Cache-Control': 'public, max-age=300' };
}

export function openDiscoveryHeaders(where: Where): Record<string, string> {
  return {
    ...discoveryHeaders(where),
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
