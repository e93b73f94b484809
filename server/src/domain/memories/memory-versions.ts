import { DomainError } from '../../ports/errors.ts';
import type { Memory, MemoryVersion } from '../../ports/memory.ts';
import { readCursor, writeCursor } from '../usage/page-cursor.ts';
import { type MemoryTarget, missingMemory, readMemory } from './commit-write.ts';
import type { MemoryStore } from './memory-store.ts';
import { lengthOf, waitForRoundIfLong } from './page-limits.ts';
import { isWithin } from './scope.ts';

export type ShownVersion = Omit<MemoryVersion, 'replacedAt'>;

/** Lists versions, newest first, from the current one on, without those in projects that the key must not reach. */
export async function listMemoryVersions(
  store: MemoryStore,
  { accountId, id, restriction = null, limit, cursor }: MemoryTarget & { limit: number; cursor?: string | undefined },
): Promise<{ versions: ShownVersion[]; nextCursor: string | null }> {
  const before = cursor === undefined ? undefined : Number(readCursor(cursor, /^v(\d{1,15})$/)[0]);
  const memory = await readMemory(store, { accountId, id });
  const present = before === undefined ? [toPresentVersion(memory)] : [];
  const beforeVersion = before ?? memory.version;
  const page =
    beforeVersion > 1
      ? await store.versions({ accountId, id, limit: Math.max(1, limit - present.length), beforeVersion })
      : { versions: [], more: false };
  const all: ShownVersion[] = [...present, ...page.versions];
  const versions = all.slice(0, limit);
  await waitForRoundIfLong(accountId, versions.map(lengthOf));
  const last = versions.at(-1);
  const more = page.more || versions.length < all.length;
  const within = versions.filter(({ metadata }) => isWithin({ ...memory, metadata }, restriction));
  return { versions: within, nextCursor: more && last ? writeCursor(`v${last.version}`) : null };
}

/** Returns a version of a memory by its number. @throws {DomainError} `version_not_kept` */
export async function getVersion(store: MemoryStore, memory: Memory, version: number): Promise<ShownVersion> {
  if (version === memory.version) return toPresentVersion(memory);
  const { accountId, id } = memory;
  const beforeVersion = version + 1;
  const [found] =
    version < memory.version ? (await store.versions({ accountId, id, limit: 1, beforeVersion })).versions : [];
  if (found?.version !== version) throw versionNotKept();
  return found;
}

/**
 * Returns a memory as it was at a point in time. A former version has no state of ingest, and its revision is 0.
 * @throws {DomainError} `not_found` for a time before the memory was written; `version_not_kept`
 */
export async function getMemoryAsOf(store: MemoryStore, memory: Memory, at: number): Promise<Memory> {
  if (at >= memory.updatedAt) return memory;
  if (at < memory.createdAt) throw missingMemory();
  const { accountId, id } = memory;
  const [found] = (await store.versions({ accountId, id, limit: 1, at })).versions;
  if (!found) throw versionNotKept();
  const { version, text, messages, metadata, changedAt, changedBy } = found;
  return {
    ...memory,
    ...{ version, revision: 0, text, messages, metadata, changedBy, updatedAt: changedAt },
    ...{ status: 'ready', outcome: 'stored', failure: null, entities: [], attempts: 0, nextAttemptAt: null },
    ...{ infer: false, extraction: null, sourceMemoryId: null, textChangedAt: null },
  };
}

function toPresentVersion({ updatedAt: changedAt, ...memory }: Memory): ShownVersion {
  const { version, text, messages, metadata, changedBy } = memory;
  return { version, text, messages, metadata, changedAt, changedBy };
}

function versionNotKept(): DomainError {
  return new DomainError(
    'version_not_kept',
    'This version of the memory is not stored. GET /memories/{memory_id}/versions lists the stored versions.',
  );
}
