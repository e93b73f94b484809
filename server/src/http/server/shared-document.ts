import { createHash } from 'node:crypto';
import type { Reply } from '../../api/operation-types.ts';

interface DocumentOptions {
  type: string;
  /** The time for which caches may use the document without asking. */
  maxAgeSeconds: number;
}

/** Returns the reply for a document that all responses share, so that clients that do not read it hold no copies. */
export function createSharedDocument(
  content: Buffer,
  { type, maxAgeSeconds }: DocumentOptions,
): (ifNoneMatch: string | undefined) => Reply {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': `public, max-age=${maxAgeSeconds}` };
  const text = { type, content };
  return (ifNoneMatch) => (namesTag(ifNoneMatch, etag) ? { status: 304, headers } : { status: 200, headers, text });
}

/** Whether an `If-None-Match` names the tag. It compares weakly, since proxies that compress mark tags as weak. */
function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`);
}
