import type { Handler } from '../../api/operation-types.ts';
import { presentProfile } from '../../api/present-profile.ts';
import type { HttpServices } from '../../api/services.ts';
import { getProfile } from '../../domain/profile/get-profile.ts';

export function getProfileHandler({ store }: Pick<HttpServices, 'store'>): Handler<'getProfile'> {
  return async ({ query }, { account }) => {
    const profile = await getProfile(store, {
      accountId: account.id,
      userId: query.user_id,
      agentId: query.agent_id,
      project: query.project,
      maxCharacters: query.max_characters ?? 2_000,
    });
    return { status: 200, body: presentProfile(profile) };
  };
}
