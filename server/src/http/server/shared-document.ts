import { createHash } from 'node:crypto';
import { namesTag } from '../../api/entity-tags.ts';
import type { Reply } from '../../api/operation-types.ts';

interface DocumentOptions {
  type: string;
  /** The time for which caches may use the document without a request. */
  maxAgeSeconds: number;
}

/** Returns the reply for a document that all responses share, so that slow clients keep no copies in memory. */
export function createSharedDocument(
  content: Buffer,
  { type, maxAgeSeconds }: DocumentOptions,
): (ifNoneMatch: string | undefined) => Reply {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': `public, max-age=${maxAgeSeconds}` };
  const text = { type, content };
  return (ifNoneMatch) => (namesTag(ifNoneMatch, etag) ? { status: 304, headers } : { status: 200, headers, text });
}
