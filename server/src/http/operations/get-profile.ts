import { getProfile } from '../../memory/profile/get-profile.ts';
import type { Entry } from '../../memory/profile/select-statements.ts';
import type { Tallied } from '../../ports/memory-store.ts';
import type { Handler } from '../operation-types.ts';
import type { HttpServices } from '../services.ts';

export function getProfileHandler({ store }: HttpServices): Handler<'getProfile'> {
  return async ({ query }, { account }) => {
    const profile = await getProfile(store, {
      ownerId: account.id,
      userId: query.user_id,
      agentId: query.agent_id,
      project: query.project,
      maxCharacters: query.max_characters ?? 2_000,
    });
    return {
      status: 200,
      body: {
        summary: profile.summary,
        preferences: profile.preferences.map(presentEntry),
        facts: profile.facts.map(presentEntry),
        projects: profile.projects.map(presentCount),
        entities: profile.entities.map(({ name, kind, count, memoryIds }) => ({
          name,
          kind,
          count,
          memory_ids: memoryIds,
        })),
        recent: profile.recent.map(presentEntry),
        memory_count: profile.memoryCount,
      },
    };
  };
}

function presentEntry({ text, memoryIds, toldAt }: Entry) {
  return { text, memory_ids: memoryIds, updated_at: new Date(toldAt).toISOString() };
}

function presentCount({ name, count, memoryIds }: Tallied) {
  return { name, count, memory_ids: memoryIds };
}
