import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { Scope } from '../../ports/memory.ts';
import { isExpired } from '../memories/memory-input.ts';
import type { ProfileContent } from './collect-profile.ts';
import { createProfileSlots } from './profile-slots.ts';

/** The maximum size of all cached profiles, in UTF-16 units. The largest one takes about 300,000. */
const maxSize = 16_000_000;
/** The size of a profile without its entries and the ids of its scope. */
const profileSize = 1_000;
/** The size of an entry without its text. */
const entrySize = 200;
const idSize = 30;

interface KeptProfile {
  /** The version of the account's memories from which the profile was collected. */
  version: number;
  content: ProfileContent;
  /** The next time at which a memory of the account expires; null if none does. */
  validUntil: number | null;
}

export interface ProfileCacheOptions {
  /** Returns the version of an account's memories. It changes with each commit of this process. */
  versionOf: (accountId: string) => number;
  clock: Clock;
  /** Resolves to the next time at which a memory of the account expires; null if none does. */
  nextExpiry: (accountId: string) => Promise<number | null>;
  /**
   * The time for which a profile is cached, because other processes change memories, too.
   * @default 0 for no time limit
   */
  maxAgeMs?: number;
  /** A clock that never runs backwards, in milliseconds. @default performance */
  perf?: { now(): number };
}

export type ProfileCache = ReturnType<typeof createProfileCache>;

/** Caches profiles by account and scope until a memory of the account changes, and limits how many are collected. */
export function createProfileCache(options: ProfileCacheOptions) {
  const { versionOf, nextExpiry, clock, maxAgeMs = 0, perf = performance } = options;
  const collectInSlot = createProfileSlots();
  const kept = new LRUCache<string, KeptProfile>({
    maxSize,
    // The client chooses the ids of a scope, which may be longer than the profile.
    sizeCalculation: ({ content }, key) => key.length + sizeOf(content),
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf,
  });

  function find(key: string, accountId: string): ProfileContent | undefined {
    const found = kept.get(key);
    if (found?.version !== versionOf(accountId) || isExpired(found.validUntil, clock.now())) return undefined;
    return found.content;
  }

  return {
    /** @throws {DomainError} `rate_limited` when too many profiles of the account wait */
    async get(scope: Scope, collect: () => Promise<ProfileContent>): Promise<ProfileContent> {
      const { accountId } = scope;
      const key = JSON.stringify(scope);
      return (
        find(key, accountId) ??
        collectInSlot(accountId, async () => {
          // The same profile may have been collected while this request waited.
          const found = find(key, accountId);
          if (found) return found;
          const version = versionOf(accountId);
          const validUntil = await nextExpiry(accountId);
          // The texts are copied, because slices would keep whole memories in the process.
          const content = structuredClone(await collect());
          kept.set(key, { version, content, validUntil });
          return content;
        })
      );
    },
  };
}

function sizeOf({ preferences, facts, recent, projects, entities }: ProfileContent): number {
  let size = profileSize;
  for (const { text, memoryIds } of [preferences, facts, recent].flat()) {
    size += entrySize + text.length + idSize * memoryIds.length;
  }
  for (const { name, memoryIds } of [projects, entities].flat()) {
    size += entrySize + name.length + idSize * memoryIds.length;
  }
  return size;
}
