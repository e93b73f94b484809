import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Scope } from '../../ports/memory.ts';
import { isExpired } from '../memories/memory-input.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { type ScopeInput, toScope } from '../memories/scope.ts';
import { collectProfile, type ProfileContent } from './collect-profile.ts';
import { summarize } from './summarize.ts';

export interface ProfileInput extends ScopeInput {
  /** The greatest length of the summary in UTF-16 units, 200 or more. */
  maxCharacters: number;
}

export interface ProfileServices {
  store: MemoryStore;
  profiles: ProfileCache;
}

export type Profile = Awaited<ReturnType<typeof getProfile>>;

/** Makes a profile, the same for the same memories. @throws {DomainError} `rate_limited` for too many at once */
export async function getProfile({ store, profiles }: ProfileServices, input: ProfileInput) {
  const scope = toScope(input);
  const content = await profiles.get(scope, () => collectProfile(store, scope));
  return { summary: summarize(content, input.maxCharacters), ...content };
}

/** The maximum length of all cached profiles as JSON, in UTF-16 units. The largest one takes about 300,000. */
const maxSize = 16_000_000;
/** The maximum of profiles of an account that are collected at once, because one may read millions of characters. */
const maxRunning = 2;
const maxWaiting = 8;
/** The maximum of accounts whose limits are kept. Few accounts request profiles at the same time. */
const maxAccounts = 1_000;
const retryAfterSeconds = 2;

export interface ProfileCacheOptions {
  /** Returns the version of an account's memories. It changes with each commit of this process. */
  versionOf: (accountId: string) => number;
  clock: Clock;
  /** Resolves to the next time at which a memory of the account expires; null if none does. */
  nextExpiry: (accountId: string) => Promise<number | null>;
  /** The time for which a profile is cached, if other processes change memories, too. @default 0 for no limit */
  maxAgeMs?: number;
  /** A clock that never runs backwards, in milliseconds. @default performance */
  perf?: { now(): number };
}

export type ProfileCache = ReturnType<typeof createProfileCache>;

/** Caches profiles by account and scope until a memory of the account changes, and limits how many are collected. */
export function createProfileCache(options: ProfileCacheOptions) {
  const { versionOf, nextExpiry, clock, maxAgeMs = 0, perf = performance } = options;
  const limits = new LRUCache<string, LimitFunction>({ max: maxAccounts, memoMethod: () => pLimit(maxRunning) });
  /** The profiles, each with the version of the memories of its account, and the next time at which one of these expires. */
  const kept = new LRUCache<string, { content: ProfileContent; version: number; validUntil: number | null }>({
    maxSize,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf,
  });

  function find(key: string, accountId: string): ProfileContent | undefined {
    const found = kept.get(key);
    if (found?.version !== versionOf(accountId) || isExpired(found.validUntil, clock.now())) return undefined;
    return found.content;
  }

  async function collectAndKeep(key: string, accountId: string, collect: () => Promise<ProfileContent>) {
    const version = versionOf(accountId);
    const validUntil = await nextExpiry(accountId);
    // The texts are copied, because slices would keep whole memories in the process.
    const copy = JSON.stringify(await collect());
    const content: ProfileContent = JSON.parse(copy);
    // The client chooses the ids of a scope, which may be longer than the profile.
    kept.set(key, { version, content, validUntil }, { size: key.length + copy.length });
    return content;
  }

  return {
    /** @throws {DomainError} `rate_limited` when too many profiles of the account wait */
    async get(scope: Scope, collect: () => Promise<ProfileContent>): Promise<ProfileContent> {
      const { accountId } = scope;
      const key = JSON.stringify(scope);
      const known = find(key, accountId);
      if (known) return known;
      const limited = limits.memo(accountId);
      if (limited.pendingCount >= maxWaiting) {
        const load = `${maxRunning} profiles of this account are being computed, and ${maxWaiting} more are waiting.`;
        throw new DomainError('rate_limited', `${load} Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
      }
      // The same profile may have been collected while this request waited.
      return limited(async () => find(key, accountId) ?? (await collectAndKeep(key, accountId, collect)));
    },
  };
}
