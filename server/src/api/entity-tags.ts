import type { ExpectedVersions } from '../domain/memories/commit-write.ts';
import type { Memory } from '../ports/memory-store.ts';

/**
 * Whether an `If-None-Match` contains the tag. The comparison is weak, because proxies that compress mark tags as weak.
 */
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
