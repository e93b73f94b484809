import type { MemoryStore } from './memory-store.ts';
import { type ScopeInput, toScope } from './scope.ts';

/** A possible mistake in a request that was served anyway. */
export interface Warning {
  code: 'unknown_user_id' | 'no_vector';
  message: string;
}

const unknownUser: Warning = {
  code: 'unknown_user_id',
  message: 'No memory that this API key can read has this user_id. Check that it matches the user_id of your writes.',
};

/**
 * Returns the warnings about the scope of a response.
 * @param isEmpty whether the response contains no memory; otherwise the user exists
 */
export async function findWarnings(
  store: Pick<MemoryStore, 'list'>,
  { accountId, userId, restriction }: Pick<ScopeInput, 'accountId' | 'userId' | 'restriction'>,
  isEmpty: boolean,
): Promise<Warning[]> {
  if (!isEmpty || userId === undefined) return [];
  const { agentId, project } = restriction ?? {};
  const scope = toScope({ accountId, userId, agentId: agentId ?? undefined, project: project ?? undefined });
  const { memories } = await store.list({ scope, limit: 1 });
  return memories.length > 0 ? [] : [unknownUser];
}
