import type { MemoryStore } from '../memories/memory-store.ts';
import { type ScopeInput, toScope } from '../memories/scope.ts';
import { collectProfile } from './collect-profile.ts';
import type { ProfileCache } from './profile-cache.ts';
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

/**
 * Makes a profile of the people and things in the memories of a scope. The same memories always give the same profile.
 * @throws {DomainError} `rate_limited` when the account requests too many profiles at once
 */
export async function getProfile({ store, profiles }: ProfileServices, input: ProfileInput) {
  const scope = toScope(input);
  const content = await profiles.get(scope, () => collectProfile(store, scope));
  return { summary: summarize(content, input.maxCharacters), ...content };
}
