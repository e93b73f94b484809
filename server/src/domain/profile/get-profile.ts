import type { MemoryStore } from '../../ports/memory-store.ts';
import { toScope } from '../memories/list-memories.ts';
import { collectProfile } from './collect-profile.ts';
import type { ProfileCache } from './profile-cache.ts';
import { summarize } from './summarize.ts';

export interface ProfileInput {
  accountId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  project?: string | undefined;
  /** The greatest length of the summary in UTF-16 units, 200 or more. */
  maxCharacters: number;
}

export interface ProfileServices {
  store: MemoryStore;
  profiles: ProfileCache;
}

export type Profile = Awaited<ReturnType<typeof getProfile>>;

/**
 * Makes a profile of the people and things in the memories of a scope. The same memories give the same profile.
 * @throws {DomainError} `rate_limited` when the account requests too many profiles at once
 */
export async function getProfile({ store, profiles }: ProfileServices, input: ProfileInput) {
  const { accountId, userId, agentId, project, maxCharacters } = input;
  const filters = project === undefined ? {} : { project };
  const scope = toScope({ accountId, userId, agentId, filters });
  const content = await profiles.get(scope, () => collectProfile(store, scope));
  return { summary: summarize(content, maxCharacters), ...content };
}
